import type { catalogue } from '../../lib/contract/catalogue.ts';
import { listAlerts as readAlerts } from '../../lib/data/alerts.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import { ownMonitor } from '../../lib/flows/own-monitor.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { alertView } from './alert-view.ts';

export const listAlerts: Handle<typeof catalogue.listAlerts> = async (ctx, { params }) => {
  const monitor = await ownMonitor(ctx, params.id);
  const alerts = await readAlerts(ctx.table, monitor.id, { limit: LIMITS.eventsDefault });
  return { alerts: alerts.map(alertView) };
};
