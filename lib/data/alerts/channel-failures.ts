import { startingWith } from '../query-pages.ts';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Channel } from '../../domain/alerts/alert-content.ts';
import type { Instant } from '../../domain/instant.ts';
import type { AlertChannel } from '../../domain/monitors/monitor.ts';
import { getItem, newItem, deleteItem } from '../items.ts';
import { CHANNEL_PREFIX, channelKey, monitorKey, failureToldKey } from '../keys.ts';
import { always, recordKind } from '../record.ts';
import type { Table, TransactItem } from '../table.ts';

/** That the last deliveries by a channel of a monitor all failed. Nothing is switched off by it. */
export interface ChannelFailure {
  monitorId: string;
  channel: AlertChannel;
  since: Instant;
  detail: string;
  /** One for all monitors with the same failing recipient and the same other recipient; null without another channel. */
  dedupeKey: DedupeKey | null;
}

export interface DedupeKey {
  spaceId: string;
  id: string;
}

/** How a failure is stored. */
const failures = recordKind<ChannelFailure>({
  key: ({ monitorId, channel }) => channelKey(monitorId, channel),
  inKey: {},
  fields: { monitorId: always, channel: always, since: always, detail: always, dedupeKey: null },
});

/** How long one report serves all monitors with the same two recipients. */
const TOLD_FOR_SEC = 86_400;

/** Notes a failure, as part of the transaction that tells it; refused when it is known already. */
export function putChannelFailureItem(table: Table, failure: ChannelFailure): TransactItem {
  return newItem(table, failures.toItem(failure));
}

/** Whether a report with this key was sent within that time. */
export async function isFailureTold(table: Table, dedupeKey: DedupeKey, now: Instant): Promise<boolean> {
  const item = await getItem(table, toldKey(dedupeKey));
  return item !== undefined && Number(item['ttl']) * 1000 > now;
}

/** Notes that somebody is told, as part of the transaction that does it; refused when another monitor was first. */
export function putFailureToldItem(table: Table, dedupeKey: DedupeKey, now: Instant): TransactItem {
  const nowSec = Math.ceil(now / 1000);
  return {
    Put: {
      TableName: table.name,
      Item: { ...toldKey(dedupeKey), ttl: nowSec + TOLD_FOR_SEC },
      ConditionExpression: 'attribute_not_exists(pk) OR #ttl <= :now',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':now': nowSec },
    },
  };
}

/**
 * Forgets the failure of a channel that works again, as part of the transaction that says so; nothing when there was none. That
 * it was told is forgotten before, so that the next one is told: what many monitors share is in no transaction of a crowd.
 */
export async function clearChannelFailureItems(
  table: Table,
  monitorId: string,
  channel: Channel,
): Promise<TransactItem[]> {
  const item = await getItem(table, channelKey(monitorId, channel));
  if (!item) return [];
  const { dedupeKey } = failures.fromItem(item);
  if (dedupeKey) await deleteItem(table, toldKey(dedupeKey));
  return [clearChannelFailureItem(table, monitorId, channel)];
}

/** Forgets the failure, as part of the transaction that gives the channel another address. */
export function clearChannelFailureItem(table: Table, monitorId: string, channel: Channel): TransactItem {
  return { Delete: clearing(table, monitorId, channel) };
}

function toldKey({ spaceId, id }: DedupeKey) {
  return { ...failureToldKey(spaceId, id) };
}

function clearing(table: Table, monitorId: string, channel: Channel) {
  return { TableName: table.name, Key: { ...channelKey(monitorId, channel) } };
}

export async function listChannelFailures(table: Table, monitorId: string): Promise<ChannelFailure[]> {
  const { Items: items } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      ...startingWith(monitorKey(monitorId).pk, CHANNEL_PREFIX),
    }),
  );
  return (items ?? []).map(failures.fromItem);
}
