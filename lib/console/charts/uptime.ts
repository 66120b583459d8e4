const DAYS = 90;

/** The midnights of the person's zone around the last so many days, today among them, ascending: one more than days. */
export function midnightsTo(now: number, days = DAYS): number[] {
  const today = new Date(now);
  return Array.from({ length: days + 1 }, (_, at) =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() + at + 1 - days).getTime(),
  );
}
