import { Refusal } from '../../../lib/contract/errors.ts';
import type { ImportedChannel } from '../../../lib/contract/monitors/transfer.ts';
import {
  listOwnerChannels,
  newOwnerChannelItems,
  type KeptChannel,
} from '../../../lib/data/alerts/owner-channels.ts';
import type { Owner } from '../../../lib/data/owners.ts';
import type { TransactItem } from '../../../lib/data/table.ts';
import { missingSecret } from '../../../lib/domain/alerts/sending/sending.ts';
import { emailAlertsOf } from '../../../lib/domain/billing/allowance.ts';
import { addressed } from '../../../lib/flows/alerts/channel-change.ts';
import {
  channelWith,
  exactly,
  newChannelIdFor,
  newOwnerChannel,
  refuseChannelsBeyond,
} from '../../../lib/flows/alerts/channel-settings.ts';
import { channelSettingsView } from '../../../lib/render/alerts/channel-settings-view.ts';
import { differingFields } from '../../../lib/render/monitors/settings-view.ts';
import type { Ctx } from '../../../lib/runtime/context.ts';
import { homeOf } from '../../../lib/runtime/current-owner.ts';

/** What an import would do with the channels of its file; null of a file that says nothing of them. */
export interface ChannelProposal {
  existing: { index: number; channel: KeptChannel; differs: string[] }[];
  fresh: { index: number; channel: KeptChannel }[];
}

/** One is there by its name, and two of a name are two. Throws 400 for the first entry that breaks a rule. */
export async function channelProposalOf(
  ctx: Ctx<'owner'>,
  owner: Owner,
  entries: readonly ImportedChannel[] | undefined,
): Promise<ChannelProposal | null> {
  if (entries === undefined) return null;
  const home = homeOf(owner);
  const had = await listOwnerChannels(ctx.table, owner.spaces);
  const known = ({ name, to }: Pick<ImportedChannel, 'name' | 'to'> | KeptChannel) =>
    `${to === null || to === undefined ? 'url' : 'to'} ${name.trim()}`;
  const unclaimed = Map.groupBy(had, known);
  const proposal: ChannelProposal = { existing: [], fresh: [] };
  for (const [index, entry] of entries.entries()) {
    const before = unclaimed.get(known(entry))?.shift();
    const channel = wanted(ctx, owner, { index, entry, before });
    if (!before) proposal.fresh.push({ index, channel });
    else {
      const differs = differingFields(channelSettingsView(before), channelSettingsView(channel));
      proposal.existing.push({ index, channel: before, differs });
    }
  }
  refuseChannelsBeyond(had.filter(({ spaceId }) => spaceId === home).length, proposal.fresh.length);
  return proposal;
}

const ASKS_NOBODY =
  'to must be the address of your account; an import asks nobody. Add a channel for any other separately.';

/** A refusal of an entry says which one. */
function wanted(
  ctx: Ctx,
  owner: Owner,
  { index, entry, before }: { index: number; entry: ImportedChannel; before: KeptChannel | undefined },
): KeptChannel {
  try {
    if (before) return channelWith(ctx, owner, before, exactly(before, entry));
    const missing = missingSecret(entry);
    if (missing !== null) throw new Refusal('canal_invalido', missing);
    const made = newOwnerChannel(ctx, owner, entry, newChannelIdFor(entry));
    if (emailAlertsOf(addressed(made)) > 0) throw new Refusal('alert_to_invalido', ASKS_NOBODY);
    return made;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(error.code, `channels[${index}]: ${error.detail}`);
  }
}

/** The new channels, as part of the transaction of the import. */
export function channelItems(
  ctx: Pick<Ctx, 'table'>,
  owner: Owner,
  proposal: ChannelProposal | null,
): TransactItem[] {
  const made = proposal?.fresh.map(({ channel }) => channel) ?? [];
  return newOwnerChannelItems(ctx.table, made, owner.id);
}

/** How an import shows them; `isMade` once they are there. */
export function channelProposalView(proposal: ChannelProposal | null, isMade: boolean) {
  if (proposal === null) return {};
  const { existing, fresh } = proposal;
  return {
    channels: {
      would_create: fresh.length,
      existing: existing.map(({ differs, ...each }) => ({ ...namedView(each), differs })),
      ...(isMade && { created: fresh.map(namedView) }),
    },
  };
}

function namedView({ index, channel: { id, name } }: { index: number; channel: KeptChannel }) {
  return { index, id, name };
}
