import type { MonitorView } from '../../lib/contract/monitors/monitor-output.ts';
import { patchedSettings, type WantedSettings } from '../../lib/domain/monitors/settings/settings.ts';
import { charged, pay } from '../../lib/flows/billing/pay.ts';
import { valueOrRefusal } from '../../lib/flows/or-refuse.ts';
import { decidingOwner } from '../../lib/runtime/current-owner.ts';
import { monitorOfOwner, noSuchMonitor } from '../../lib/flows/monitors/own-monitor.ts';
import { settingsRules } from '../../lib/flows/monitors/settings-rules.ts';
import { monitorView } from '../../lib/render/monitors/monitor-view.ts';
import { newestAlerts } from '../../lib/data/alerts/alert-pages.ts';
import { clearChannelFailureItem } from '../../lib/data/alerts/channel-failures.ts';
import { channelsOfMonitor } from '../../lib/data/alerts/owner-channels.ts';
import { countOrOwnedItem } from '../../lib/data/accounts/owner-counters.ts';
import { type Owner } from '../../lib/data/owners.ts';
import { settingsItems } from '../../lib/data/monitors/settings-writes.ts';
import { transact, type Table, type TransactItem } from '../../lib/data/table.ts';
import { movedChannels } from '../../lib/domain/alerts/channel.ts';
import { channelsHearing, knowsOf, speaksFor } from '../../lib/domain/alerts/owner-channel.ts';
import { countedFast, usageChange } from '../../lib/domain/billing/allowance.ts';
import { customerOf } from '../../lib/domain/billing/customer.ts';
import { withSettings } from '../../lib/domain/monitors/lifecycle.ts';
import type { Monitor, OwnerChannelId } from '../../lib/domain/monitors/monitor.ts';
import { realertNow } from '../../lib/domain/monitors/realert.ts';
import type { DecidedSettings } from '../../lib/domain/monitors/settings/default-settings.ts';
import { askConsent, namingOf } from '../../lib/flows/alerts/address-consent.ts';
import { authorOf } from '../../lib/flows/change-author.ts';
import { charge, type Action } from '../../lib/flows/billing/charge.ts';
import { extendedNow, judgedNow } from '../../lib/flows/monitors/detect-outages.ts';
import type { WrittenMonitor } from '../../lib/flows/monitors/monitor-creation.ts';
import { sendOrLeave } from '../../lib/flows/alerts/outbox.ts';
import type { Ctx } from '../../lib/runtime/context.ts';
import type { Result } from '../../lib/runtime/result.ts';
import { termsOf } from '../../lib/runtime/terms.ts';

/**
 * Changes an active monitor of the caller to what is wanted of it, as far as its allowance goes or it is paid for; returns
 * it. What is wanted is decided from the monitor as it is, again where that changed meanwhile.
 */
export async function patched(
  ctx: Ctx<'owner'>,
  id: string,
  wantedFor: (monitor: Monitor, owner: Owner) => WantedSettings | Promise<WantedSettings>,
): Promise<Result<MonitorView>> {
  const rules = settingsRules(ctx);
  return charge(
    (quote, owned) => pay(ctx, quote, owned),
    async (conflict) => {
      const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
      const monitor = await monitorOfOwner(ctx, id, owner);
      if (!monitor.active) throw noSuchMonitor();
      const wanted = await wantedFor(monitor, owner);
      const settings = valueOrRefusal(patchedSettings(monitor, wanted, rules));
      return changeOf(ctx, owner, monitor, { settings, namesAddress: wanted.alertTo !== undefined });
    },
    async ({ result: { monitor, consented }, ...cost }, write) => {
      const known = { ingestOrigin: ctx.origins.ingest, alertToConsented: consented };
      const [judged = monitor] = await judgedNow(ctx, [monitor], ctx.now);
      return ctx.commit(charged(monitorView(judged, ctx.now, known), cost), write);
    },
  );
}

/** What a monitor is changed to; with `namesAddress` the request itself names its alert address. */
export interface Wish {
  settings: DecidedSettings;
  namesAddress: boolean;
  /** What is written with it. */
  besides?: readonly TransactItem[];
}

/** The change of an active monitor to other settings, with what follows for its counters, channels and open incident. */
export async function changeOf(
  ctx: Ctx<'owner'>,
  owner: Owner,
  monitor: Monitor,
  { settings, namesAddress, besides = [] }: Wish,
): Promise<Action<WrittenMonitor>> {
  const { table, now } = ctx;
  const wished = withSettings(monitor, settings, now, await extendedNow(ctx, monitor, now));
  const naming = namingOf(owner, namesAddress, now);
  const consent = await askConsent(table, monitor.spaceId, wished, naming);
  const moved = movedChannels(monitor, wished);
  // An address that has not consented hears of it when it does.
  const audible = moved.filter((channel) => channel === 'webhook' || consent.consented);
  const terms = termsOf(ctx);
  const told = [...audible, ...(await newlyHearing(table, monitor, wished))];
  const changed = countedFast(monitor, realertNow(wished, told, now), terms.tariff.free);
  const cleared = moved.map((channel) => clearChannelFailureItem(table, monitor.id, channel));
  const request = usageChange([monitor], [changed]);
  const owned = { ownerId: owner.id, spaceId: monitor.spaceId };
  return {
    customer: customerOf(owner, terms),
    owned,
    request,
    counted: (ceiling, bought) => countOrOwnedItem(table, owned, request, { ceiling, bought }),
    result: { monitor: changed, consented: consent.consented },
    write: async (items) => {
      const changes = settingsItems(table, { before: monitor, after: changed }, authorOf(ctx));
      const writes = [...changes, ...besides, ...items, ...consent.items];
      await transact(table, [...writes, ...cleared]);
      await sendOrLeave(ctx, consent.messages);
    },
  };
}

/** The channels of its owner that speak for a monitor since its change, and do not know of its open incident. */
async function newlyHearing(table: Table, before: Monitor, after: Monitor): Promise<OwnerChannelId[]> {
  const { id, incident, tags, usesChannels } = after;
  const isForOthers = usesChannels !== before.usesChannels || tags.some((tag) => !before.tags.includes(tag));
  if (incident === null || !isForOthers) return [];
  const about = { kind: 'miss', reason: incident.reason } as const;
  const hearing = channelsHearing(await channelsOfMonitor(table, after), after, about);
  const others = hearing.filter((channel) => !speaksFor(channel, before));
  if (others.length === 0) return [];
  const alerts = await newestAlerts(table, id);
  return others.filter((channel) => !knowsOf(channel, incident.number, alerts)).map((each) => each.id);
}
