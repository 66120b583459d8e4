import { anchorsOf, clustersOn, EARLY_MIN, modulo, widest, withoutHand, type Cluster } from './clusters.ts';
import { DAY_MIN, HOUR_MIN, hoursListed, rangeOver, stepsThrough, type Times } from './hours.ts';

/** Distances in minutes at which times of day fall apart into several: a fit is tried for each. */
const APARTS = [5, 12, 35, 70, 140, 280];
const TIMES_MAX = 12;
const BY_CHANCE = 4;
/** What was seen once does not show how far it scatters. */
const ONCE_APART_MIN = 15;
const TIGHT = 6;
const HELD_SHARE = 0.85;

/** One minute of some hours, which runs may pass by far. */
export function timesOfDay(local: readonly number[], isBegun: boolean): Times[] {
  const sortings = new Map<string, Cluster[]>();
  for (const apart of APARTS) {
    const clusters = withoutHand(clustersOn(DAY_MIN, local, apart), local.length);
    const held = clusters.reduce((sum, { count }) => sum + count, 0);
    const key = `${clusters.length} ${held}`;
    if (clusters.length <= TIMES_MAX && !sortings.has(key)) sortings.set(key, clusters);
    // Wider ones would take runs by hand for late ones.
    if (held >= local.length * HELD_SHARE && isTight(clusters, local.length)) break;
  }
  return [...sortings.values()].flatMap((clusters) => timesOf(clusters, isBegun));
}

/** Whether times of day lie so far apart, for how far they scatter, that they are surely several. */
function isTight(clusters: readonly Cluster[], runs: number): boolean {
  const width = Math.max(...clusters.map((cluster) => cluster.width));
  const apart = clusters.map(({ from }, place) => modulo(((clusters[place + 1] ?? clusters[0])?.from ?? 0) - from, DAY_MIN)); // prettier-ignore
  return (
    clusters.length <= runs / 3 &&
    (clusters.length === 1 || Math.min(...apart) > Math.max(HOUR_MIN, TIGHT * width))
  );
}

function timesOf(clusters: readonly Cluster[], isBegun: boolean): Times[] {
  const width = Math.max(...clusters.map((cluster) => cluster.width));
  const pooled = widest(clustersOn(HOUR_MIN, clusters.map(({ from }) => from), HOUR_MIN / 2))[0]; // prettier-ignore
  // Times that lie at other minutes of their hours are several schedules, and no one cron.
  if (pooled === undefined || !isOneMinute(clusters, width)) return [];
  const isRepeated = clusters.every((cluster) => cluster.count > 1);
  const count = clusters.reduce((sum, cluster) => sum + cluster.count, 0);
  return anchorsOf({ from: pooled.from, width, count }, isBegun).flatMap((anchor, place) => {
    const back = pooled.from - anchor;
    const times = clusters.map(({ from }) => {
      const excess = modulo(from - pooled.from, HOUR_MIN);
      return modulo(Math.round(from - excess - back), DAY_MIN);
    });
    const hours = [...new Set(times.map((time) => Math.floor(time / HOUR_MIN)))].sort((a, b) => a - b);
    const sinceScheduled = (of: number) =>
      Math.min(...times.map((time) => modulo(of + EARLY_MIN - time, DAY_MIN))) - EARLY_MIN;
    // A time that was seen once is taken only where it completes a step.
    const listed = isRepeated || hours.length === 1 ? [...rangeOver(hours), hoursListed(hours)] : [];
    return [...stepsThrough(hours), ...listed].map(({ text, cost }) => ({
      minute: `${modulo(anchor, HOUR_MIN)}`,
      hour: text,
      cost: 0.5 + cost,
      place,
      sinceScheduled,
    }));
  });
}

/** Whether runs at several times of day come at one minute of their hours: the first of each, and the middle, as near as chance has it. */
function isOneMinute(clusters: readonly Cluster[], width: number): boolean {
  const fewest = Math.min(...clusters.map(({ count }) => count));
  const apart = fewest === 1 ? ONCE_APART_MIN : Math.max(1, width * Math.min(2, BY_CHANCE / fewest));
  return [0, 0.5].every((share) => {
    const minutes = clusters.map((cluster) => cluster.from + share * cluster.width);
    const [pooled] = widest(clustersOn(HOUR_MIN, minutes, HOUR_MIN / 2));
    return pooled !== undefined && pooled.count === clusters.length && pooled.width <= apart;
  });
}
