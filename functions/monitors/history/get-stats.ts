import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { getCheckerState } from '../../../lib/data/monitors/checker-state.ts';
import { getMonitor } from '../../../lib/data/monitors/monitors.ts';
import { listMonths, type StoredMonth } from '../../../lib/data/statistics/months.ts';
import { DAY_MS, dayOf, monthAfter, monthOf } from '../../../lib/domain/calendar.ts';
import { isoOrNull } from '../../../lib/domain/instant.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import type { Monitor } from '../../../lib/domain/monitors/monitor.ts';
import { monthFigures, watchedFrom } from '../../../lib/domain/statistics/month-figures.ts';
import { ownMonitor } from '../../../lib/flows/monitors/own-monitor.ts';
import type { Ctx, Handle } from '../../../lib/runtime/context.ts';

/** A check that closes an incident between two reads is met once, hardly twice. */
const READS_MAX = 3;

export const getStats: Handle<typeof catalogue.getStats> = async (ctx, { params }) => {
  const seen = await ownMonitor(ctx, params.id);
  const [{ historyFrom }, { monitor, months }] = await Promise.all([
    getCheckerState(ctx.table),
    together(ctx, seen),
  ]);
  return {
    watched_from: isoOrNull(watchedFrom(monitor, historyFrom)),
    months: monthFigures(monitor, months, historyFrom, ctx.now).map((each) => ({
      month: each.month,
      up_percent: each.upPercent,
      incidents: each.incidents,
      down_sec: each.downMs === null ? null : Math.floor(each.downMs / 1000),
    })),
    days: daysOf(months, dayOf(ctx.now - LIMITS.statsDays * DAY_MS)),
  };
};

/** A monitor and its months as they were at one time: what closes meanwhile would count twice or not at all. */
async function together(
  { table, now }: Ctx,
  seen: Monitor,
): Promise<{ monitor: Monitor; months: StoredMonth[] }> {
  const from = monthAfter(monthOf(now), 1 - LIMITS.statsMonths);
  let monitor = seen;
  for (let reads = 1; ; reads++) {
    const months = await listMonths(table, monitor, from);
    const again = (await getMonitor(table, monitor.id)) ?? monitor;
    if (again.rev === monitor.rev || reads === READS_MAX) return { monitor: again, months };
    monitor = again;
  }
}

function daysOf(months: readonly StoredMonth[], oldest: string) {
  return months
    .flatMap(({ days }) => days)
    .filter(({ day }) => day >= oldest)
    .map(({ day, figures: { runs, p50Ms, p95Ms, maxMs } }) => ({
      day,
      runs,
      p50_ms: p50Ms,
      p95_ms: p95Ms,
      max_ms: maxMs,
    }));
}
