import { Refusal } from '../../../lib/contract/errors.ts';
import { listOwnerChannels } from '../../../lib/data/alerts/owner-channels.ts';
import type { Owner } from '../../../lib/data/owners.ts';
import { channelsFor, type OwnerChannel, type SpokenFor } from '../../../lib/domain/alerts/owner-channel.ts';
import type { Ctx } from '../../../lib/runtime/context.ts';
import { channelUuidOf } from './show-check.ts';

/**
 * Whether the channels of its owner speak for a check: `*` is all of them, nothing is none. A list is taken where it names just
 * those that would speak. Any other is refused, since here a channel says for which tags it speaks: to leave one out would be
 * an alert that nobody hears.
 */
export async function channelsWanted(
  { table }: Pick<Ctx, 'table'>,
  owner: Owner,
  channels: string | undefined,
  monitor: Omit<SpokenFor, 'usesChannels'>,
): Promise<boolean | undefined> {
  if (channels === undefined) return undefined;
  if (channels === '' || channels === '*') return channels === '*';
  const all = await listOwnerChannels(table, owner.spaces);
  const named = new Set(channels.split(',').map((text) => channelMeant(all, text)));
  const speaking = channelsFor(all, { ...monitor, usesChannels: true }, owner.spaces[0]);
  if (speaking.length === named.size && speaking.every((each) => named.has(each))) return true;
  throw new Refusal(
    'valor_invalido',
    'channels must be *, empty, or all that cover a check with these tags: here each channel says which tags it covers.',
  );
}

function channelMeant(all: readonly OwnerChannel[], text: string): OwnerChannel {
  if (text === '') throw new Refusal('valor_invalido', 'empty channel identifier');
  const [first, ...more] = all.filter(({ id, name }) => channelUuidOf(id) === text || name === text);
  if (!first) throw new Refusal('valor_invalido', `invalid channel identifier: ${text}`);
  if (more.length > 0) throw new Refusal('valor_invalido', `non-unique channel identifier: ${text}`);
  return first;
}
