import type { ChannelView } from '../../contract/alerts/channels.ts';
import { countOrOwnedItem } from '../../data/accounts/owner-counters.ts';
import type { KeptChannel } from '../../data/alerts/owner-channels.ts';
import { oneUpdateEach } from '../../data/one-update.ts';
import type { Owner } from '../../data/owners.ts';
import { transact, type TransactItem } from '../../data/table.ts';
import { registrationChange } from '../../domain/billing/allowance.ts';
import { customerOf } from '../../domain/billing/customer.ts';
import { channelView } from '../../render/alerts/channel-view.ts';
import type { Ctx } from '../../runtime/context.ts';
import { termsOf } from '../../runtime/terms.ts';
import type { Action } from '../billing/charge.ts';
import { askConsent, namingOf } from './address-consent.ts';
import { sendOrLeave } from './outbox.ts';

/** A channel as it is to be, and by what it is written; with `namesAddress` the request itself names its address. */
interface ChannelChange {
  before?: KeptChannel;
  after: KeptChannel;
  namesAddress: boolean;
  items: readonly TransactItem[];
}

/**
 * The creation or change of a channel within its owner's allowance: an address that is not the account's own is a registration,
 * and asked, as one that a monitor names.
 */
export async function channelChangeOf(
  ctx: Ctx<'owner'>,
  owner: Owner,
  { before, after, namesAddress, items }: ChannelChange,
): Promise<Action<ChannelView>> {
  const { table, now } = ctx;
  const { spaceId, name } = after;
  const [had, has] = [before && addressed(before), addressed(after)];
  const named = { ...has, name, isOfChannel: true };
  const naming = { ...namingOf(owner, namesAddress, now), field: 'to' };
  const consent = await askConsent(table, spaceId, named, naming);
  const request = registrationChange(had, has);
  const owned = { ownerId: owner.id, spaceId };
  return {
    customer: customerOf(owner, termsOf(ctx)),
    owned,
    request,
    counted: (ceiling, bought) => countOrOwnedItem(table, owned, request, { ceiling, bought }),
    result: channelView(after, consent.consent),
    write: async (rows) => {
      // A space counts both its channels and whom it has asked.
      await transact(table, oneUpdateEach([...items, ...consent.items, ...rows]));
      await sendOrLeave(ctx, consent.messages);
    },
  };
}

/** The address of a channel, in the words of a monitor. */
export function addressed({ to, toOwn }: Pick<KeptChannel, 'to' | 'toOwn'>) {
  return { alertTo: to, alertToOwn: toOwn };
}
