import { noteRolledUp } from '../../lib/data/monitors.ts';
import { putDays } from '../../lib/data/months.ts';
import { durationsOf } from '../../lib/data/run-durations.ts';
import { dayOf } from '../../lib/domain/calendar.ts';
import type { Monitor } from '../../lib/domain/monitor/monitor.ts';
import { dayFigures } from '../../lib/domain/statistics/day-figures.ts';
import { daysToRollUp } from '../../lib/domain/statistics/roll-up.ts';
import type { CheckerDeps } from '../../lib/runtime/deps.ts';
import type { CheckRun } from './check-run.ts';

const AT_ONCE = 16;

/**
 * Rolls up the days of some monitors, a few side by side, while there is time: statistics must not need the events.
 * Called when all that was due is judged and told. Never throws: what failed is rolled up after the next visit.
 */
export async function rollUpAll(
  deps: CheckerDeps,
  run: CheckRun,
  monitors: readonly Monitor[],
): Promise<void> {
  const left = [...monitors];
  const faults: unknown[] = [];
  const workOff = async (): Promise<void> => {
    for (let each = left.shift(); each && run.hasTime(); each = left.shift()) {
      await rollUp(deps, run, each).catch((error: unknown) => faults.push(error));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, workOff));
  if (faults.length > 0) deps.log.error('roll_up_failed', faults[0], { monitors: faults.length });
}

/** Days without a measured run are not written, so a month has none of them. */
async function rollUp({ table }: CheckerDeps, { now }: CheckRun, monitor: Monitor): Promise<void> {
  const days = daysToRollUp(monitor, now);
  if (!days) return;
  const { durations, to } = await durationsOf(table, monitor, days);
  const byDay = Map.groupBy(durations, ({ at }) => dayOf(at));
  const figures = [...byDay].flatMap(([day, measured]) => {
    const found = dayFigures(measured.map(({ durationMs }) => durationMs));
    return found ? [{ day, figures: found }] : [];
  });
  for (const [month, some] of Map.groupBy(figures, ({ day }) => day.slice(0, 7)))
    await putDays(table, monitor, month, some);
  await noteRolledUp(table, monitor, to);
}
