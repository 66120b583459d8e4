import { newMonitorId } from '../../../lib/adapters/ids.ts';
import { shownIdOf } from '../../../lib/domain/monitors/monitor-id.ts';
import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import { oneUpdateEach } from '../../../lib/data/one-update.ts';
import type { Owner } from '../../../lib/data/owners.ts';
import type { TransactItem } from '../../../lib/data/table.ts';
import { customerOf, type Customer } from '../../../lib/domain/billing/customer.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { newMonitor } from '../../../lib/domain/monitors/lifecycle.ts';
import type { Monitor } from '../../../lib/domain/monitors/monitor.ts';
import { checkEachOnce } from '../../../lib/domain/schedule/check-schedule.ts';
import { askConsents, namingOf } from '../../../lib/flows/alerts/address-consent.ts';
import { doerOf } from '../../../lib/flows/change-author.ts';
import type { Decide } from '../../../lib/flows/billing/charge.ts';
import { manyCountedOn, namedMonitor } from '../../../lib/flows/monitors/slug-monitor.ts';
import { sendOrLeave } from '../../../lib/flows/alerts/outbox.ts';
import { settingsRules } from '../../../lib/flows/monitors/settings-rules.ts';
import { ingestUrlOf } from '../../../lib/render/monitors/monitor-view.ts';
import type { Ctx, Handle } from '../../../lib/runtime/context.ts';
import { termsOf } from '../../../lib/runtime/terms.ts';
import { proposedOrApplied } from './apply-import.ts';
import {
  channelItems,
  channelProposalOf,
  channelProposalView,
  type ChannelProposal,
} from './channel-proposal.ts';
import {
  maintenanceItems,
  maintenanceProposalOf,
  maintenanceProposalView,
  type MaintenanceProposal,
} from './maintenance-proposal.ts';
import { importProposalOf, type FreshEntry, type ImportProposal } from './import-proposal.ts';
import { blockOf, type Registration, type Revival } from './register-block.ts';

/**
 * Each takes three of the hundred items of a transaction. Others are its five blocks, ten channels with their space, five
 * addresses that are asked, maintenance, the owner, three of a payment and the answer that is kept: 27.
 */
const REVIVED_MAX = 24;

/** What an import would do with all that a file has. */
type FileProposal = ImportProposal & {
  channels: ChannelProposal | null;
  maintenance: MaintenanceProposal | null;
};

export const importMonitors: Handle<typeof catalogue.importMonitors> = async (ctx, { query, body }) => {
  const rules = { ...settingsRules(ctx), checkSchedule: checkEachOnce() };
  const proposalOf = async (owner: Owner): Promise<FileProposal> => ({
    ...(await importProposalOf(ctx, owner, { entries: body.monitors, rules })),
    channels: await channelProposalOf(ctx, owner, body.channels),
    maintenance: await maintenanceProposalOf(ctx, owner, body.maintenance),
  });
  const countedOn = manyCountedOn(ctx.table);
  return proposedOrApplied(ctx, query, {
    proposalOf,
    shownOf: (owner, proposal) => shownOf(ctx, owner, proposal),
    application: (owner, proposal) => fileApplication({ ...ctx, countedOn }, owner, proposal),
  });
};

/**
 * What applying a proposal does; with nothing to create there is nothing to write. What its names had before is part of
 * their ping URLs, and not read for what is refused.
 */
export async function fileApplication(
  ctx: Ctx<'owner'> & Required<Pick<Registration, 'countedOn'>>,
  owner: Owner,
  proposal: FileProposal,
): ReturnType<Decide<() => Promise<ReturnType<typeof appliedView>>>> {
  const { fresh, names, channels, maintenance } = proposal;
  const made = [...channelItems(ctx, owner, channels), ...maintenanceItems(ctx, owner, maintenance)];
  if (fresh.length === 0 && made.length === 0)
    return { done: async () => appliedView(ctx, owner, proposal, []) };
  refuseMany(fresh);
  const monitors = monitorsOf(ctx, proposal);
  const consent = await askConsents(ctx.table, names.spaceId, monitors, namingOf(owner, true, ctx.now));
  const pairs = monitors.map((monitor, index) => ({ monitor, before: fresh[index]?.before }));
  const registration = {
    spaceId: names.spaceId,
    doer: doerOf(ctx.caller),
    countedOn: ctx.countedOn,
    monitors: pairs.filter(({ before }) => !before).map(({ monitor }) => monitor),
    revivals: pairs.filter((pair): pair is Revival => pair.before !== undefined),
    besides: oneUpdateEach([
      ...made,
      ...consent.items,
      ...(fresh.some(({ name }) => name) ? names.items : []),
    ]),
  };
  const block = blockOf(ctx, owner, registration);
  return {
    ...block,
    result: async () =>
      appliedView(ctx, owner, proposal, ctx.isDryRun ? monitors : await ctx.countedOn(monitors)),
    write: async (items: readonly TransactItem[]) => {
      await block.write(items);
      await sendOrLeave(ctx, consent.messages);
    },
  };
}

function refuseMany(fresh: readonly FreshEntry[]): void {
  const revived = fresh.filter(({ before }) => before);
  if (revived.length <= REVIVED_MAX) return;
  throw new Refusal(
    'revividos_demais',
    `An import brings back at most ${REVIVED_MAX} names that were deleted in the last ${LIMITS.inactiveRetentionDays} days; got ${revived.length}, monitors[${revived[REVIVED_MAX]?.index}] the first too many.`,
  );
}

/** The monitors to be, in the order of their entries. */
function monitorsOf({ now }: Ctx<'owner'>, { fresh, names: { spaceId } }: ImportProposal): Monitor[] {
  return fresh.map(({ name, settings, before }) =>
    name
      ? namedMonitor({ ...name, spaceId }, settings, { before, now })
      : newMonitor({ id: newMonitorId(), spaceId, slug: null }, settings, now),
  );
}

function shownOf(ctx: Ctx<'owner'>, owner: Owner, proposal: FileProposal, isMade = false) {
  const { existing, fresh, channels, maintenance } = proposal;
  return {
    would_create: fresh.length,
    existing: existing.map(({ index, monitor, differs }) => ({ ...namedView(index, monitor), differs })),
    free_tier: freeTierView(customerOf(owner, termsOf(ctx)), fresh.length),
    ...channelProposalView(channels, isMade),
    ...maintenanceProposalView(maintenance, isMade),
  };
}

function appliedView(ctx: Ctx<'owner'>, owner: Owner, proposal: FileProposal, monitors: readonly Monitor[]) {
  const created = monitors.map((monitor, index) => ({
    ...namedView(proposal.fresh[index]?.index ?? 0, monitor),
    ingest_url: ingestUrlOf(ctx.origins.ingest, shownIdOf(monitor)),
  }));
  const shown = shownOf(ctx, owner, proposal, !ctx.isDryRun);
  return ctx.isDryRun ? { applied: false, ...shown } : { applied: true, ...shown, created };
}

function namedView(index: number, monitor: Monitor) {
  const { name, slug } = monitor;
  return { index, id: shownIdOf(monitor), name, ...(slug !== null && { slug }) };
}

/** How an import shows whether so many new monitors fit the free allowance of an owner. */
export function freeTierView({ usage: { monitors: used }, tariff, isUnlimited }: Customer, newOnes: number) {
  const limit = tariff.free.monitors;
  const freeLeft = Math.max(0, limit - used);
  return { limit, used, free_left: freeLeft, fits: isUnlimited || newOnes <= freeLeft };
}
