/** The time zone of this browser, such as `Europe/Berlin`. */
export const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
