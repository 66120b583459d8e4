import type { catalogue } from '../../lib/contract/catalogue.ts';
import { newSettings } from '../../lib/domain/monitor/settings.ts';
import { charge } from '../../lib/flows/charge/charge.ts';
import { billingNote, pay } from '../../lib/flows/charge/pay.ts';
import { decidingOwner } from '../../lib/flows/deciding-owner.ts';
import { sendOrLeave } from '../../lib/flows/outbox.ts';
import { monitorView } from '../../lib/render/view/monitor-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { creationOf, unnamedMonitor } from './creation.ts';
import { forOwner } from './for-owner.ts';
import { decided, wantedOf } from './wanted.ts';

export const createMonitor: Handle<typeof catalogue.createMonitor> = async (ctx, { body }) => {
  const rules = { now: ctx.now, allowLoopback: ctx.config.allowLoopbackAlerts };
  const settings = decided(newSettings(wantedOf(body), rules));
  const { result, charges } = await charge(
    (quote) => pay(ctx, quote),
    async (conflict) => {
      const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
      return creationOf(ctx, owner, { monitor: unnamedMonitor(owner, settings, ctx.now) });
    },
  );
  const { monitor, consent } = result;
  await sendOrLeave(ctx, consent.messages);
  const known = { ingestOrigin: ctx.origins.ingest, alertToConfirmed: consent.confirmed };
  return {
    ...monitorView(monitor, ctx.now, known),
    ...(await forOwner(ctx, monitor)),
    ...billingNote(charges),
  };
};
