import type { ChannelView } from '../../contract/alerts/channels.ts';
import type { ChannelHealth, OwnerChannel } from '../../domain/alerts/owner-channel.ts';
import { sendingOf } from '../../domain/alerts/sending/sending.ts';
import { isoOf, isoOrNull } from '../../domain/instant.ts';

/** A channel as its owner sees it; of one of mail, whether its address gets the mails. */
export function channelView(channel: OwnerChannel & ChannelHealth, isConfirmed: boolean): ChannelView {
  const { id, name, url, to, hears, tags, isOn, createdAt, last, failingSince } = channel;
  const sending = sendingOf(channel);
  return {
    id,
    name,
    kind: to === null ? sending.kind : 'email',
    url: to === null ? url : null,
    ...(to !== null && { to, to_confirmed: isConfirmed }),
    hears: [...hears],
    tags: [...tags],
    on: isOn,
    key_set: sending.key !== null,
    priority: sending.priority,
    method: sending.method,
    headers_set: Object.keys(sending.headers).toSorted(),
    content_type: sending.contentType,
    body_down: sending.bodyDown,
    body_up: sending.bodyUp,
    created_at: isoOf(createdAt),
    last: last && { ...last, at: isoOf(last.at) },
    failing_since: isoOrNull(failingSince),
  };
}
