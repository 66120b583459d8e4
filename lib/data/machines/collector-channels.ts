import { startingWith } from '../query-pages.ts';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { CollectorChannel } from '../../domain/machines/collectors/collector-channel.ts';
import { COLLECTORS, type CollectorId } from '../../domain/machines/collectors/collector.ts';
import { getItem, newItem } from '../items.ts';
import { credentialHashOf } from '../key-parts.ts';
import { INPUT_PREFIX, inputCredentialKey, inputKey, liveKey, type Key } from '../keys.ts';
import { partitionOf, PARTITIONS } from '../partitions.ts';
import { always, recordKind, sparse } from '../record.ts';
import type { Item, Table, TransactItem } from '../table.ts';

const ALL = Object.keys(COLLECTORS) as CollectorId[];
/** Fewer than the SDK has connections. */
const QUERIES_AT_ONCE = 10;

/** Which channel a collector sends to. */
type SendsTo = Pick<CollectorChannel, 'deviceId' | 'collector'>;

const channels = recordKind<CollectorChannel, 'deviceId' | 'collector'>({
  key: ({ deviceId, collector }) => inputKey(deviceId, collector),
  inKey: {
    deviceId: ({ pk }) => pk.slice(PARTITIONS.device.length),
    collector: ({ sk }) => sk.slice(INPUT_PREFIX.length) as CollectorId,
  },
  fields: {
    id: always,
    monitoring: always,
    version: always,
    credentialHash: always,
    createdAt: always,
    updatedAt: always,
    rotatedAt: always,
    setupAt: always,
    isPaused: sparse(false),
    rev: always,
  },
});

const credentials = recordKind<SendsTo & { hash: string }, 'hash'>({
  key: ({ hash }) => inputCredentialKey(hash),
  inKey: { hash: credentialHashOf },
  fields: { deviceId: always, collector: always },
});

/** A new channel and what its collector is known by, as part of a transaction; refused where the device has one of its kind. */
export function newChannelItems(table: Table, channel: CollectorChannel): TransactItem[] {
  return [newItem(table, channels.toItem(channel)), newCredentialItem(table, channel)];
}

/** A changed channel, as part of a transaction; refused when it is not as it was read. What it was known by before a rotation ends. */
export function changedChannelItems(
  table: Table,
  before: CollectorChannel,
  after: Omit<CollectorChannel, 'rev'>,
): TransactItem[] {
  const isRotated = after.credentialHash !== before.credentialHash;
  return [
    {
      Put: {
        TableName: table.name,
        Item: channels.toItem({ ...after, rev: before.rev + 1 }),
        ...asItWas(before),
      },
    },
    ...(isRotated
      ? [removed(table, inputCredentialKey(before.credentialHash)), newCredentialItem(table, after)]
      : []),
  ];
}

/** Ends a channel, its credential and its numbers, as part of a transaction; refused when it is not as it was read. */
export function removedChannelItems(table: Table, channel: CollectorChannel): TransactItem[] {
  const { deviceId, collector, credentialHash } = channel;
  return [
    { Delete: { TableName: table.name, Key: { ...inputKey(deviceId, collector) }, ...asItWas(channel) } },
    removed(table, inputCredentialKey(credentialHash)),
    removed(table, liveKey(deviceId, collector)),
  ];
}

/** Ends all channels of a device, as part of the transaction that ends it; refused when they are not as they were read. */
export function endedChannelsItems(
  table: Table,
  deviceId: string,
  known: readonly CollectorChannel[],
): TransactItem[] {
  return ALL.flatMap((collector): TransactItem[] => {
    const channel = known.find((each) => each.collector === collector);
    if (channel) return removedChannelItems(table, channel);
    const Key = { ...inputKey(deviceId, collector) };
    const ConditionExpression = 'attribute_not_exists(pk)';
    return [{ ConditionCheck: { TableName: table.name, Key, ConditionExpression } }];
  });
}

/** That a channel is known by a credential, as part of a transaction that changes nothing of it. */
export function stillKnownItem(
  table: Table,
  { deviceId, collector, credentialHash }: CollectorChannel,
): TransactItem {
  return {
    ConditionCheck: {
      TableName: table.name,
      Key: { ...inputKey(deviceId, collector) },
      ConditionExpression: 'credentialHash = :hash',
      ExpressionAttributeValues: { ':hash': credentialHash },
    },
  };
}

/** A channel as it is now, or undefined. Where that is enough, as it was a moment ago. */
export async function getChannel(
  table: Table,
  { deviceId, collector }: SendsTo,
  options?: { consistent: boolean },
): Promise<CollectorChannel | undefined> {
  const item = await getItem(table, inputKey(deviceId, collector), options);
  return item && channels.fromItem(item);
}

/** The channel that a collector sends to; undefined where its credential is unknown, or was rotated. Two reads. */
export async function channelOfCredential(
  table: Table,
  hash: string,
  options?: { consistent: boolean },
): Promise<CollectorChannel | undefined> {
  const item = await getItem(table, inputCredentialKey(hash), options);
  const channel = item && (await getChannel(table, credentials.fromItem(item), options));
  return channel?.credentialHash === hash ? channel : undefined;
}

/** The channels of a device, by the names of their collectors; six at most. */
export async function listChannels(table: Table, deviceId: string): Promise<CollectorChannel[]> {
  const { Items: items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      ...startingWith(partitionOf('device', deviceId), INPUT_PREFIX),
      ConsistentRead: true,
    }),
  );
  return items.map((item: Item) => channels.fromItem(item));
}

/** The channels of some devices, in the order of these. */
export async function listChannelsOf(
  table: Table,
  deviceIds: readonly string[],
): Promise<CollectorChannel[]> {
  const found: CollectorChannel[] = [];
  for (let start = 0; start < deviceIds.length; start += QUERIES_AT_ONCE) {
    const some = deviceIds.slice(start, start + QUERIES_AT_ONCE);
    found.push(...(await Promise.all(some.map((id) => listChannels(table, id)))).flat());
  }
  return found;
}

function newCredentialItem(
  table: Table,
  { deviceId, collector, credentialHash }: Omit<CollectorChannel, 'rev'>,
): TransactItem {
  return newItem(table, credentials.toItem({ hash: credentialHash, deviceId, collector }));
}

function removed(table: Table, key: Key): TransactItem {
  return { Delete: { TableName: table.name, Key: { ...key } } };
}

function asItWas({ rev }: CollectorChannel) {
  return { ConditionExpression: 'rev = :rev', ExpressionAttributeValues: { ':rev': rev } };
}
