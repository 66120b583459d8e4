import type { ExportedChannel } from '../../contract/monitors/transfer.ts';
import { HEARD, type OwnerChannel } from '../../domain/alerts/owner-channel.ts';

/** What an owner chose for a channel, in the fields of a creation: what is as by default is left out. */
export function channelSettingsView({ name, url, hears, tags, isOn }: OwnerChannel): ExportedChannel {
  return {
    name,
    url,
    ...(hears.length < HEARD.length && { hears: [...hears] }),
    ...(tags.length > 0 && { tags: [...tags] }),
    ...(!isOn && { on: false }),
  };
}
