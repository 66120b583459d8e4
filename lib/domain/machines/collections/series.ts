import type { Instant } from '../../instant.ts';
import { LIMITS } from '../../limits.ts';
import { MEASURES } from '../measures/catalogue.ts';
import type { Measure, TimedValues, Values } from '../measures/measure.ts';
import { unpacked } from '../readings/reading-encoding.ts';
import type { KnownCollection } from './collections-of.ts';

/**
 * The readings of a collection out of the packed ones of its device, newest first. Those from before it began are of an
 * earlier collection of the same measure, or of another machine under the same id.
 */
export function seriesOf(
  { measure: id, createdAt }: Pick<KnownCollection, 'measure' | 'createdAt'>,
  packed: readonly Readonly<Record<string, string>>[],
  count: number,
): TimedValues[] {
  const measure = MEASURES[id];
  const beganSec = Math.floor(createdAt / 1000);
  const read = packed.flatMap(({ [measure.code]: text }) => {
    const reading = text === undefined ? null : unpacked(measure, text);
    return reading && reading.atSec >= beganSec ? [reading] : [];
  });
  return read.slice(0, count).map((reading, at) => ({
    atSec: reading.atSec,
    values: shownOf(measure, reading, read[at + 1] ?? null),
  }));
}

/** The fields of a measure, without what is stored beside them. */
function shownOf(
  { fields, kept = [], shown }: Measure,
  now: TimedValues,
  before: TimedValues | null,
): Values {
  if (shown) return shown(now, before);
  if (kept.length === 0) return now.values;
  const known = new Set(fields.map(({ id }) => id));
  return Object.fromEntries(Object.entries(now.values).filter(([id]) => known.has(id)));
}

/** How soon it is worth asking for a series again: a new one is awaited by somebody who looks at it. */
export function pollAfterSec(
  { isActive, createdAt }: Pick<KnownCollection, 'isActive' | 'createdAt'>,
  readings: number,
  now: Instant,
): number {
  return isActive && readings === 0 && isNew(createdAt, now) ? LIMITS.newSeriesPollSec : LIMITS.seriesPollSec;
}

function isNew(createdAt: Instant, at: Instant): boolean {
  return at < createdAt + LIMITS.seriesNewForSec * 1000;
}

/** For how long what was read of a device may be used again: shorter where a new collection had nothing then. */
export function reuseSec(
  collections: readonly Pick<KnownCollection, 'measure' | 'createdAt' | 'isActive'>[],
  packed: readonly Readonly<Record<string, string>>[],
  readAt: Instant,
): number {
  const polls = collections.map((each) => pollAfterSec(each, seriesOf(each, packed, 1).length, readAt));
  return Math.min(LIMITS.seriesPollSec, ...polls);
}
