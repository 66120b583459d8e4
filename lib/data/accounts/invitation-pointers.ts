import { startingWith } from '../query-pages.ts';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Instant } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';
import { getItem } from '../items.ts';
import { INVITED_PREFIX, invitedKey } from '../keys.ts';
import { always, recordKind } from '../record.ts';
import type { Table, TransactItem } from '../table.ts';

/** That an organization invites an address: how its holder finds it. What holds is said by the organization. */
export interface Invited {
  addressHash: string;
  organizationId: string;
  expiresAt: Instant;
}

/** How it is stored. */
const invited = recordKind<Invited>({
  key: ({ addressHash, organizationId }) => invitedKey(addressHash, organizationId),
  inKey: {},
  fields: { addressHash: always, organizationId: always, expiresAt: always },
  ttl: ({ expiresAt }) => Math.ceil(expiresAt / 1000),
});

/** Lets the holder of an address find an invitation, as part of the transaction that makes it. */
export function invitedItem(table: Table, invitation: Invited): TransactItem {
  return { Put: { TableName: table.name, Item: invited.toItem(invitation) } };
}

/** Takes that away, as part of a transaction. */
export function notInvitedItem(
  table: Table,
  { addressHash, organizationId }: Omit<Invited, 'expiresAt'>,
): TransactItem {
  return { Delete: { TableName: table.name, Key: { ...invitedKey(addressHash, organizationId) } } };
}

/** Whether the holder of an address still finds an invitation: not once it was declined, accepted or taken back. */
export async function isInvited(
  table: Table,
  { addressHash, organizationId }: Omit<Invited, 'expiresAt'>,
): Promise<boolean> {
  return (await getItem(table, invitedKey(addressHash, organizationId))) !== undefined;
}

/** The organizations that invite an address, some of them where there are very many. */
export async function listInvited(table: Table, addressHash: string, now: Instant): Promise<Invited[]> {
  const { Items: items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      ...startingWith(invitedKey(addressHash, '').pk, INVITED_PREFIX),
      ConsistentRead: true,
      Limit: LIMITS.organizationsPerAccountMax,
    }),
  );
  return items.map((item) => invited.fromItem(item)).filter(({ expiresAt }) => now < expiresAt);
}
