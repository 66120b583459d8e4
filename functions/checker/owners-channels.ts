import { channelsOfSpace, type KeptChannel } from '../../lib/data/alerts/owner-channels.ts';
import { isOwnerChannelId, speaksFor } from '../../lib/domain/alerts/owner-channel.ts';
import type { Monitor } from '../../lib/domain/monitors/monitor.ts';
import type { CheckerDeps } from '../../lib/runtime/deps.ts';
import type { CheckRun } from './check-run.ts';

/**
 * The channels of its owner that speak for a monitor: read when something is told, once in a run for each space; anew where
 * that failed, and where the monitor is to be told by one that was not there yet.
 */
export async function ownersChannels(
  { table }: CheckerDeps,
  { channels }: CheckRun,
  monitor: Monitor,
): Promise<KeptChannel[]> {
  const { spaceId, incident } = monitor;
  const read = () => {
    const reading = channelsOfSpace(table, spaceId);
    channels.set(spaceId, reading);
    reading.catch(() => channels.delete(spaceId));
    return reading;
  };
  const known = await (channels.get(spaceId) ?? read());
  const ids = new Set<string>(known.map(({ id }) => id));
  const isBehind = incident?.realertBy?.some((each) => isOwnerChannelId(each) && !ids.has(each)) === true;
  return (isBehind ? await read() : known).filter((channel) => speaksFor(channel, monitor));
}
