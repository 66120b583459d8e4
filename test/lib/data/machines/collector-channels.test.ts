import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { hashOf } from '../../../../lib/adapters/ids.ts';
import {
  changedChannelItems,
  channelOfCredential,
  endedChannelsItems,
  getChannel,
  listChannels,
  newChannelItems,
  removedChannelItems,
} from '../../../../lib/data/machines/collector-channels.ts';
import { getSnapshot, putSnapshot, snapshotsOf } from '../../../../lib/data/machines/snapshots.ts';
import { transact, WriteConflict, type Table } from '../../../../lib/data/table.ts';
import type { CollectorChannel } from '../../../../lib/domain/machines/collectors/collector-channel.ts';
import type { Snapshot } from '../../../../lib/domain/machines/collectors/snapshot.ts';
import { channelOf, newChannel } from '../../../support/machines/channels.ts';
import { contentsOf } from '../../../support/service/refused.ts';
import { START_AT, startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';

let table: Table;
const service = shared(startTestService);
beforeAll(() => void ({ table } = service.core));

const rotated = (channel: CollectorChannel): CollectorChannel => ({
  ...channel,
  version: channel.version + 1,
  credentialHash: hashOf(`${channel.id} ${channel.version + 1}`),
});

const snapshotOf = ({ credentialHash }: CollectorChannel, at = START_AT): Snapshot => ({
  credentialHash,
  firstAt: START_AT,
  at,
  values: { 'host.load1': [0.25, at / 1000], 'host.users': [3, at / 1000] },
  counters: { 'network.in|eth0': [9_007_199_254_740_991, at / 1000] },
});

const itemsOf = async (deviceId: string) =>
  (await contentsOf(service)).filter((item) => JSON.stringify(item).includes(deviceId));

describe('a channel', () => {
  it('is found by its credential, and among those of its device', async () => {
    const deviceId = randomUUID();
    const { channel, credential } = await newChannel(service, deviceId);
    const paused = channelOf(deviceId, { collector: 'alloy', isPaused: true, monitoring: ['host', 'mysql'] });
    await transact(table, newChannelItems(table, paused));

    expect(await channelOfCredential(table, hashOf(credential))).toEqual(channel);
    expect(await listChannels(table, deviceId)).toEqual([paused, channel]);
    expect(await channelOfCredential(table, hashOf('hpc_'))).toBeUndefined();
  });

  it('is made once of a kind', async () => {
    const { channel } = await newChannel(service, randomUUID());

    const again = transact(table, newChannelItems(table, channelOf(channel.deviceId)));

    await expect(again).rejects.toThrow(WriteConflict);
    expect(await getChannel(table, channel)).toEqual(channel);
  });

  it('is known by its last credential alone', async () => {
    const { channel } = await newChannel(service, randomUUID());
    const after = rotated(channel);

    await transact(table, changedChannelItems(table, channel, after));

    expect(await channelOfCredential(table, channel.credentialHash)).toBeUndefined();
    expect(await channelOfCredential(table, after.credentialHash)).toEqual({ ...after, rev: 2 });
    expect(await itemsOf(channel.deviceId)).toHaveLength(2);
  });

  it('keeps its credential through another change', async () => {
    const { channel } = await newChannel(service, randomUUID());

    await transact(table, changedChannelItems(table, channel, { ...channel, isPaused: true }));

    expect(await channelOfCredential(table, channel.credentialHash)).toEqual({
      ...channel,
      isPaused: true,
      rev: 2,
    });
  });

  it('changes only from what was seen', async () => {
    const { channel } = await newChannel(service, randomUUID());
    const [one, other] = [rotated(channel), { ...rotated(channel), credentialHash: hashOf('other') }];

    const writes = await Promise.allSettled(
      [one, other].map((after) => transact(table, changedChannelItems(table, channel, after))),
    );

    expect(writes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const left = await getChannel(table, channel);
    expect(await channelOfCredential(table, String(left?.credentialHash))).toEqual(left);
    expect(await itemsOf(channel.deviceId)).toHaveLength(2);
  });

  it('leaves nothing when it ends', async () => {
    const { channel } = await newChannel(service, randomUUID());
    await putSnapshot(table, channel, { before: undefined, after: snapshotOf(channel) });

    await transact(table, removedChannelItems(table, channel));

    expect(await itemsOf(channel.deviceId)).toEqual([]);
  });
});

describe('the end of all channels of a device', () => {
  it('is refused where another one was made meanwhile', async () => {
    const { channel } = await newChannel(service, randomUUID());
    const known = await listChannels(table, channel.deviceId);
    const late = channelOf(channel.deviceId, { collector: 'snmp' });
    await transact(table, newChannelItems(table, late));

    const end = transact(table, endedChannelsItems(table, channel.deviceId, known));

    await expect(end).rejects.toThrow(WriteConflict);
    expect(await channelOfCredential(table, channel.credentialHash)).toEqual(channel);
    await transact(table, endedChannelsItems(table, channel.deviceId, [channel, late]));
    expect(await itemsOf(channel.deviceId)).toEqual([]);
  });
});

describe('the numbers of a channel', () => {
  it('are kept as they came, but for digits that nobody is shown', async () => {
    const { channel } = await newChannel(service, randomUUID());
    const of = snapshotOf(channel);
    const after = { ...of, values: { ...of.values, 'host.cpuPct': [100 / 3, START_AT / 1000] as const } };

    await putSnapshot(table, channel, { before: undefined, after });

    const kept = { ...after, values: { ...after.values, 'host.cpuPct': [33.3333333333, START_AT / 1000] } };
    expect(await getSnapshot(table, channel)).toEqual(kept);
    const { channel: silent } = await newChannel(service, randomUUID());
    expect(await snapshotsOf(table, [silent, channel])).toEqual(new Map([[channel.id, kept]]));
  });

  it('of many disks, processors and interfaces are within one write unit', async () => {
    const { channel } = await newChannel(service, randomUUID());
    const noise = (at: number) => Math.round(Math.abs(Math.sin(at + 1)) * 1e12);
    const of = (fields: string[]) =>
      Object.fromEntries(fields.map((name, at) => [name, [noise(at), START_AT / 1000] as const]));
    const fields = ['load1', 'load5', 'load15', 'cpuPct', 'memoryPct', 'memoryTotal', 'swapPct', 'uptime'];
    const disks = ['sda', 'sdb', 'nvme0n1', 'nvme1n1'].flatMap((disk) => [
      `disk.read|${disk}`,
      `disk.written|${disk}`,
    ]);
    const nets = ['eth0', 'eth1', 'eth2', 'eth3'].flatMap((net) => [
      `network.in|${net}`,
      `network.out|${net}`,
    ]);
    const cpus = Array.from({ length: 8 }, (_, cpu) => [`host.cpuIdle|${cpu}`, `host.cpuAll|${cpu}`]).flat();
    const after = {
      ...snapshotOf(channel),
      values: of(fields.map((field) => `host.${field}`)),
      counters: of([...disks, ...nets, ...cpus]),
    };

    await putSnapshot(table, channel, { before: undefined, after });

    const [item] = (await itemsOf(channel.deviceId)).filter(({ sk }) => String(sk).startsWith('LIVE#'));
    expect(Buffer.byteLength(JSON.stringify(item))).toBeLessThan(1_024);
    expect(await getSnapshot(table, channel)).toEqual(after);
  });

  it('of names that nobody has are within four write units', async () => {
    const { channel } = await newChannel(service, randomUUID());
    const counters = Array.from({ length: 100 }, (_none, at) => [
      `network.in|eth${at} ${randomUUID()}${randomUUID().slice(0, 20)}`,
      [2 ** 40 + at, START_AT / 1000] as const,
    ]);
    const after: Snapshot = { ...snapshotOf(channel), counters: Object.fromEntries(counters) };

    await putSnapshot(table, channel, { before: undefined, after });

    const [item] = (await itemsOf(channel.deviceId)).filter(({ sk }) => String(sk).startsWith('LIVE#'));
    expect(Buffer.byteLength(JSON.stringify(item))).toBeLessThan(4_096);
    const kept = await getSnapshot(table, channel);
    expect(kept?.values).toEqual(after.values);
    expect(Object.entries(kept?.counters ?? {})).toEqual(counters.slice(0, 50));
  });

  it('are put over those alone that they were made from', async () => {
    const { channel } = await newChannel(service, randomUUID());
    const first = snapshotOf(channel);
    await putSnapshot(table, channel, { before: undefined, after: first });
    const put = (at: number) =>
      putSnapshot(table, channel, { before: first, after: snapshotOf(channel, START_AT + at) });

    const writes = await Promise.allSettled([put(60_000), put(61_000)]);

    expect(writes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(putSnapshot(table, channel, { before: undefined, after: first })).rejects.toThrow(
      WriteConflict,
    );
  });

  it.each<[string, (channel: CollectorChannel) => Promise<void>]>([
    ['was rotated', (channel) => transact(table, changedChannelItems(table, channel, rotated(channel)))],
    ['has ended', (channel) => transact(table, removedChannelItems(table, channel))],
  ])('are not begun for a channel that %s meanwhile', async (_what, change) => {
    const { channel } = await newChannel(service, randomUUID());
    await change(channel);

    const late = putSnapshot(table, channel, { before: undefined, after: snapshotOf(channel) });

    await expect(late).rejects.toThrow(WriteConflict);
    expect(await getSnapshot(table, channel)).toBeUndefined();
  });
});
