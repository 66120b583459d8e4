import type { catalogue } from '../../lib/contract/catalogue.ts';
import { pageOf } from '../../lib/contract/page.ts';
import { alertsBefore } from '../../lib/data/alert-pages.ts';
import { ownMonitor } from '../../lib/flows/own-monitor.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { alertView } from './alert-view.ts';

export const listAlerts: Handle<typeof catalogue.listAlerts> = async (ctx, { params, query }) => {
  const monitor = await ownMonitor(ctx, params.id);
  const alerts = await alertsBefore(ctx.table, monitor.id, pageOf(query, ctx.now));
  return { alerts: alerts.map(alertView) };
};
