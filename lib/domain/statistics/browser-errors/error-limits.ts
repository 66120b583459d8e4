/**
 * Every number of the reports of pages (SPEC.md "Limits", and our own). Apart from those of the service, which every function
 * carries.
 */
export const ERROR_LIMITS = {
  messageMaxChars: 2_000,
  stackMaxChars: 12_000,
  pathMaxChars: 500,
  /** Of the whole service; of them each network has its share. */
  perMinute: 60,
  perNetworkHour: 30,
  /** Different ones; what is known already is counted on. */
  groupsPerDay: 500,
  keptDays: 14,
  summaryDays: 7,
  pageDefault: 20,
  pageMax: 50,
} as const;
