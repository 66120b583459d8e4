import type { Instant } from '../../instant.ts';
import { nextRunAfter } from '../../schedule/next-run.ts';
import type { Schedule } from '../../schedule/schedule.ts';
import { isUntold, type History, type Run } from './history.ts';

/** A scheduled time and the runs that answer it: the first does, the rest repeat it. */
export interface Slot {
  at: Instant;
  runs: Run[];
  isExcused: boolean;
}

/** How a history answers a schedule. */
export interface Answers {
  slots: Slot[];
  /** Scheduled times without a run that nothing excuses. */
  missed: number;
  /** Runs that answer no scheduled time. */
  extra: number;
}

/** How far runs may lie from a schedule, and how much may contradict it before that is given up. */
export interface Tolerance {
  missedMax: number;
  extraMax: number;
}

/** A run may come so late, as a share of the shorter gap between its scheduled time and its neighbours. */
const LATE_SHARE = 0.12;
/** A second run so soon after the first tried the same again; a later one is another. */
const REPEAT_MIN_MS = 120_000;
const REPEAT_MAX_MS = 900_000;
const REPEAT_SHARE = 0.02;
const EARLY_MAX_MS = 15_000;
const EARLY_SHARE = 0.05;
const SLOTS_MORE_MAX = 1_000;

/**
 * How runs, oldest first, answer a schedule from the first of them to now; null when more than is tolerated contradicts it. A run
 * answers the scheduled time before it, or the one a few seconds after it. Looks at no more scheduled times than there are
 * runs and tolerated misses, and what is excused.
 */
export function answersOf(
  schedule: Schedule,
  runs: readonly Run[],
  { untold, now }: Pick<History, 'untold' | 'now'>,
  { missedMax, extraMax }: Tolerance,
): Answers | null {
  const answers: Answers = { slots: [], missed: 0, extra: 0 };
  const firstAt = runs[0]?.beganAt ?? now;
  let place = 0;
  let slotAt = slotBefore(schedule, firstAt);
  let gapBefore = Infinity;
  const slotsMax = 2 * runs.length + Math.min(missedMax, SLOTS_MORE_MAX) + 100;
  while (slotAt !== null && slotAt < now && answers.slots.length < slotsMax) {
    const nextAt = nextRunAfter(schedule, slotAt);
    if (nextAt === null) return null;
    const gapMs = Math.min(nextAt - slotAt, gapBefore);
    gapBefore = nextAt - slotAt;
    const lateMs = LATE_SHARE * gapMs;
    const repeatMs = Math.min(REPEAT_MAX_MS, Math.max(REPEAT_MIN_MS, REPEAT_SHARE * gapMs));
    const earlyMs = Math.min(EARLY_MAX_MS, EARLY_SHARE * gapMs);
    const slot: Slot = {
      at: slotAt,
      runs: [],
      isExcused: isUntold(untold, slotAt - earlyMs, slotAt + lateMs),
    };
    for (; place < runs.length && (runs[place]?.beganAt ?? 0) < nextAt - earlyMs; place++) {
      const run = runs[place];
      const isIts = run && run.beganAt >= slotAt - earlyMs && run.beganAt <= slotAt + lateMs;
      if (isIts && run.beganAt - (slot.runs.at(-1)?.beganAt ?? run.beganAt) <= repeatMs) slot.runs.push(run);
      else answers.extra += 1;
    }
    const isOver = now > slotAt + lateMs;
    if (slot.runs.length === 0 && isOver && !slot.isExcused && slotAt >= firstAt - lateMs)
      answers.missed += 1;
    if (answers.missed > missedMax || answers.extra > extraMax) return null;
    if (slot.runs.length > 0 || isOver) answers.slots.push(slot);
    slotAt = nextAt;
  }
  return place < runs.length ? null : answers;
}

/** The scheduled time that the first run may answer: the last one within reach before it, or the one just after it. */
function slotBefore(schedule: Schedule, firstAt: Instant): Instant | null {
  const soon = nextRunAfter(schedule, firstAt - 1);
  const following = soon === null ? null : nextRunAfter(schedule, soon);
  if (soon === null || following === null) return null;
  const gapMs = following - soon;
  const reachMs = LATE_SHARE * gapMs;
  let slotAt: Instant | null = nextRunAfter(schedule, firstAt - reachMs - 1);
  let before: Instant | null = null;
  while (slotAt !== null && slotAt <= firstAt + Math.min(EARLY_MAX_MS, EARLY_SHARE * gapMs)) {
    before = slotAt;
    slotAt = nextRunAfter(schedule, slotAt);
  }
  return before ?? soon;
}
