import type { catalogue } from '../../lib/contract/catalogue.ts';
import { monitorView } from '../../lib/contract/monitor-view.ts';
import { templatesFor } from '../../lib/domain/alert/templates.ts';
import { newSettings } from '../../lib/domain/monitor/settings.ts';
import { billingNote } from '../../lib/flows/allowance-gate.ts';
import { registerMonitor } from '../../lib/flows/register-monitor.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { monitorReadToken, webhookSecret } from '../../lib/runtime/derived-secrets.ts';
import { decided, wantedOf } from './wanted.ts';

export const createMonitor: Handle<typeof catalogue.createMonitor> = async (ctx, { body }) => {
  const rules = { now: ctx.now, allowLoopback: ctx.config.allowLoopbackAlerts };
  const settings = decided(newSettings(wantedOf(body), rules));
  const { monitor, charges, alertToConfirmed } = await registerMonitor(
    ctx,
    ctx.caller.owner,
    settings,
    ctx.now,
  );

  const secret = await ctx.secret();
  const token = monitorReadToken(secret, monitor.id);
  const view = monitorView(monitor, ctx.now, { ingestOrigin: ctx.origins.ingest, alertToConfirmed });
  const templates = templatesFor({ ingestUrl: view.ingest_url, monitor });
  return {
    ...view,
    token,
    status_url: `${ctx.origins.base}/api/endpoints/${monitor.id}?token=${token}`,
    events_url: `${ctx.origins.base}/api/endpoints/${monitor.id}/events?token=${token}`,
    curl_example: templates.ingest_curl,
    templates,
    webhook_secret: webhookSecret(secret, monitor.spaceId),
    ...billingNote(charges),
  };
};
