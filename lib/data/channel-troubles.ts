import { DeleteCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Channel } from '../domain/alert/notice.ts';
import type { Instant } from '../domain/instant.ts';
import { CHANNEL_PREFIX, channelKey, monitorKey, troubleToldKey } from './keys.ts';
import type { Table, TransactItem } from './table.ts';

/** That the last deliveries by a channel of a monitor all failed. Nothing is switched off by it. */
export interface ChannelTrouble {
  monitorId: string;
  channel: Exclude<Channel, 'none'>;
  since: Instant;
  detail: string;
  /** Which address fails and who is told, when there is somebody: the same for all monitors it is the same for. */
  news: TroubleNews | null;
}

export interface TroubleNews {
  spaceId: string;
  id: string;
}

/** For so long monitors that fail by the same address tell nobody who was told by another of them. */
const TOLD_FOR_SEC = 86_400;

/** Notes a trouble, as part of the transaction that tells it; lost when it is known already. */
export function putChannelTroubleItem(table: Table, trouble: ChannelTrouble): TransactItem {
  return {
    Put: {
      TableName: table.name,
      Item: { ...channelKey(trouble.monitorId, trouble.channel), ...trouble },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}

/** Whether somebody was told the same lately. */
export async function isTroubleTold(table: Table, news: TroubleNews, now: Instant): Promise<boolean> {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: toldKey(news), ConsistentRead: true }),
  );
  return item !== undefined && Number(item['ttl']) * 1000 > now;
}

/** Notes that somebody is told, as part of the transaction that does it; lost when another monitor was first. */
export function putTroubleToldItem(table: Table, news: TroubleNews, now: Instant): TransactItem {
  const nowSec = Math.ceil(now / 1000);
  return {
    Put: {
      TableName: table.name,
      Item: { ...toldKey(news), ttl: nowSec + TOLD_FOR_SEC },
      ConditionExpression: 'attribute_not_exists(pk) OR #ttl <= :now',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':now': nowSec },
    },
  };
}

/** Forgets the trouble of a channel that works again, so that the next one is told; harmless when there was none. */
export async function clearChannelTrouble(table: Table, monitorId: string, channel: Channel): Promise<void> {
  const { Attributes: trouble } = await table.client.send(
    new DeleteCommand({ ...clearing(table, monitorId, channel), ReturnValues: 'ALL_OLD' }),
  );
  const news = trouble?.['news'] as ChannelTrouble['news'] | undefined;
  if (news) await table.client.send(new DeleteCommand({ TableName: table.name, Key: toldKey(news) }));
}

/** The same as part of the transaction that gives the channel another address. */
export function clearChannelTroubleItem(table: Table, monitorId: string, channel: Channel): TransactItem {
  return { Delete: clearing(table, monitorId, channel) };
}

function toldKey({ spaceId, id }: TroubleNews) {
  return { ...troubleToldKey(spaceId, id) };
}

function clearing(table: Table, monitorId: string, channel: Channel) {
  return { TableName: table.name, Key: { ...channelKey(monitorId, channel) } };
}

export async function listChannelTroubles(table: Table, monitorId: string): Promise<ChannelTrouble[]> {
  const { Items: items } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': monitorKey(monitorId).pk, ':prefix': CHANNEL_PREFIX },
    }),
  );
  return (items ?? []).map(({ pk: _pk, sk: _sk, ...trouble }) => trouble as ChannelTrouble);
}
