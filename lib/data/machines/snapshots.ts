import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { CollectorChannel } from '../../domain/machines/collectors/collector-channel.ts';
import type { Snapshot } from '../../domain/machines/collectors/snapshot.ts';
import { stillKnownItem } from './collector-channels.ts';
import { conditionally, getItem } from '../items.ts';
import { LIVE_PREFIX, liveKey } from '../keys.ts';
import { PARTITIONS } from '../partitions.ts';
import { readList } from '../read-many.ts';
import { always, recordKind } from '../record.ts';
import { transact, type Table } from '../table.ts';

/** Of a number that is no whole one: a second with its hundredths has as many. */
const DIGITS = 12;
/** A machine of a hundred disks has some 2,000; more is of one that means to cost. */
const PACKED_MAX_CHARS = 3_000;

type Of = Pick<CollectorChannel, 'deviceId' | 'collector'>;
type Stored = Omit<Snapshot, 'values' | 'counters'> & {
  deviceId: string;
  collector: string;
  /** The numbers as JSON, deflated, in base64: a machine of many disks stays within one write unit, of 1 kB. */
  packed: string;
};

const snapshots = recordKind<Stored, 'deviceId' | 'collector'>({
  key: ({ deviceId, collector }) => liveKey(deviceId, collector),
  inKey: {
    deviceId: ({ pk }) => pk.slice(PARTITIONS.readings.length),
    collector: ({ sk }) => sk.slice(LIVE_PREFIX.length),
  },
  fields: { credentialHash: always, firstAt: always, at: always, packed: always },
});

/** The last numbers of a channel, or undefined before the first push. Where that is enough, as they were a moment ago. */
export async function getSnapshot(
  table: Table,
  { deviceId, collector }: Of,
  options?: { consistent: boolean },
): Promise<Snapshot | undefined> {
  const item = await getItem(table, liveKey(deviceId, collector), options);
  return item && unpacked(snapshots.fromItem(item));
}

/** The last numbers of some channels, by the ids of these. */
export async function snapshotsOf(
  table: Table,
  channels: readonly CollectorChannel[],
): Promise<ReadonlyMap<string, Snapshot>> {
  const keys = channels.map(({ deviceId, collector }) => liveKey(deviceId, collector));
  const found = await readList(table, keys, snapshots.fromWire);
  const idOf = (of: Pick<Stored, 'deviceId' | 'collector'>) =>
    channels.find(({ deviceId, collector }) => deviceId === of.deviceId && collector === of.collector)?.id;
  return new Map(found.map((stored) => [idOf(stored) ?? '', unpacked(stored)]));
}

/**
 * Puts the numbers after a push over those that they were made from; one write unit. The first ones of a channel are written
 * as long as it is known by their credential, so that nothing is left of one that has ended. Throws `WriteConflict` when
 * another push came between, or the channel was rotated or ended before the first: read both again.
 */
export async function putSnapshot(
  table: Table,
  channel: CollectorChannel,
  { before, after }: { before: Snapshot | undefined; after: Snapshot },
): Promise<void> {
  const Put = { TableName: table.name, Item: snapshots.toItem(packed(channel, after)) };
  if (!before) {
    const first = { Put: { ...Put, ConditionExpression: 'attribute_not_exists(pk)' } };
    await transact(table, [first, stillKnownItem(table, channel)]);
    return;
  }
  const next = new PutCommand({
    ...Put,
    ConditionExpression: '#at = :at AND credentialHash = :hash',
    ExpressionAttributeNames: { '#at': 'at' },
    ExpressionAttributeValues: { ':at': before.at, ':hash': before.credentialHash },
  });
  await conditionally(table.client.send(next));
}

/** Of counters with names that cannot be packed the first are kept, so that no push is more than four write units. */
function packed({ deviceId, collector }: Of, { values, counters, ...rest }: Snapshot): Stored {
  const all = Object.entries(counters);
  for (let kept = all.length; ; kept = Math.floor(kept / 2)) {
    const numbers = { values, counters: Object.fromEntries(all.slice(0, kept)) };
    const text = deflateRawSync(JSON.stringify(numbers, shortened)).toString('base64');
    if (kept === 0 || text.length <= PACKED_MAX_CHARS) return { ...rest, deviceId, collector, packed: text };
  }
}

function unpacked({ packed: text, credentialHash, firstAt, at }: Stored): Snapshot {
  return { credentialHash, firstAt, at, ...numbersIn(text) };
}

/** The numbers that a snapshot is stored with. */
export function numbersIn(text: string): Pick<Snapshot, 'values' | 'counters'> {
  return JSON.parse(inflateRawSync(Buffer.from(text, 'base64')).toString());
}

function shortened(_name: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(DIGITS)) : value;
}
