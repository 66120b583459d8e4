import type { catalogue } from '../../lib/contract/catalogue.ts';
import { newSettings } from '../../lib/domain/monitors/settings/settings.ts';
import { charge } from '../../lib/flows/billing/charge.ts';
import { charged, pay } from '../../lib/flows/billing/pay.ts';
import { valueOrRefusal } from '../../lib/flows/or-refuse.ts';
import { decidingOwner } from '../../lib/runtime/current-owner.ts';
import { creationOf, unnamedMonitor } from '../../lib/flows/monitors/monitor-creation.ts';
import { settingsRules } from '../../lib/flows/monitors/settings-rules.ts';
import { monitorView } from '../../lib/render/monitors/monitor-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { Result } from '../../lib/runtime/result.ts';
import { forOwner, secretsSource } from './owner-view.ts';
import { wantedOf } from './requested-settings.ts';

export const createMonitor: Handle<typeof catalogue.createMonitor> = async (ctx, { body }) => {
  const rules = settingsRules(ctx);
  const settings = valueOrRefusal(newSettings(wantedOf(body), rules));
  return charge(
    (quote, owned) => pay(ctx, quote, owned),
    async (conflict) => {
      const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
      return creationOf(ctx, owner, { monitor: unnamedMonitor(owner, settings, ctx.now) });
    },
    async ({ result: { monitor, consented }, ...cost }, write) => {
      const known = { ingestOrigin: ctx.origins.ingest, alertToConsented: consented };
      const view = { ...monitorView(monitor, ctx.now, known), ...(await forOwner(ctx, monitor)) };
      const answer = new Result(view, { derivedFrom: secretsSource(monitor) });
      return ctx.commit(charged(answer, cost), write);
    },
  );
};
