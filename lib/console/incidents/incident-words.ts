/** What a job did when its incident began. */
export const REASONS = {
  silence: 'went silent',
  fail: 'failed',
  too_long: 'ran too long',
  threshold: 'went beyond its threshold',
} as const;

/** The page of an incident. */
export const incidentPath = (monitor: string, number: number): string =>
  `/app/monitors/${monitor}/incidents/${number}`;
