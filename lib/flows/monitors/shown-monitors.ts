import type { MonitorView } from '../../contract/monitors/monitor-output.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import { monitorView } from '../../render/monitors/monitor-view.ts';
import type { Ctx } from '../../runtime/context.ts';
import { consentedIds } from '../alerts/address-consents.ts';
import { judgedNow } from './detect-outages.ts';
import { eachShown } from '../each-shown.ts';

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
