import type { OwnerChannel } from '../../domain/alerts/owner-channel.ts';
import type { Instant } from '../../domain/instant.ts';
import { duePartition } from '../due-index.ts';
import { changeItem } from '../items.ts';
import { ownerChannelKey } from '../keys.ts';
import type { Table, TransactItem } from '../table.ts';
import { untoldChange, type Untold } from './consents.ts';
import type { KeptChannel } from './owner-channels.ts';

type Place = Pick<OwnerChannel, 'spaceId' | 'id'>;

/** Notes how far what is open is told to a channel; null when all is. Throws `WriteConflict` when it was moved meanwhile. */
export async function noteUntoldOfChannel(
  table: Table,
  channel: KeptChannel,
  untold: (Untold & { dueAt: Instant }) | null,
): Promise<void> {
  const { change, values } = untoldChange(untold);
  await changeItem(table, ownerChannelKey(channel.spaceId, channel.id), {
    UpdateExpression: change,
    ConditionExpression: 'movedAt = :seen AND attribute_exists(dueAt)',
    ExpressionAttributeValues: { ':seen': channel.movedAt, ...values },
  });
}

/** Puts off what is open, of which nothing was told to a channel yet. Throws `WriteConflict` when it was moved meanwhile. */
export async function postponeUntold(table: Table, channel: KeptChannel, dueAt: Instant): Promise<void> {
  await changeItem(table, ownerChannelKey(channel.spaceId, channel.id), {
    UpdateExpression: 'SET dueAt = :due',
    ConditionExpression: 'movedAt = :seen AND attribute_exists(dueAt)',
    ExpressionAttributeValues: { ':seen': channel.movedAt, ':due': dueAt },
  });
}

/** Notes that a channel was told something that was open, wherever it leads by now. Throws `WriteConflict` when it is gone. */
export async function noteToldOpen(table: Table, channel: Place, now: Instant): Promise<void> {
  await changeItem(table, ownerChannelKey(channel.spaceId, channel.id), {
    UpdateExpression: 'SET toldOpenAt = :now',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':now': now },
  });
}

/** That a channel is owed what is open which it does not know of, as part of a transaction; refused when it is gone. */
export function oweOpenItem(table: Table, { spaceId, id }: Place, now: Instant): TransactItem {
  const key = ownerChannelKey(spaceId, id);
  return {
    Update: {
      TableName: table.name,
      Key: { ...key },
      UpdateExpression: 'SET dueAt = :now, duePk = :shard REMOVE untold',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':now': now, ':shard': duePartition(table, key.pk) },
    },
  };
}
