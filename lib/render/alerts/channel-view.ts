import type { ChannelView } from '../../contract/alerts/channels.ts';
import type { ChannelHealth, OwnerChannel } from '../../domain/alerts/owner-channel.ts';
import { chatHookOf } from '../../domain/alerts/chat-hook.ts';
import { isoOf, isoOrNull } from '../../domain/instant.ts';

/** A channel as its owner sees it; of one of mail, whether its address gets the mails. */
export function channelView(channel: OwnerChannel & ChannelHealth, isConfirmed: boolean): ChannelView {
  const { id, name, url, to, hears, tags, isOn, createdAt, last, failingSince } = channel;
  return {
    id,
    name,
    kind: to === null ? (chatHookOf(url) ?? 'webhook') : 'email',
    url: to === null ? url : null,
    ...(to !== null && { to, to_confirmed: isConfirmed }),
    hears: [...hears],
    tags: [...tags],
    on: isOn,
    created_at: isoOf(createdAt),
    last: last && { ...last, at: isoOf(last.at) },
    failing_since: isoOrNull(failingSince),
  };
}
