import { MINUTE_MS } from '../../calendar.ts';
import type { Instant } from '../../instant.ts';
import { type CollectorId, type Monitored, measuredBy } from './collector.ts';
import type { Snapshot, Mapped } from './snapshot.ts';

/** The way by which one collector of one device sends (SPEC.md "Collector channel"). */
export interface CollectorChannel {
  deviceId: string;
  collector: CollectorId;
  /** Names this channel alone: one that is made after its removal has another. No secret. */
  id: string;
  /** As `normalised` keeps it. */
  monitoring: readonly Monitored[];
  /** Of the credential, raised by each rotation: its text is derived from it. */
  version: number;
  /** SHA-256 of the credential that is good; an earlier one ends with a rotation. */
  credentialHash: string;
  createdAt: Instant;
  /** Of the last creation, rotation or change. */
  updatedAt: Instant;
  /** Of the credential: a push of before counts for nothing since. */
  rotatedAt: Instant;
  /** Of the setup: the machine has what was handed out then, or something older. */
  setupAt: Instant;
  /** While it is paused, pushes are answered as usual and thrown away. */
  isPaused: boolean;
  /** Raised by each change: a change is conditional on it. */
  rev: number;
}

/** For how long a channel counts as connected after a push. */
const CONNECTED_MS = 5 * MINUTE_MS;

export type ChannelState = 'waiting' | 'connected' | 'silent' | 'paused';

/** Where a channel stands: a rotated one waits again. */
export function channelState(
  channel: CollectorChannel,
  last: Snapshot | undefined,
  now: Instant,
): ChannelState {
  if (channel.isPaused) return 'paused';
  const seenAt = lastSeenAt(channel, last);
  if (seenAt === null) return 'waiting';
  return now - seenAt < CONNECTED_MS ? 'connected' : 'silent';
}

/** When the credential that is good was first sent with; null before that. */
export function connectedAt(channel: CollectorChannel, last: Snapshot | undefined): Instant | null {
  return last && last.credentialHash === channel.credentialHash ? last.firstAt : null;
}

/** When it was last sent with; null before that. */
export function lastSeenAt(channel: CollectorChannel, last: Snapshot | undefined): Instant | null {
  return last && last.credentialHash === channel.credentialHash ? last.at : null;
}

/** What a push says of the groups that its channel was made for; an agent may send more than it was asked for. */
export function askedFor({ values, counters }: Mapped, channel: CollectorChannel): Mapped {
  const groups: readonly string[] = measuredBy(channel.collector, channel.monitoring).measured;
  const only = <V>(numbers: Readonly<Record<string, V>>) =>
    Object.fromEntries(
      Object.entries(numbers).filter(([key]) => groups.includes(key.slice(0, key.indexOf('.')))),
    );
  return { values: only(values), counters: only(counters) };
}
