import { newMonitorId } from '../../lib/adapters/ids.ts';
import type { catalogue } from '../../lib/contract/catalogue.ts';
import { putMonitorItem } from '../../lib/data/monitors.ts';
import { countItem } from '../../lib/data/owners.ts';
import { pointerItem } from '../../lib/data/space-monitors.ts';
import { transact, type WriteConflict } from '../../lib/data/table.ts';
import { quotaOf } from '../../lib/domain/alert/mail-caps.ts';
import { isFast, type Charge } from '../../lib/domain/allowance/allowance.ts';
import { newMonitor } from '../../lib/domain/monitor/lifecycle.ts';
import type { Monitor } from '../../lib/domain/monitor/monitor.ts';
import { newSettings, type DecidedSettings } from '../../lib/domain/monitor/settings.ts';
import { askConsent, type Asking } from '../../lib/flows/address-consent.ts';
import { charge, type Action } from '../../lib/flows/charge/charge.ts';
import { billingNote, pay } from '../../lib/flows/charge/pay.ts';
import { decidingOwner, homeOf } from '../../lib/flows/deciding-owner.ts';
import { sendOrLeave } from '../../lib/flows/outbox.ts';
import { monitorView } from '../../lib/render/view/monitor-view.ts';
import type { Handle, Ctx } from '../../lib/runtime/context.ts';
import { forOwner } from './for-owner.ts';
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

interface Registered {
  monitor: Monitor;
  charges: readonly Charge[];
  alertToConfirmed: boolean;
}

/**
 * Creates a monitor within the owner's allowance: the monitor, its pointer, the counter under its ceiling and a
 * first question to the alert address, all or nothing. Throws 402 past the allowance.
 */
async function registerMonitor(ctx: Ctx<'owner'>, settings: DecidedSettings): Promise<Registered> {
  const { result, charges } = await charge(
    (quote) => pay(ctx, quote),
    (conflict) => creation(ctx, settings, conflict),
  );
  await sendOrLeave(ctx, result.consent.messages);
  return { monitor: result.monitor, charges, alertToConfirmed: result.consent.confirmed };
}

async function creation(
  ctx: Ctx<'owner'>,
  settings: DecidedSettings,
  conflict: WriteConflict | undefined,
): Promise<Action<{ monitor: Monitor; consent: Asking }>> {
  const { table, now } = ctx;
  const owner = await decidingOwner(table, ctx.caller.owner, conflict);
  const spaceId = homeOf(owner);
  const monitor = newMonitor({ id: newMonitorId(), spaceId, slug: null }, settings, now);
  const consent = await askConsent(table, spaceId, settings, { quota: quotaOf(owner), anew: true, now });
  const request = {
    monitors: 1,
    emailAlerts: settings.alertTo === null ? 0 : 1,
    fast: isFast(settings) ? 1 : 0,
  };
  return {
    owner,
    request,
    counted: (ceiling) => countItem(table, { ownerId: owner.id, spaceId }, request, ceiling),
    write: async (items) => {
      const created = [putMonitorItem(table, monitor), pointerItem(table, monitor)];
      await transact(table, [...created, ...items, ...consent.items]);
      return { monitor, consent };
    },
  };
}
