import { DAY_MS, HOUR_MS } from '../../calendar.ts';
import { parseCron } from '../../schedule/parse-cron.ts';
import type { Schedule } from '../../schedule/schedule.ts';
import type { Answers, Slot, Tolerance } from './answers.ts';
import type { History, Run } from './history.ts';

/** Fewer runs show no rhythm. */
export const RUNS_MIN = 5;
/** Runs of every few minutes come fast, and their minutes have to be seen. */
const SHORT_GAP_MS = 50 * 60_000;
const SHORT_RUNS_MIN = 10;
/** Among fewer runs no scheduled time may go without its run, and no run may come besides. */
const MISSED_RUNS_MIN = 14;
const EXTRA_RUNS_MIN = 8;
const MISSED_SHARE = 0.05;
const EXTRA_SHARE = 0.1;
/** No hours of work last longer, so what ran for longer runs at night too. */
const NIGHT_SEEN_MS = 18 * HOUR_MS;
/** Below this the times of runs wander instead of scattering around a time of day (von Neumann's ratio, 2 by chance). */
const WANDERING = 0.8;
const WANDERING_SURELY = 0.4;
const FEW = 15;
/** A trend of times that chance has once in a hundred histories or less often. */
const TREND = 2.7;
const TREND_SURELY = 0.95;
const GROUPED_HOURS_MAX = 6;
/** Spread of times within which nobody can tell. */
const SHARP_MS = 1_000;

/** How much may contradict a schedule that so many runs are held against; a part of a history has to fit as a whole. */
export function toleranceFor(runs: number, isWhole: boolean): Tolerance {
  return {
    missedMax: runs < MISSED_RUNS_MIN ? 0 : Math.max(1, Math.floor(runs * MISSED_SHARE)),
    extraMax: runs < EXTRA_RUNS_MIN || !isWhole ? 0 : Math.max(1, Math.floor(runs * EXTRA_SHARE)),
  };
}

/** Whether answers to a schedule are no chance. `unseen`: more runs may make them certain; `none`: they speak against it. */
export type Conviction = 'full' | 'unseen' | 'none';

/** How certain a schedule is by its answers: there are enough of them, the last one too, and every part of it was seen. */
export function convictionOf(schedule: Schedule, { slots }: Answers, runs: readonly Run[]): Conviction {
  const answered = slots.filter((slot) => slot.runs.length > 0);
  const last = slots.at(-1);
  if (last && last.runs.length === 0 && !last.isExcused) return 'none';
  const hours = parseCron(schedule.cron)?.hours.length ?? 0;
  const wandering = wanderingOf(answered, hours <= GROUPED_HOURS_MAX ? hours : 1);
  if (wandering !== 'full') return wandering;
  if (answered.length < RUNS_MIN) return 'none';
  return isSeen(schedule, slots, runs.length) ? 'full' : 'unseen';
}

function isSeen(schedule: Schedule, slots: readonly Slot[], runs: number): boolean {
  const hours = parseCron(schedule.cron)?.hours.length ?? 0;
  const spanMs = (slots.at(-1)?.at ?? 0) - (slots[0]?.at ?? 0);
  const isShort = spanMs / (slots.length - 1) < SHORT_GAP_MS;
  if (isShort && runs < SHORT_RUNS_MIN) return false;
  // Hours that no step gives have each to be seen twice.
  const isListed = hours > 1 && /^[\d,-]+$/.test(schedule.cron.split(' ')[1] ?? '');
  if (isListed && runs < 2 * hours) return false;
  if (!isShort && hours > 1 && spanMs < NIGHT_SEEN_MS) return false;
  return areDaysSeen(schedule, spanMs);
}

/** Days of the week or the month stand for themselves once each was seen twice; the working week once a weekend was. */
function areDaysSeen({ cron }: Schedule, spanMs: number): boolean {
  const [dayOfMonth = '*', , dayOfWeek = '*'] = cron.split(' ').slice(2);
  const spanDays = spanMs / DAY_MS;
  if (dayOfMonth.startsWith('*/')) return spanDays >= 31;
  if (dayOfMonth !== '*') return spanDays >= 58;
  return dayOfWeek === '*' || dayOfWeek === '1-5' || spanDays >= 13;
}

/** Whether runs keep their times: `full` where they scatter, `none` where they surely wander. Each of `times` a day by itself. */
function wanderingOf(answered: readonly Slot[], times: number): Conviction {
  const late = answered.map((slot) => (slot.runs[0]?.beganAt ?? slot.at) - slot.at);
  if (Math.max(...late) - Math.min(...late) < SHARP_MS) return 'full';
  const groups = Array.from({ length: times }, (_, first) =>
    late.filter((_ms, place) => place % times === first),
  );
  let [steps, spread] = [0, 0];
  for (const group of groups) {
    const mean = meanOf(group);
    spread += group.reduce((sum, ms) => sum + (ms - mean) ** 2, 0);
    steps += group.slice(1).reduce((sum, ms, place) => sum + (ms - (group[place] ?? ms)) ** 2, 0);
  }
  const ratio = steps / spread;
  const trend = Math.abs(trendOf(late));
  if (late.length >= FEW && (ratio < WANDERING_SURELY || trend > TREND_SURELY)) return 'none';
  const isTrend = trend > TREND / Math.sqrt(late.length);
  return isTrend || ratio < (late.length < FEW ? WANDERING_SURELY : WANDERING) ? 'unseen' : 'full';
}

/** How much values rise or fall all along: 1 or -1 on a straight line, 0 of chance. */
function trendOf(values: readonly number[]): number {
  const [mean, middle] = [meanOf(values), (values.length - 1) / 2];
  const sum = (of: (value: number, place: number) => number) =>
    values.reduce((total, value, place) => total + of(value, place), 0);
  const both = sum((value, place) => (value - mean) * (place - middle));
  return both / Math.sqrt(sum((value) => (value - mean) ** 2) * sum((_, place) => (place - middle) ** 2));
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The newest part of a history in which at most one scheduled time went without its run. */
export function tellingSuffix({ slots }: Answers, { runs }: History): { runs: Run[]; lateMs: number[] } {
  let missed = 0;
  const telling: Slot[] = [];
  for (const slot of slots.toReversed()) {
    if (slot.runs.length === 0 && !slot.isExcused) missed += 1;
    if (missed > 1) break;
    telling.push(slot);
  }
  const from = telling.findLast((slot) => slot.runs.length > 0)?.runs[0]?.beganAt ?? Infinity;
  const lateMs = telling.flatMap((slot) => {
    const first = slot.runs.find(({ isFailed }) => !isFailed) ?? slot.runs[0];
    return first ? [first.at - slot.at] : [];
  });
  return { runs: runs.filter(({ beganAt }) => beganAt >= from), lateMs };
}
