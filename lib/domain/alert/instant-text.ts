import { type Instant, isoOf } from '../instant.ts';

/** A moment for people, to the second and always in UTC: `2026-03-29 01:00:00 UTC`. */
export function instantText(at: Instant): string {
  return `${isoOf(at).slice(0, -5).replace('T', ' ')} UTC`;
}
