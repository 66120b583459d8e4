import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Instant } from '../domain/instant.ts';
import type { Usage } from '../domain/allowance/allowance.ts';
import { guestTokenKey, ownerKey, spaceKey } from './keys.ts';
import { transact, type Table, type TransactItem } from './table.ts';

/** Who owns monitors. Resources belong to a space; an owner holds spaces, its home first (DESIGN.md section 4). */
export interface Owner extends Usage {
  id: string;
  kind: 'guest';
  spaces: string[];
  createdAt: Instant;
  /** How many imports went through; an import is conditional on it, so that a repeated one sees the first. */
  imports: number;
}

/** An anonymous owner with one space and the hash of its token, all or nothing. */
export async function createGuestOwner(
  table: Table,
  guest: { ownerId: string; spaceId: string; tokenHash: string; now: Instant },
): Promise<void> {
  const put = (item: Record<string, unknown>): TransactItem => ({
    Put: { TableName: table.name, Item: item, ConditionExpression: 'attribute_not_exists(pk)' },
  });
  await transact(table, [
    put({ ...guestTokenKey(guest.tokenHash), ownerId: guest.ownerId, createdAt: guest.now }),
    put({
      ...ownerKey(guest.ownerId),
      id: guest.ownerId,
      kind: 'guest',
      spaces: [guest.spaceId],
      monitors: 0,
      emailAlerts: 0,
      imports: 0,
      createdAt: guest.now,
    }),
    put({ ...spaceKey(guest.spaceId), ownerId: guest.ownerId, createdAt: guest.now }),
  ]);
}

/** The owner a guest token belongs to, or undefined for a token nobody has. */
export async function ownerOfGuestToken(table: Table, tokenHash: string): Promise<Owner | undefined> {
  const { Item: credential } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: guestTokenKey(tokenHash), ConsistentRead: true }),
  );
  return credential && getOwner(table, String(credential['ownerId']));
}

/** The owner of a space, or undefined. */
export async function ownerOfSpace(table: Table, spaceId: string): Promise<Owner | undefined> {
  const { Item: space } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: spaceKey(spaceId), ConsistentRead: true }),
  );
  return space && getOwner(table, String(space['ownerId']));
}

/** An owner with its counters as they are now. */
export async function getOwner(table: Table, ownerId: string): Promise<Owner | undefined> {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: ownerKey(ownerId), ConsistentRead: true }),
  );
  if (!item) return undefined;
  const { pk: _pk, sk: _sk, ...owner } = item;
  return { kind: 'guest', ...owner } as Owner;
}

/**
 * Moves an owner's counters, as part of a transaction. With a ceiling the write is refused when the counter would
 * pass it: the free allowance holds under simultaneous calls.
 */
export function countItem(
  table: Table,
  ownerId: string,
  change: { monitors: number; emailAlerts: number },
  ceiling: { monitors: number | null; emailAlerts: number | null },
): { Update: NonNullable<TransactItem['Update']> } {
  const conditions = ['attribute_exists(pk)'];
  const values: Record<string, number> = { ':monitors': change.monitors, ':emails': change.emailAlerts };
  if (ceiling.monitors !== null && change.monitors > 0) {
    conditions.push('monitors <= :monitorRoom');
    values[':monitorRoom'] = ceiling.monitors - change.monitors;
  }
  if (ceiling.emailAlerts !== null && change.emailAlerts > 0) {
    conditions.push('emailAlerts <= :emailRoom');
    values[':emailRoom'] = ceiling.emailAlerts - change.emailAlerts;
  }
  return {
    Update: {
      TableName: table.name,
      Key: ownerKey(ownerId),
      UpdateExpression: 'ADD monitors :monitors, emailAlerts :emails',
      ConditionExpression: conditions.join(' AND '),
      ExpressionAttributeValues: values,
    },
  };
}

/** Moves the counters for an import. Refused when another import of this owner went through since `owner` was read. */
export function countImportItem(counted: ReturnType<typeof countItem>, owner: Owner): TransactItem {
  const { Update } = counted;
  return {
    Update: {
      ...Update,
      UpdateExpression: `${Update.UpdateExpression}, imports :one`,
      ConditionExpression: `${Update.ConditionExpression} AND imports = :seenImports`,
      ExpressionAttributeValues: {
        ...Update.ExpressionAttributeValues,
        ':one': 1,
        ':seenImports': owner.imports,
      },
    },
  };
}
