/** A cron expression and the zone it is read in. */
export interface Schedule {
  /** Five fields, as Debian cron reads them. */
  cron: string;
  /** IANA zone name. */
  tz: string;
}
