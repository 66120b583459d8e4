import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { getItem, putItem, deleteItem } from '../items.ts';
import { avatarKey } from '../keys.ts';
import type { Table } from '../table.ts';

/** The picture of an account, or undefined without one. */
export async function getAvatar(table: Table, ownerId: string): Promise<Uint8Array | undefined> {
  const item = await getItem(table, avatarKey(ownerId));
  return item && (item['picture'] as Uint8Array);
}

/** Whether an account has a picture. */
export async function hasAvatar(table: Table, ownerId: string): Promise<boolean> {
  const key = { ...avatarKey(ownerId) };
  const input = { TableName: table.name, Key: key, ProjectionExpression: 'pk' };
  return (await table.client.send(new GetCommand(input))).Item !== undefined;
}

/** Puts a picture in the place of the one before, if any: of two at once the later one stays. */
export async function putAvatar(table: Table, ownerId: string, picture: Uint8Array): Promise<void> {
  await putItem(table, { ...avatarKey(ownerId), picture });
}

/** Removes the picture of an account; one that is gone stays so. */
export async function deleteAvatar(table: Table, ownerId: string): Promise<void> {
  await deleteItem(table, avatarKey(ownerId));
}
