import { redact } from '../../redact/redact.ts';
import { ianaZone, proposalFor } from '../../schedule/iana-zone.ts';
import { logicalLineOf } from './logical-line.ts';

/** The zone of the schedule lines below a line. */
export interface CronZone {
  /** Null for UTC; undefined when the text names a zone nobody knows, so that the lines cannot be watched. */
  tz: string | null | undefined;
  /** What is said with each of those lines. */
  note?: string;
}

const SHOWN_MAX_CHARS = 40;

/** The zone that line `line` of a crontab sets for the lines after it, or undefined when it sets none. */
export function cronZoneOf(text: string, line: number, hostTz: string | null): CronZone | undefined {
  const found = logicalLineOf(text);
  if (found.kind !== 'variable' || found.name !== 'CRON_TZ') return undefined;
  // POSIX allows a colon before the name of a zone file.
  const name = found.value.trim().replace(/^:/, '');
  if (name === '') return { tz: hostTz };
  const zone = ianaZone(name);
  // A zone file is looked for by its exact name, so cron would run another spelling in UTC.
  if (!zone.ok || zone.value !== name) return { tz: undefined, note: unknownZone(name, line) };
  const note = `CRON_TZ in line ${line} sets this zone, as cronie reads it. The cron of Debian and Ubuntu ignores CRON_TZ: there, import without that line and name the zone of the host with ?tz=.`;
  return { tz: zone.value, note };
}

function unknownZone(name: string, line: number): string {
  const shown = redact(name).slice(0, SHOWN_MAX_CHARS);
  return `CRON_TZ in line ${line} must be an IANA time zone name with a slash, or UTC, for this line to be imported; got "${shown}".${proposalFor(name)}`;
}
