import type { ChannelView } from '../../contract/alerts/channels.ts';
import { standingOfConsent, type Answer } from '../../domain/alerts/consent.ts';
import type { ChannelHealth, OwnerChannel } from '../../domain/alerts/owner-channel.ts';
import { isPhoneNumber } from '../../domain/alerts/phone-number.ts';
import { sendingOf } from '../../domain/alerts/sending/sending.ts';
import { isoOf, isoOrNull, type Instant } from '../../domain/instant.ts';

interface Answered extends Answer {
  askedAt: Instant;
}

/** A channel as its owner sees it; of one of mail, what its address has said. */
export function channelView(
  channel: OwnerChannel & ChannelHealth,
  consent: Answered | undefined,
): ChannelView {
  const { id, name, url, to, hears, tags, isOn, createdAt, last, failingSince } = channel;
  const sending = sendingOf(channel);
  return {
    id,
    name,
    kind: to === null ? sending.kind : isPhoneNumber(to) ? 'sms' : 'email',
    url: to === null ? url : null,
    ...(to !== null && addressView({ ...channel, to }, consent)),
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

function addressView({ to, toOwn }: { to: string; toOwn: boolean }, consent: Answered | undefined) {
  const standing = standingOfConsent({ alertTo: to, alertToOwn: toOwn }, consent);
  const askedAt = toOwn ? null : isoOrNull(consent?.askedAt ?? null);
  return { to, to_confirmed: standing === 'agreed', consent: standing, asked_at: askedAt };
}
