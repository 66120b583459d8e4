/** A moment: milliseconds since 1970-01-01T00:00Z. Arithmetic stays in UTC; only `schedule` knows zones. */
export type Instant = number;

/** The wire form of a moment: ISO 8601 in UTC (SPEC.md, preamble). */
export function isoOf(at: Instant): string {
  return new Date(at).toISOString();
}

/** The wire form of a moment that may be missing. */
export function isoOrNull(at: Instant | null): string | null {
  return at === null ? null : isoOf(at);
}
