import type { ExportedChannel } from '../../contract/monitors/transfer.ts';
import { kindByUrl } from '../../domain/alerts/sending/channel-kind.ts';
import { sendingOf } from '../../domain/alerts/sending/sending.ts';
import { HEARD, type OwnerChannel } from '../../domain/alerts/owner-channel.ts';

/** What an owner chose for a channel, in the fields of a creation: what is as by default is left out. */
export function channelSettingsView(channel: OwnerChannel): ExportedChannel {
  const { name, url, hears, tags, isOn } = channel;
  return {
    name,
    url,
    ...sendingSettingsView(channel),
    ...(hears.length < HEARD.length && { hears: [...hears] }),
    ...(tags.length > 0 && { tags: [...tags] }),
    ...(!isOn && { on: false }),
  };
}

/** How it is sent to; of its key and headers that it has them, since they are shown to nobody again. */
function sendingSettingsView(channel: OwnerChannel) {
  const { kind, key, headers, priority, method, contentType, bodyDown, bodyUp } = sendingOf(channel);
  const names = Object.keys(headers).toSorted();
  return {
    ...(kind !== kindByUrl(channel.url) && { kind }),
    ...(key !== null && { key_set: true }),
    ...(names.length > 0 && { headers_set: names }),
    ...(priority !== null && { priority }),
    ...(method !== 'POST' && { method }),
    ...(contentType !== 'application/json' && { content_type: contentType }),
    ...(bodyDown !== null && { body_down: bodyDown }),
    ...(bodyUp !== null && { body_up: bodyUp }),
  };
}
