import type { catalogue } from '../../lib/contract/catalogue.ts';
import { patchedSettings } from '../../lib/domain/monitors/settings/settings.ts';
import { charge } from '../../lib/flows/billing/charge.ts';
import { charged, pay } from '../../lib/flows/billing/pay.ts';
import { valueOrRefusal } from '../../lib/flows/or-refuse.ts';
import { decidingOwner } from '../../lib/runtime/current-owner.ts';
import { judgedNow } from '../../lib/flows/monitors/detect-outages.ts';
import { monitorOfOwner, noSuchMonitor } from '../../lib/flows/monitors/own-monitor.ts';
import { settingsRules } from '../../lib/flows/monitors/settings-rules.ts';
import { monitorView } from '../../lib/render/monitors/monitor-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { changeOf } from './apply-patch.ts';
import { wantedOf } from './requested-settings.ts';

export const patchMonitor: Handle<typeof catalogue.patchMonitor> = async (ctx, { params, body }) => {
  const wanted = wantedOf(body);
  const rules = settingsRules(ctx);
  return charge(
    (quote, owned) => pay(ctx, quote, owned),
    async (conflict) => {
      const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
      const monitor = await monitorOfOwner(ctx, params.id, owner);
      if (!monitor.active) throw noSuchMonitor();
      const settings = valueOrRefusal(patchedSettings(monitor, wanted, rules));
      return changeOf(ctx, owner, monitor, { settings, namesAddress: wanted.alertTo !== undefined });
    },
    async ({ result: { monitor, consented }, ...cost }, write) => {
      const known = { ingestOrigin: ctx.origins.ingest, alertToConsented: consented };
      const [judged = monitor] = await judgedNow(ctx, [monitor], ctx.now);
      return ctx.commit(charged(monitorView(judged, ctx.now, known), cost), write);
    },
  );
};
