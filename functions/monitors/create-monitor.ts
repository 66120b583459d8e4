import type { catalogue } from '../../lib/contract/catalogue.ts';
import { newSettings } from '../../lib/domain/monitor/settings.ts';
import { billingNote } from '../../lib/flows/charge/pay.ts';
import { monitorView } from '../../lib/render/view/monitor-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { forOwner } from './for-owner.ts';
import { registerMonitor } from './register-monitor.ts';
import { decided, wantedOf } from './wanted.ts';

export const createMonitor: Handle<typeof catalogue.createMonitor> = async (ctx, { body }) => {
  const rules = { now: ctx.now, allowLoopback: ctx.config.allowLoopbackAlerts };
  const settings = decided(newSettings(wantedOf(body), rules));
  const { monitor, charges, alertToConfirmed } = await registerMonitor(ctx, settings);

  return {
    ...monitorView(monitor, ctx.now, { ingestOrigin: ctx.origins.ingest, alertToConfirmed }),
    ...(await forOwner(ctx, monitor)),
    ...billingNote(charges),
  };
};
