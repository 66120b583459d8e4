import { deleteItem } from '../../data/items.ts';
import { getCheckerState, noteChecker } from '../../data/monitors/checker-state.ts';
import { dueShardsOf } from '../../data/due-index.ts';
import { dueKeys } from '../../data/monitors/due.ts';
import { monitorIdOf } from '../../data/key-parts.ts';
import { canaryKey, MONITOR_SK } from '../../data/keys.ts';
import { getMonitor, replaceMonitor } from '../../data/monitors/monitors.ts';
import { putPingBlock } from '../../data/monitors/ping-blocks.ts';
import { retryOnConflict } from '../../data/retry-on-conflict.ts';
import type { Table } from '../../data/table.ts';
import { afterClockStep, type ClockStep } from '../../domain/monitors/clock-step.ts';
import type { Instant } from '../../domain/instant.ts';
import type { CoreDeps } from '../../runtime/deps.ts';
import { LEAST_STEP_MS, type ClockSteps } from './clock-steps.ts';
import type { MovableClock } from './movable-clock.ts';
import type { StandIns } from '../stand-ins.ts';

/** Sees to it that nothing is judged by a clock that was moved or set before that is known. */
export class ClockKeeper {
  #core: CoreDeps;
  #clock: MovableClock;
  #steps: ClockSteps;
  #taken: Promise<void> = Promise.resolve();

  private constructor(core: CoreDeps, { clock, steps }: Pick<StandIns, 'clock' | 'steps'>) {
    this.#core = core;
    this.#clock = clock;
    this.#steps = steps;
  }

  /** When the service starts: the clock may have been set back while it was off. */
  static async begin(core: CoreDeps, standIns: Pick<StandIns, 'clock' | 'steps'>): Promise<ClockKeeper> {
    const { startedAt } = await getCheckerState(core.table);
    const to = standIns.clock.now();
    if (startedAt !== null && startedAt - to > LEAST_STEP_MS)
      await takeClockStep(core, { from: startedAt, to });
    return new ClockKeeper(core, standIns);
  }

  /** Noted before: a ping or check that meets the new time must not take the jump for a silence of the canary. */
  async advance(sec: number): Promise<Instant> {
    const { table } = this.#core;
    await noteChecker(table, { judgedSince: this.#clock.now() + Math.round(sec * 1000) });
    const now = this.#clock.advance(sec);
    this.#clock.takeJump();
    return now;
  }

  /** The same work, by a clock of which all is known. */
  knowing<T>(work: () => Promise<T>): () => Promise<T> {
    return async () => {
      if (this.#clock.takeJump()) await noteChecker(this.#core.table, { judgedSince: this.#clock.now() });
      const step = this.#steps.take();
      if (step)
        this.#taken = this.#taken
          .then(() => this.#take(step))
          .catch((error: unknown) => this.#core.log.error('check_failed', error));
      await this.#taken;
      return work();
    };
  }

  #take({ from, to }: ClockStep): Promise<void> {
    const aheadMs = this.#clock.aheadMs();
    return takeClockStep(this.#core, { from: from + aheadMs, to: to + aheadMs });
  }
}

/**
 * Has all that waits go on waiting as long as it had to when the clock of the host is set: a step is no time that went
 * by. What was known of the way of pings begins anew; the canary gets another monitor, whose pings are none of the future.
 */
async function takeClockStep(
  { table, log }: Pick<CoreDeps, 'table' | 'log'>,
  step: ClockStep,
): Promise<void> {
  log.warn('clock_was_set', { sec: Math.round((step.to - step.from) / 1000) });
  await noteChecker(table, { startedAt: step.to, judgedSince: step.to, windows: [], openAt: {} });
  await deleteItem(table, canaryKey);
  for (const id of await awaitedIds(table)) {
    try {
      await retryOnConflict(async () => {
        const before = await getMonitor(table, id);
        if (!before) return;
        // A list is in order, which a clock that is put back is not.
        await putPingBlock(table, id, before.recent);
        await replaceMonitor(table, before, { ...afterClockStep(before, step), recent: [] });
      });
    } catch (error) {
      log.error('check_failed', error);
    }
  }
}

/** All of which something is due at some time, before any of them moves in the index. */
async function awaitedIds(table: Table): Promise<string[]> {
  const ids: string[] = [];
  for (const shard of dueShardsOf(table))
    for await (const keys of dueKeys(table, { shard, after: null }, Number.MAX_SAFE_INTEGER))
      ids.push(...keys.filter(({ sk }) => sk === MONITOR_SK).map(monitorIdOf));
  return ids;
}
