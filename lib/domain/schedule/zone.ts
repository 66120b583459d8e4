import { DAY_MS, MINUTE_MS } from '../calendar.ts';
import type { Instant } from '../instant.ts';

/** A stretch of time in which a zone keeps one offset; may end earlier than the offset does. */
export interface OffsetSpan {
  /** First instant of the stretch. */
  fromAt: Instant;
  /** First instant after the stretch. */
  untilAt: Instant;
  /** Local time minus UTC. */
  offsetMs: number;
}

interface Zone {
  format: Intl.DateTimeFormat;
  /** Offset at the start of each week since the epoch. */
  weekOffsets: Map<number, number>;
  /** The one or two stretches of each week since the epoch. */
  weekSpans: Map<number, OffsetSpan[]>;
}

const WEEK_MS = 7 * DAY_MS;
const ZONE_NAME_MAX_CHARS = 64;
const ZONES_MAX = 128;
const WEEKS_MAX = 256;

/** The commonest zone needs no formatter: the first one of a process takes several milliseconds to build. */
const ALWAYS_UTC: OffsetSpan = { fromAt: -8.64e15, untilAt: 8.64e15, offsetMs: 0 };

/** The one added first goes first. Building a formatter costs a hundred times what using it does. */
const zones = new Map<string, Zone>();

/** True for an IANA zone name this runtime knows, in any case; an offset such as `+03:00` is not a zone. */
export function isZone(tz: string): boolean {
  return tz === 'UTC' || zoneOf(tz) !== null;
}

/** The stretch of constant offset that holds `at`. Throws a RangeError for a zone that `isZone` refuses. */
export function offsetSpanAt(tz: string, at: Instant): OffsetSpan {
  if (tz === 'UTC') return ALWAYS_UTC;
  const zone = zoneOf(tz);
  if (zone === null) throw new RangeError(`unknown time zone "${tz}"`);
  const spans = spansOfWeek(zone, Math.floor(at / WEEK_MS));
  const span = spans.find(({ untilAt }) => at < untilAt);
  if (span === undefined) throw new RangeError(`${at} is not an instant`);
  return span;
}

/** Local time minus UTC at an instant, in milliseconds. */
export function offsetMsAt(tz: string, at: Instant): number {
  return offsetSpanAt(tz, at).offsetMs;
}

/**
 * The first instant at which the zone's clocks show `localMs` (local time written as if it were UTC): the first
 * of two when it is repeated, the end of the gap when it is skipped.
 */
export function firstInstantOf(tz: string, localMs: number): Instant {
  // No offset is a day or more, so the two looks lie on either side of the instant sought.
  const before = offsetMsAt(tz, localMs - DAY_MS);
  const after = offsetMsAt(tz, localMs + DAY_MS);
  if (before === after) return localMs - before;
  const early = localMs - before;
  if (offsetMsAt(tz, early) === before) return early;
  const late = localMs - after;
  if (offsetMsAt(tz, late) === after) return late;
  return changeAfter(tz, late);
}

function changeAfter(tz: string, at: Instant): Instant {
  const span = offsetSpanAt(tz, at);
  let nextAt = span.untilAt;
  while (offsetMsAt(tz, nextAt) === span.offsetMs) nextAt = offsetSpanAt(tz, nextAt).untilAt;
  return nextAt;
}

function zoneOf(tz: string): Zone | null {
  const known = zones.get(tz);
  if (known !== undefined) return known;
  if (!/^[A-Za-z]/.test(tz) || tz.length > ZONE_NAME_MAX_CHARS) return null;
  const format = formatOf(tz);
  if (format === null) return null;
  const oldest = zones.keys().next().value;
  if (zones.size >= ZONES_MAX && oldest !== undefined) zones.delete(oldest);
  const zone: Zone = { format, weekOffsets: new Map(), weekSpans: new Map() };
  zones.set(tz, zone);
  return zone;
}

function formatOf(tz: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: tz, timeZoneName: 'longOffset' });
  } catch {
    return null;
  }
}

/** No zone changes its clocks twice within a week, so two looks tell whether a week holds a change. */
function spansOfWeek(zone: Zone, week: number): OffsetSpan[] {
  const known = zone.weekSpans.get(week);
  if (known !== undefined) return known;
  const fromAt = week * WEEK_MS;
  const untilAt = fromAt + WEEK_MS;
  const offsetMs = weekOffset(zone, week);
  const nextOffsetMs = weekOffset(zone, week + 1);
  const spans: OffsetSpan[] = [];
  if (offsetMs === nextOffsetMs) {
    spans.push({ fromAt, untilAt, offsetMs });
  } else {
    const changeAt = changeWithin(zone, fromAt, untilAt, offsetMs);
    spans.push(
      { fromAt, untilAt: changeAt, offsetMs },
      { fromAt: changeAt, untilAt, offsetMs: nextOffsetMs },
    );
  }
  if (zone.weekSpans.size >= WEEKS_MAX) zone.weekSpans.clear();
  zone.weekSpans.set(week, spans);
  return spans;
}

function weekOffset(zone: Zone, week: number): number {
  const known = zone.weekOffsets.get(week);
  if (known !== undefined) return known;
  const offsetMs = readOffsetMs(zone, week * WEEK_MS);
  if (zone.weekOffsets.size >= WEEKS_MAX) zone.weekOffsets.clear();
  zone.weekOffsets.set(week, offsetMs);
  return offsetMs;
}

/** The minute at which the offset stops being `offsetMs`, by bisection. */
function changeWithin(zone: Zone, fromAt: Instant, untilAt: Instant, offsetMs: number): Instant {
  let same = fromAt / MINUTE_MS;
  let other = untilAt / MINUTE_MS;
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2);
    if (readOffsetMs(zone, middle * MINUTE_MS) === offsetMs) same = middle;
    else other = middle;
  }
  return other * MINUTE_MS;
}

/** The formatter ends in `GMT`, `GMT-03:30` or, for local mean time long ago, `GMT-03:06:28`. */
function readOffsetMs(zone: Zone, at: Instant): number {
  const text = zone.format.format(at);
  const sign = text.indexOf('GMT') + 3;
  if (sign === text.length) return 0;
  const [hours = '0', minutes = '0', seconds = '0'] = text.slice(sign + 1).split(':');
  const ms = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000;
  return text[sign] === '+' ? ms : -ms;
}
