import { startingWith } from '../query-pages.ts';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { tokenFate, type TokenHolders } from '../../domain/accounts/claim.ts';
import type { OwnerChannel } from '../../domain/alerts/owner-channel.ts';
import type { Instant } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';
import { ownerKey, PURCHASE_PREFIX, SPACE_MONITOR_PREFIX, spaceKey } from '../keys.ts';
import { oweOpenItem } from '../alerts/owed-to-channel.ts';
import type { Account, Guest } from '../owners.ts';
import {
  broughtTokenItem,
  noTokenItem,
  reopenedTokenItem,
  takenTokenItem,
  type SpaceToken,
  type SpaceTokenKind,
} from './space-tokens.ts';
import { claimedSpaceItem, getSpace, newSpaceItem } from '../spaces.ts';
import { transact, type Table, type TransactItem } from '../table.ts';

/** A guest's home that becomes an account's, as it was decided from what was read. */
export interface Claim {
  guest: Guest;
  account: Account;
  /** The guest's home as it was, and the one it gets. */
  spaceId: string;
  freshId: string;
  tokens: Record<SpaceTokenKind, TokenHolders<SpaceToken>>;
  /** The channels of the account that may hear what the guest had open. */
  hearing: readonly Pick<OwnerChannel, 'id' | 'spaceId'>[];
  now: Instant;
}

/** Whether a space has what no counter tells: monitors that were deleted and are still listed, and purchases. */
export async function hasUncounted(table: Table, spaceId: string): Promise<boolean> {
  const prefixes = [SPACE_MONITOR_PREFIX, PURCHASE_PREFIX];
  const found = await Promise.all(prefixes.map((prefix) => hasAny(table, spaceId, prefix)));
  return found.includes(true);
}

async function hasAny(table: Table, spaceId: string, prefix: string): Promise<boolean> {
  const { Count: count = 0 } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      ...startingWith(spaceKey(spaceId).pk, prefix),
      ConsistentRead: true,
      Limit: 1,
    }),
  );
  return count > 0;
}

/**
 * Moves the space with all that is in it, however much that is: at most eight writes, and one for each channel that may hear of it now. Throws `WriteConflict` when anything it
 * was decided from has changed.
 */
export async function writeClaim(table: Table, claim: Claim): Promise<void> {
  const { guest, account, spaceId, freshId, now } = claim;
  await transact(table, [
    guestItem(table, claim),
    accountItem(table, claim),
    claimedSpaceItem(table, spaceId, {
      from: guest.id,
      to: account.id,
      homeId: account.spaces[0] ?? spaceId,
    }),
    newSpaceItem(table, { id: freshId, ownerId: guest.id, createdAt: now }),
    ...tokenItems(table, claim, 'ingest'),
    ...tokenItems(table, claim, 'feed'),
    ...claim.hearing.map((channel) => oweOpenItem(table, channel, now)),
  ]);
}

/** Whether a claim whose answer was lost went through: each brings a space of its own with it. */
export async function isWritten(table: Table, { freshId }: Claim): Promise<boolean> {
  return (await getSpace(table, freshId)) !== undefined;
}

/** What is counted of a guest, and moves: what it has, and the slots that it bought. */
const MOVED = [
  'monitors', 'fast', 'emailAlerts', 'monitorSlots', 'fastSlots', 'emailAlertSlots', 'devices', 'collections',
] as const satisfies (keyof Guest)[]; // prettier-ignore

const countersOf = (guest: Guest) => Object.fromEntries(MOVED.map((name) => [`:${name}`, guest[name]]));

/** Most counters are absent where they are zero. */
function is(name: (typeof MOVED)[number], count: number): string {
  return count === 0 ? `(attribute_not_exists(${name}) OR ${name} = :${name})` : `${name} = :${name}`;
}

/** The counters pin what moves: a creation, a deletion or a payment that comes between is a conflict. */
function guestItem(table: Table, { guest, freshId }: Claim): TransactItem {
  return {
    Update: {
      TableName: table.name,
      Key: { ...ownerKey(guest.id) },
      UpdateExpression: `SET #spaces = :fresh, ${MOVED.map((name) => `${name} = :none`).join(', ')}`,
      ConditionExpression: ['#spaces = :spaces', ...MOVED.map((name) => is(name, guest[name]))].join(' AND '),
      ExpressionAttributeNames: { '#spaces': 'spaces' },
      ExpressionAttributeValues: {
        ':spaces': guest.spaces,
        ':fresh': [freshId],
        ...countersOf(guest),
        ':none': 0,
      },
    },
  };
}

function accountItem(table: Table, { guest, account, spaceId }: Claim): TransactItem {
  return {
    Update: {
      TableName: table.name,
      Key: { ...ownerKey(account.id) },
      UpdateExpression: `SET #spaces = list_append(#spaces, :moved) ADD ${MOVED.map((name) => `${name} :${name}`).join(', ')}`,
      ConditionExpression: 'epoch = :epoch AND size(#spaces) < :max',
      ExpressionAttributeNames: { '#spaces': 'spaces' },
      ExpressionAttributeValues: {
        ':moved': [spaceId],
        ...countersOf(guest),
        ':epoch': account.epoch,
        ':max': LIMITS.accountSpacesMax,
      },
    },
  };
}

/** Two writes at most. Each of them is refused when either owner has minted or rotated its token since it was read. */
function tokenItems(
  table: Table,
  { account, spaceId, freshId, tokens }: Claim,
  kind: SpaceTokenKind,
): TransactItem[] {
  const { guest: token } = tokens[kind];
  if (!token) return [noTokenItem(table, kind, spaceId)];
  if (tokenFate(tokens[kind]) === 'taken') {
    // It goes on opening the claimed space alone: whoever was given a feed's address sees nothing new.
    return [broughtTokenItem(table, token, homeOf(account)), takenTokenItem(table, token)];
  }
  // What is left beside the claimed space names a token that opens another; nobody looks at it, it is no home.
  return [broughtTokenItem(table, token, freshId), reopenedTokenItem(table, token, freshId)];
}

function homeOf({ spaces: [home = ''] }: Account): string {
  return home;
}
