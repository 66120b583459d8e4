import { MINUTE_MS } from '../../lib/domain/calendar.ts';
import { channelOfCredential, getChannel } from '../../lib/data/machines/collector-channels.ts';
import type { CollectorChannel } from '../../lib/domain/machines/collectors/collector-channel.ts';
import type { IntakeDeps } from '../../lib/runtime/deps.ts';
import { putNewest } from '../../lib/runtime/memory/bounded.ts';
import { remembered } from '../../lib/runtime/memory/remembered.ts';
import { unknownCredential } from './input-credential.ts';

/** For so long a channel is taken to be as it was seen: a rotation, a pause or a removal shows after it. */
const SEEN_MS = MINUTE_MS;
/** Nobody has a credential before its channel is there, so one that is unknown will not come to be. */
const UNKNOWN_MS = MINUTE_MS;
/** Less than a kilobyte each. */
const CHANNELS_MAX = 5_000;

/** Which channel a credential is of, by its hash, as this instance of the function has seen it. Both throw 401 for none. */
export interface KnownChannels {
  of: (hash: string) => Promise<CollectorChannel>;
  /** As it is now. */
  anew: (hash: string) => Promise<CollectorChannel>;
}

export function knownChannels({ table, clock }: Pick<IntakeDeps, 'table' | 'clock'>): KnownChannels {
  const seen = remembered<CollectorChannel | undefined>(clock, CHANNELS_MAX, (channel) =>
    channel ? SEEN_MS : UNKNOWN_MS,
  );
  // Where a channel lies never changes, so it is looked for once: two reads then, and one whenever it is seen again.
  const places = new Map<string, CollectorChannel>();
  const read = (hash: string) => async () => {
    const place = places.get(hash);
    const channel = place ? await getChannel(table, place) : await channelOfCredential(table, hash);
    if (channel?.credentialHash !== hash) return undefined;
    putNewest(places, { key: hash, value: channel }, CHANNELS_MAX);
    return channel;
  };
  return {
    of: async (hash) => found(await seen.of(hash, read(hash))),
    anew: async (hash) => found(await seen.anew(hash, read(hash))),
  };
}

function found(channel: CollectorChannel | undefined): CollectorChannel {
  if (channel) return channel;
  throw unknownCredential();
}
