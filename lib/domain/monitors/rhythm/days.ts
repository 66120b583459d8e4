import { DAY_MS } from '../../calendar.ts';
import { HAND_MIN_RUNS, medianOf } from './clusters.ts';
import { DAY_MIN, rangesText, type Times } from './hours.ts';

const LISTED_DAYS_MAX = 3;

/** The days on which runs were due: each, those of the working week, those of the week or the month that were seen. */
export function daysOf(
  local: readonly number[],
  { hour, sinceScheduled }: Times,
): { text: string; cost: number }[] {
  const days = [...new Set(local.map((of) => Math.floor((of - sinceScheduled(of) + 0.01) / DAY_MIN)))];
  const dates = days.map((day) => new Date(day * DAY_MS));
  const ofWeek = seenOften(dates.map((date) => date.getUTCDay()));
  const ofMonth = seenOften(dates.map((date) => date.getUTCDate()));
  // What runs from some hour to another is run by people at work.
  const isOfWork = /^\d+-\d+$/.test(hour);
  const found = [
    { text: '* * *', cost: isOfWork ? 1 : 0 },
    { text: '* * 1-5', cost: isOfWork ? 0 : 1 },
  ];
  if (ofWeek.length > 0 && ofWeek.length < 7)
    found.push({ text: `* * ${rangesText(ofWeek)}`, cost: 1 + rangesText(ofWeek).split(',').length });
  if (ofMonth.length > 0 && ofMonth.length <= LISTED_DAYS_MAX)
    found.push({ text: `${ofMonth.join(',')} * *`, cost: 2 + ofMonth.length });
  const apart = Math.round(medianOf(days.slice(1).map((day, place) => day - (days[place] ?? day))));
  if (apart >= 2 && apart <= 15 && apart !== 7) found.push({ text: `*/${apart} * *`, cost: 2.5 });
  return found;
}

/** What was seen twice or more, of much; all of little. */
function seenOften(values: readonly number[]): number[] {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const isMuch = values.length >= HAND_MIN_RUNS;
  return [...counts]
    .flatMap(([value, count]) => (isMuch && count === 1 ? [] : [value]))
    .sort((a, b) => a - b);
}
