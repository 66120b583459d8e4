/** A test that this machine could not run, and why. */
export interface Skipped {
  name: string;
  reason: string;
}

/** The names of the tests, those with the same reason together. */
export function skippedLine(tests: readonly Skipped[]): string {
  const byReason = Map.groupBy(tests, ({ reason }) => reason);
  const same = [...byReason].map(
    ([reason, of]) => `${of.map(({ name }) => `"${name}"`).join(', ')} (${reason})`,
  );
  return `Skipped on this machine: ${same.join('; ')}.`;
}
