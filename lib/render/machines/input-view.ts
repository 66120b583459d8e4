import type { InputView, SetupView } from '../../contract/machines/input-output.ts';
import type { Device } from '../../domain/machines/devices/device.ts';
import { isoOf, type Instant } from '../../domain/instant.ts';
import {
  channelState,
  connectedAt,
  lastSeenAt,
  type CollectorChannel,
} from '../../domain/machines/collectors/collector-channel.ts';
import { COLLECTORS, measuredBy } from '../../domain/machines/collectors/collector.ts';
import type { Setup } from '../../domain/machines/collectors/setup/setup.ts';
import { type Snapshot, liveOf } from '../../domain/machines/collectors/snapshot.ts';

/** A channel of a device, as its owner sees it. What was sent by an earlier credential is none of its numbers. */
export function inputView(
  device: Pick<Device, 'id' | 'name' | 'group'>,
  { channel, last }: { channel: CollectorChannel; last: Snapshot | undefined },
  now: Instant,
): InputView {
  const { collector, monitoring, isPaused } = channel;
  const [since, seen] = [connectedAt(channel, last), lastSeenAt(channel, last)];
  const state = channelState(channel, last, now);
  const { measured, notMeasured } = measuredBy(collector, monitoring);
  return {
    deviceRef: device.id,
    deviceName: device.name,
    deviceGroup: device.group,
    id: channel.id,
    collector,
    inputKind: COLLECTORS[collector].kind,
    monitoring: [...monitoring],
    notMeasured,
    state,
    paused: isPaused,
    updatedAt: isoOf(channel.updatedAt),
    connectedAt: since === null ? null : isoOf(since),
    lastSeenAt: seen === null ? null : isoOf(seen),
    connected: state === 'connected',
    live: seen === null ? {} : liveOf(last, now, measured),
  };
}

/** How a channel is set up. */
export function setupView({ connection, companions, files, steps, ...rest }: Setup): SetupView {
  return {
    ...rest,
    connection,
    companions: [...companions],
    files: [...files],
    steps: { ...steps, packages: steps.packages && [...steps.packages] },
  };
}
