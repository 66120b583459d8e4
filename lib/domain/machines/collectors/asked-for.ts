import type { CollectorChannel } from './channel.ts';
import { measuredBy } from './collector.ts';
import type { Mapped } from './snapshot.ts';

/** What a push says of the groups that its channel was made for; an agent may send more than it was asked for. */
export function askedFor({ values, counters }: Mapped, channel: CollectorChannel): Mapped {
  const groups: readonly string[] = measuredBy(channel.collector, channel.monitoring).measured;
  const only = <V>(numbers: Readonly<Record<string, V>>) =>
    Object.fromEntries(
      Object.entries(numbers).filter(([key]) => groups.includes(key.slice(0, key.indexOf('.')))),
    );
  return { values: only(values), counters: only(counters) };
}
