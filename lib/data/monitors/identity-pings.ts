import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { UnknownPing } from '../../domain/aws/unknown-pings.ts';
import type { Instant } from '../../domain/instant.ts';
import { conditionally, getItem } from '../items.ts';
import { spaceIdOf } from '../key-parts.ts';
import { identityPingsKey } from '../keys.ts';
import { always, recordKind, ttlAfter } from '../record.ts';
import type { Table } from '../table.ts';

const KEPT_DAYS = 30;

/** That pings by identity reach a space, and those that met no monitor of it. */
export interface IdentityPings {
  spaceId: string;
  unknown: readonly UnknownPing[];
  /** When what takes them was last at work; null where it never was. */
  reachedAt: Instant | null;
  /** Each write raises it, and is conditional on it. */
  revision: number;
}

const pings = recordKind<IdentityPings, 'spaceId'>({
  key: ({ spaceId }) => identityPingsKey(spaceId),
  inKey: { spaceId: spaceIdOf },
  fields: { unknown: always, reachedAt: null, revision: always },
  ttl: ({ reachedAt }) => (reachedAt === null ? null : ttlAfter(reachedAt, KEPT_DAYS)),
});

/** What is known of a space; cheaply as it was a moment ago. */
export async function getIdentityPings(
  table: Table,
  spaceId: string,
  options?: { consistent: boolean },
): Promise<IdentityPings> {
  const item = await getItem(table, identityPingsKey(spaceId), options);
  return item ? pings.fromItem(item) : { spaceId, unknown: [], reachedAt: null, revision: 0 };
}

/** Throws `WriteConflict` where it changed meanwhile. */
export async function replaceIdentityPings(
  table: Table,
  { spaceId, revision }: IdentityPings,
  { unknown, reachedAt }: Pick<IdentityPings, 'unknown'> & { reachedAt: Instant },
): Promise<void> {
  const put = new PutCommand({
    TableName: table.name,
    Item: pings.toItem({ spaceId, unknown, reachedAt, revision: revision + 1 }),
    ConditionExpression: revision === 0 ? 'attribute_not_exists(pk)' : 'revision = :seen',
    ...(revision > 0 && { ExpressionAttributeValues: { ':seen': revision } }),
  });
  await conditionally(table.client.send(put));
}
