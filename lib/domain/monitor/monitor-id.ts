const MONITOR_ID = /^[0-9a-hjkmnp-tv-z]{26}$/;

/** True for a text that can be a monitor id; anything else is unknown without a look (DECISIONS.md "Identifiers"). */
export function isMonitorId(text: string): boolean {
  return MONITOR_ID.test(text);
}
