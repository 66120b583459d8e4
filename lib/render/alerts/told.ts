import type { AlertContent } from '../../domain/alerts/alert-content.ts';
import type { Instant } from '../../domain/instant.ts';
import { isZone, offsetMsAt } from '../../domain/schedule/zone.ts';
import { instantText } from '../time-text.ts';

/** The words on the way to the page that pauses a monitor, and on that to all of them. */
export const PAUSE_LABEL = 'Pause for 8 hours';
export const OPEN_LIST = 'Open your monitors';

/** A way on, in words and at an address of ours. */
export interface Link {
  label: string;
  url: string;
}

/** What whoever is told reads beside the facts: where to go on, and the clock on the wall. */
interface Reader {
  /** The owner's IANA zone, for monitors that have none. */
  zone: string;
  /** The console's page of the incident, else of the monitor; of what is about no single one, the list. */
  url: string;
  /** The console's list of monitors. */
  listUrl: string;
  /** The page with a button that pauses the monitor; null where there is nothing to pause. */
  pauseUrl: string | null;
}

/** An alert as it is sent. The reader's part is made for each message and kept nowhere: its links open things. */
export interface Told extends AlertContent {
  reader?: Reader;
}

/** Where the reader of an alert may go on: to what it is about, then to the page that pauses that. */
export function linksOf({ kind, reader }: Told): Link[] {
  if (!reader) return [];
  const what = isOfIncident(kind) ? 'Open this incident' : 'Open this monitor';
  const open = { label: kind === 'blind' ? OPEN_LIST : what, url: reader.url };
  return reader.pauseUrl === null ? [open] : [open, { label: PAUSE_LABEL, url: reader.pauseUrl }];
}

/** The console's list of monitors. */
export function listPageOf(base: string): string {
  return `${base}/app`;
}

/** The console's page that an alert is about. */
export function toldPageOf(base: string, content: AlertContent): string {
  const { kind, shownId, monitorId, incident } = content;
  if (kind === 'blind') return listPageOf(base);
  return `${listPageOf(base)}/monitors/${shownId ?? monitorId}${isOfIncident(kind) ? `/incidents/${incident}` : ''}`;
}

/** A moment on the clock of the monitor, else of its owner. */
export function momentText(told: Told, at: Instant): string {
  return zonedText(at, zoneOf(told));
}

/**
 * A moment to the second in an IANA zone, with UTC behind it: `2026-03-29 03:00:00 Europe/Berlin (01:00:00 UTC)`. UTC alone
 * where clocks show just that, and in a zone that this runtime does not know.
 */
export function zonedText(at: Instant, zone: string): string {
  const utc = instantText(at);
  const offsetMs = isZone(zone) ? offsetMsAt(zone, at) : 0;
  if (offsetMs === 0) return utc;
  const local = instantText(at + offsetMs).slice(0, -' UTC'.length);
  const isSameDay = local.slice(0, 10) === utc.slice(0, 10);
  return `${local} ${zone} (${isSameDay ? utc.slice(11) : utc})`;
}

/** What is about all jobs of an owner is read on no job's clock. */
function zoneOf({ kind, tz, reader }: Told): string {
  return (kind === 'blind' ? null : tz) ?? reader?.zone ?? 'UTC';
}

function isOfIncident(kind: Told['kind']): boolean {
  return kind === 'miss' || kind === 'recovery';
}
