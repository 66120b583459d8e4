import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../calendar.ts';
import { parseCron } from '../../schedule/parse-cron.ts';
import { offsetMsAt } from '../../schedule/zone.ts';
import type { Schedule } from '../../schedule/schedule.ts';
import type { Answers, Slot, Tolerance } from './answers.ts';
import type { History, Run } from './history.ts';
import { fittingGraceSec } from './tolerance.ts';
import { waitingOf } from './waiting.ts';
import { wanderingOf, type Conviction } from './wandering.ts';

/** Fewer runs show no rhythm. */
export const RUNS_MIN = 5;
/** Runs of every few minutes come fast, and their minutes have to be seen. */
const SHORT_GAP_MS = 50 * MINUTE_MS;
const SHORT_RUNS_MIN = 10;
/** Among fewer runs no scheduled time may go without its run, and no run may come besides. */
const MISSED_RUNS_MIN = 14;
const EXTRA_RUNS_MIN = 8;
const MISSED_SHARE = 0.05;
const EXTRA_SHARE = 0.1;
/** No hours of work last longer, so what ran for longer runs at night too. */
const NIGHT_SEEN_MS = 18 * HOUR_MS;
/** How much may contradict a schedule that so many runs are held against; a part of a history has to fit as a whole. */
export function toleranceFor(runs: number, isWhole: boolean): Tolerance {
  return {
    missedMax: runs < MISSED_RUNS_MIN ? 0 : Math.max(1, Math.floor(runs * MISSED_SHARE)),
    extraMax: runs < EXTRA_RUNS_MIN || !isWhole ? 0 : Math.max(1, Math.floor(runs * EXTRA_SHARE)),
  };
}

/** How certain a schedule is by its answers: there are enough of them, the last one too, and every part of it was seen. */
export function convictionOf(schedule: Schedule, { slots }: Answers, runs: readonly Run[]): Conviction {
  const answered = slots.filter((slot) => slot.runs.length > 0);
  const last = slots.at(-1);
  if (last && last.runs.length === 0 && !last.isExcused) return 'none';
  const wandering = wanderingOf(slots, schedule);
  if (wandering !== 'full') return wandering;
  const waiting = waitingOf(slots);
  if (answered.length < RUNS_MIN || waiting === 'waits') return 'none';
  if (waiting === 'unknown') return 'unseen';
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

/** Days from Monday to Saturday, or a working week in another zone, are each day until the other day of a weekend was seen. */
export function isWeekendSeen({ cron, tz }: Schedule, { slots }: Answers): boolean {
  if (!cron.endsWith(' * * *') || parseCron(cron)?.hours.length !== 1) return true;
  const days = new Set(slots.map(({ at }) => new Date(at + offsetMsAt(tz, at)).getUTCDay()));
  return days.size === 7 || days.has(0) === days.has(6);
}

/** Days of the week or the month stand for themselves once each was seen twice; the working week once a weekend was. */
function areDaysSeen({ cron }: Schedule, spanMs: number): boolean {
  const [dayOfMonth = '*', , dayOfWeek = '*'] = cron.split(' ').slice(2);
  const spanDays = spanMs / DAY_MS;
  if (dayOfMonth.startsWith('*/')) return spanDays >= 31;
  if (dayOfMonth !== '*') return spanDays >= 58;
  return dayOfWeek === '*' || dayOfWeek === '1-5' || spanDays >= 13;
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

/** The grace of a schedule by how late the newest of its answers came; null where none may be so long. */
export function graceOf(schedule: Schedule, answers: Answers, history: History): number | null {
  const { lateMs } = tellingSuffix(answers, history);
  return fittingGraceSec(schedule, Math.max(...lateMs) / 1_000, history.now);
}
