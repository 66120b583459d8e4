import type { MonitorView } from '../../contract/monitors/monitor-output.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import { monitorView } from '../../render/monitors/monitor-view.ts';
import type { Ctx } from '../../runtime/context.ts';
import { consentedIds } from '../alerts/address-consents.ts';
import { judgedNow } from './detect-outages.ts';
import type { Log } from '../../runtime/report/log.ts';

/** Monitors as a list shows them to their owner, without secrets. */
export async function shownMonitors(
  ctx: Pick<Ctx, 'table' | 'log' | 'now' | 'origins'>,
  monitors: readonly Monitor[],
): Promise<MonitorView[]> {
  const [judged, consented] = await Promise.all([
    judgedNow(ctx, monitors, ctx.now),
    consentedIds(ctx.table, monitors),
  ]);
  return eachShown(ctx.log, judged, (monitor) =>
    monitorView(monitor, ctx.now, {
      ingestOrigin: ctx.origins.ingest,
      alertToConsented: consented.has(monitor.id),
    }),
  );
}

/**
 * What a list shows of each record. One of which nothing can be shown is left out and logged: damage to one must not take
 * the others from their owner for as long as it lasts.
 */
export function eachShown<T, V>(log: Log, records: readonly T[], show: (record: T) => V): V[] {
  const faults: unknown[] = [];
  const views = records.flatMap((record) => {
    try {
      return [show(record)];
    } catch (error) {
      faults.push(error);
      return [];
    }
  });
  if (faults.length > 0) log.error('record_unreadable', faults[0], { records: faults.length });
  return views;
}
