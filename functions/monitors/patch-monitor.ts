import type { catalogue } from '../../lib/contract/catalogue.ts';
import { monitorView } from '../../lib/render/view/monitor-view.ts';
import { clearChannelFailureItem } from '../../lib/data/channel-failures.ts';
import { replaceMonitorItem } from '../../lib/data/monitors.ts';
import { countItem, stillHeldItem, type Owner } from '../../lib/data/owners.ts';
import { transact } from '../../lib/data/table.ts';
import { movedChannels } from '../../lib/domain/alert/channel.ts';
import { quotaOf } from '../../lib/domain/alert/mail-caps.ts';
import { isFast, type AllowanceRequest } from '../../lib/domain/allowance/allowance.ts';
import { withSettings } from '../../lib/domain/monitor/lifecycle.ts';
import type { Monitor, MonitorSettings } from '../../lib/domain/monitor/monitor.ts';
import { realertNow } from '../../lib/domain/monitor/realert.ts';
import { patchedSettings, type Wanted } from '../../lib/domain/monitor/settings.ts';
import { askConsent, type Asking } from '../../lib/flows/address-consent.ts';
import { charge, type Action } from '../../lib/flows/charge/charge.ts';
import { billingNote, pay } from '../../lib/flows/charge/pay.ts';
import { extendedNow, judgedNow } from '../../lib/flows/detect-outages.ts';
import { sendOrLeave } from '../../lib/flows/outbox.ts';
import type { Ctx, Handle } from '../../lib/runtime/context.ts';
import { decidingOwner } from '../../lib/flows/deciding-owner.ts';
import { monitorOfOwner, noSuchMonitor } from '../../lib/flows/own-monitor.ts';
import { decided, wantedOf } from './wanted.ts';

export const patchMonitor: Handle<typeof catalogue.patchMonitor> = async (ctx, { params, body }) => {
  const wanted = wantedOf(body);
  const { result: patched, charges } = await charge(
    (quote) => pay(ctx, quote),
    async (conflict) => {
      const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
      return patching(ctx, await monitorOfOwner(ctx, params.id, owner), owner, wanted);
    },
  );
  await sendOrLeave(ctx, patched.consent.messages);
  const known = { ingestOrigin: ctx.origins.ingest, alertToConfirmed: patched.consent.confirmed };
  const [judged = patched.monitor] = await judgedNow(ctx, [patched.monitor], ctx.now);
  return { ...monitorView(judged, ctx.now, known), ...billingNote(charges) };
};

async function patching(
  ctx: Ctx<'owner'>,
  monitor: Monitor,
  owner: Owner,
  wanted: Wanted,
): Promise<Action<{ monitor: Monitor; consent: Asking }>> {
  if (!monitor.active) throw noSuchMonitor();
  const rules = { now: ctx.now, allowLoopback: ctx.config.allowLoopbackAlerts };
  const settings = decided(patchedSettings(monitor, wanted, rules));
  const wished = withSettings(monitor, settings, ctx.now, await extendedNow(ctx, monitor, ctx.now));

  const naming = { quota: quotaOf(owner), anew: wanted.alertTo !== undefined, now: ctx.now };
  const consent = await askConsent(ctx.table, monitor.spaceId, wished, naming);
  const moved = movedChannels(monitor, wished);
  // An address that has not confirmed hears of it when it does.
  const audible = moved.filter((channel) => channel === 'webhook' || consent.confirmed);
  const changed = realertNow(wished, audible, ctx.now);
  const cleared = moved.map((channel) => clearChannelFailureItem(ctx.table, monitor.id, channel));
  const request = requestOf(monitor, wished);
  const holding = { ownerId: owner.id, spaceId: monitor.spaceId };
  return {
    owner,
    request,
    counted: (ceiling) =>
      request.emailAlerts === 0
        ? stillHeldItem(ctx.table, holding)
        : countItem(ctx.table, holding, request, ceiling),
    write: async (items) => {
      const writes = [replaceMonitorItem(ctx.table, monitor, changed), ...items, ...consent.items];
      await transact(ctx.table, [...writes, ...cleared]);
      return { monitor: changed, consent };
    },
  };
}

/** What the patch adds to the owner's usage: only what was not so before is asked for. */
function requestOf(before: Monitor, after: MonitorSettings): AllowanceRequest {
  const mails = (settings: MonitorSettings) => (settings.alertTo === null ? 0 : 1);
  return {
    monitors: 0,
    emailAlerts: mails(after) - mails(before),
    fast: !isFast(before) && isFast(after) ? 1 : 0,
  };
}
