import type { ChannelView } from '../../contract/alerts/channels.ts';
import type { ChannelHealth, OwnerChannel } from '../../domain/alerts/owner-channel.ts';
import { chatHookOf } from '../../domain/alerts/chat-hook.ts';
import { isoOf, isoOrNull } from '../../domain/instant.ts';

/** A channel as its owner sees it. */
export function channelView(channel: OwnerChannel & ChannelHealth): ChannelView {
  const { id, name, url, hears, tags, isOn, createdAt, last, failingSince } = channel;
  return {
    id,
    name,
    kind: chatHookOf(url) ?? 'webhook',
    url,
    hears: [...hears],
    tags: [...tags],
    on: isOn,
    created_at: isoOf(createdAt),
    last: last && { ...last, at: isoOf(last.at) },
    failing_since: isoOrNull(failingSince),
  };
}
