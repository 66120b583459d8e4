import { anchorsOf, clustersOn, EARLY_MIN, modulo, widest, withoutHand } from './clusters.ts';
import { ALL_HOURS, HOUR_MIN, hoursOf, type Times } from './hours.ts';

const APART_MIN = 5;
const MINUTES_MAX = 6;
const NEARLY_MIN = 2;

/** Each so many minutes: of a step that divides the hour with what it is shifted by, of another from the full hour on. */
export function everyMinutes(local: readonly number[], gap: number, isBegun: boolean): Times[] {
  const step = Math.max(1, Math.round(gap));
  const isEven = HOUR_MIN % step === 0;
  const [cluster] = widest(clustersOn(step, local, step * 0.25));
  if (isEven && cluster === undefined) return [];
  const anchors = isEven && cluster ? anchorsOf(cluster, isBegun, step * 0.5) : [0];
  return anchors.flatMap((anchor, place) => {
    const shift = isEven ? modulo(anchor, step) : 0;
    const minute = step === 1 ? '*' : shift === 0 ? `*/${step}` : `${shift}-59/${step}`;
    const sinceScheduled = (of: number) => (isEven ? modulo(of - shift, step) : modulo(of, HOUR_MIN) % step);
    return hoursOf(local, sinceScheduled).map((hour) => ({
      minute,
      hour: hour.text,
      cost: 0.5 + hour.cost,
      place,
      sinceScheduled,
    }));
  });
}

/** Some minutes of each hour, or of some hours. */
export function minutesOfHours(local: readonly number[], isBegun: boolean): Times[] {
  const clusters = withoutHand(clustersOn(HOUR_MIN, local, APART_MIN), local.length);
  if (clusters.length > MINUTES_MAX || clusters.some(({ width }) => width > 20)) return [];
  const choices = clusters.map((cluster) => anchorsOf(cluster, isBegun, 20));
  return [0, 1].flatMap((place) => {
    if (place > 0 && choices.every((anchors) => anchors[place] === undefined)) return [];
    const minutes = choices.map((anchors) => modulo(anchors[place] ?? anchors[0] ?? 0, HOUR_MIN));
    const sorted = [...new Set(minutes)].sort((a, b) => a - b);
    if (areNearlyEven(sorted)) return [];
    const sinceScheduled = (of: number) =>
      Math.min(...sorted.map((minute) => modulo(of + EARLY_MIN - minute, HOUR_MIN))) - EARLY_MIN;
    // Of one minute the times of day are looked for each by itself.
    const hours = sorted.length === 1 ? [ALL_HOURS] : hoursOf(local, sinceScheduled);
    return hours.map((hour) => ({
      minute: sorted.join(','),
      hour: hour.text,
      cost: sorted.length + hour.cost,
      place,
      sinceScheduled,
    }));
  });
}

/** Whether minutes would be each so many, but for one or two: nobody writes that, and what comes a few seconds before and after a minute looks so. */
function areNearlyEven(minutes: readonly number[]): boolean {
  const even = HOUR_MIN / minutes.length;
  const off = minutes.map((minute, place) => Math.abs(modulo((minutes[place + 1] ?? minutes[0] ?? 0) - minute, HOUR_MIN) - even)); // prettier-ignore
  return minutes.length > 1 && Math.max(...off) > 0 && Math.max(...off) <= NEARLY_MIN;
}
