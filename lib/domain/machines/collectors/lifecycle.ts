import type { MachineFacts } from '../devices/facts.ts';
import { accepted, refused, type Decision } from '../../decision.ts';
import type { Instant } from '../../instant.ts';
import type { CollectorChannel } from './collector-channel.ts';
import { COLLECTORS, measuredBy, normalised, type CollectorId, type Monitored } from './collector.ts';

/**
 * What is asked of a collector, as it is kept. Refused where it can measure none of it, and for a machine that has not told
 * what it is: such a channel would stay empty, or nobody knows how to set it up.
 */
export function monitoringOf(
  { collector, asked }: { collector: CollectorId; asked: readonly Monitored[] },
  facts: MachineFacts | null,
): Decision<Monitored[], 'nada_a_medir'> {
  const { label, collects } = COLLECTORS[collector];
  if (facts === null)
    return refused('nada_a_medir', 'The device must report first; run the line of its `sonda` there.');
  if (measuredBy(collector, asked).measured.length === 0)
    return refused(
      'nada_a_medir',
      `monitoring must include something ${label} measures: system, ${collects.join(', ')}; it has ${asked.join(', ')}.`,
    );
  return accepted(normalised(asked));
}

/** What one channel is known by from its creation on. */
type Identity = Pick<CollectorChannel, 'deviceId' | 'collector' | 'id'>;

/** A new channel, which waits for its collector. `hashOf` is of the credential of a version. */
export function newChannel(
  identity: Identity,
  monitoring: readonly Monitored[],
  { hashOf, now }: { hashOf: HashOf; now: Instant },
): CollectorChannel {
  return {
    ...identity,
    monitoring,
    version: 1,
    credentialHash: hashOf({ ...identity, version: 1 }),
    createdAt: now,
    updatedAt: now,
    rotatedAt: now,
    setupAt: now,
    isPaused: false,
    rev: 1,
  };
}

type HashOf = (of: Identity & { version: number }) => string;

/** The same with another credential, for what is asked now: it waits again, and a paused one stays paused (SPEC.md). */
export function rotatedChannel(
  channel: CollectorChannel,
  monitoring: readonly Monitored[],
  { hashOf, now }: { hashOf: HashOf; now: Instant },
): CollectorChannel {
  const version = channel.version + 1;
  return {
    ...channel,
    monitoring,
    version,
    credentialHash: hashOf({ ...channel, version }),
    updatedAt: now,
    rotatedAt: now,
    setupAt: now,
  };
}

/** The same paused or not, or with something else to measure; itself where that is what it is. */
export function changedChannel(
  channel: CollectorChannel,
  { isPaused = channel.isPaused, monitoring = channel.monitoring }: Partial<Pick<CollectorChannel, 'isPaused' | 'monitoring'>>,
  now: Instant,
): CollectorChannel {
  const isAsked = monitoring.join() === channel.monitoring.join();
  if (isAsked && isPaused === channel.isPaused) return channel;
  return { ...channel, isPaused, monitoring, updatedAt: now, setupAt: isAsked ? channel.setupAt : now };
} // prettier-ignore
