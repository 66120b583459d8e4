import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Channel } from '../domain/alert/notice.ts';
import type { Instant } from '../domain/instant.ts';
import { CHANNEL_PREFIX, channelKey, monitorKey } from './keys.ts';
import type { Table, TransactItem } from './table.ts';

/** That the last deliveries by a channel of a monitor all failed. Nothing is switched off by it. */
export interface ChannelTrouble {
  monitorId: string;
  channel: Exclude<Channel, 'none'>;
  since: Instant;
  detail: string;
}

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

/** Forgets the trouble of a channel that works again; harmless when there was none. */
export async function clearChannelTrouble(table: Table, monitorId: string, channel: Channel): Promise<void> {
  await table.client.send(new DeleteCommand(clearing(table, monitorId, channel)));
}

/** The same as part of the transaction that gives the channel another address. */
export function clearChannelTroubleItem(table: Table, monitorId: string, channel: Channel): TransactItem {
  return { Delete: clearing(table, monitorId, channel) };
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
