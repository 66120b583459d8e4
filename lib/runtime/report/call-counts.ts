import { addCounts } from '../../data/statistics/day-counts.ts';
import { isThrottled } from '../../data/table.ts';
import { dayOf } from '../../domain/calendar.ts';
import { added, type Counts, type Surface } from '../../domain/statistics/counted.ts';
import { kindOfCaller } from '../../domain/statistics/visitor-kind.ts';
import type { Call } from '../call.ts';
import type { CoreDeps } from '../deps.ts';

/** In milliseconds. */
const TIMES = {
  /** Between two writes of one instance of a function. */
  rest: 1_000,
  /** The same after a write that failed. */
  longRest: 10_000,
  /** A call that has its answer waits so long for the write beside it: what is under way when a function freezes may be lost. */
  wait: 50,
};

/** Notes a call. What it returns is waited for before the answer goes out, and neither fails nor takes long. */
export type NoteCall = (call: Pick<Call, 'headers' | 'via'>) => Promise<void> | undefined;

/**
 * Counts the calls of one instance of a function: in memory, and in the table at most once a second, the first at once and
 * beside the work of the call itself. What an instance holds when it ends is lost, and so is what cannot be written; no call
 * fails or waits for it (decisions/044).
 */
export function callCounts(
  { table, clock, log }: Pick<CoreDeps, 'table' | 'clock' | 'log'>,
  surface: Surface,
  times = TIMES,
): NoteCall {
  const pending = new Map<string, Counts>();
  let isResting = false;
  const keep = (day: string, counts: Counts) => pending.set(day, added([pending.get(day) ?? {}, counts]));
  const write = async (): Promise<number> => {
    const days = [...pending];
    pending.clear();
    let restMs = times.rest;
    for (const [day, counts] of days)
      await addCounts(table, day, counts).catch((error: unknown) => {
        restMs = times.longRest;
        log.warn('calls_not_counted');
        // Anything else may have been written all the same, and would be counted twice.
        if (isThrottled(error)) keep(day, counts);
      });
    return restMs;
  };
  const writeAndRest = async (): Promise<void> => {
    isResting = true;
    const restMs = await write();
    const timer = setTimeout(() => {
      isResting = false;
      if (pending.size > 0) void writeAndRest();
    }, restMs);
    timer.unref();
  };
  return ({ headers, via }) => {
    const kind = via === 'mcp' ? 'agent' : kindOfCaller(headers['user-agent'] ?? '');
    keep(dayOf(clock.now()), { [`calls_${kind}`]: 1, [`calls_at_${via === 'mcp' ? 'mcp' : surface}`]: 1 });
    return isResting ? undefined : withinMs(writeAndRest(), times.wait);
  };
}

function withinMs(work: Promise<void>, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  void work.then(() => {
    clearTimeout(timer);
    resolve();
  });
  return promise;
}
