import type { Instant } from '../domain/instant.ts';
import type { Profile } from '../domain/accounts/profile.ts';
import { NO_USAGE, type Usage } from '../domain/billing/allowance.ts';
import { NO_SLOTS, type Slots } from '../domain/billing/customer.ts';
import { LIMITS } from '../domain/limits.ts';
import { ORGANIZATION, type OrganizationPeople } from '../domain/accounts/organization.ts';
import { guestOfToken, newGuestTokenItem } from './accounts/guest-tokens.ts';
import { getItem, newItem } from './items.ts';
import { ownerKey } from './keys.ts';
import { always, recordKind, sparse } from './record.ts';
import { getSpace, newSpaceItem } from './spaces.ts';
import { transact, type Item, type Table, type TransactItem } from './table.ts';

/** What all owners have. Resources belong to a space; an owner holds spaces, its home first (DESIGN.md section 4). */
interface AnyOwner extends Usage, Slots {
  id: string;
  spaces: string[];
  createdAt: Instant;
  /** Devices of its spaces, and the measures that are collected of them. */
  devices: number;
  collections: number;
  /** How many imports went through; an import is conditional on it, so that a repeated one sees the first. */
  imports: number;
}

/** Whoever holds a token that nobody else knows. */
export interface Guest extends AnyOwner {
  kind: 'guest';
}

/** A person who signs in. */
export interface Account extends AnyOwner {
  kind: 'account';
  /** As its issuer has confirmed it. */
  email: string;
  emailVerifiedAt: Instant;
  profile: Profile;
  /** Sessions and keys of an earlier epoch have ended: a new password or the end of all sessions raises it. */
  epoch: number;
  /** When it was raised; null before that. A proof of before begins no session. */
  sessionsEndedAt: Instant | null;
  /** API keys of this epoch that are not revoked. */
  liveKeys: number;
  /** Null before the account's first call as an owner. */
  trialStartedAt: Instant | null;
  /** Those it is a member of; who may do what there is said by the organization. */
  organizations: readonly string[];
}

/** What several people own together. */
export interface Organization extends AnyOwner, OrganizationPeople {
  kind: 'organization';
  name: string;
  /** While it is off its keys open nothing. */
  enabled: boolean;
  /** Raised by each change of name, people or keys: such a change is conditional on it. */
  revision: number;
}

/** Who owns monitors. */
export type Owner = Guest | Account | Organization;

const anyOwner = {
  id: always,
  spaces: always,
  monitors: always,
  // Absent of an owner from before they were counted, as of one that has none.
  fast: sparse(0),
  emailAlerts: always,
  monitorSlots: sparse(0),
  fastSlots: sparse(0),
  emailAlertSlots: sparse(0),
  devices: sparse(0),
  collections: sparse(0),
  imports: always,
  createdAt: always,
} as const;

/** How a guest is stored. */
const guests = recordKind<Guest>({
  key: ({ id }) => ownerKey(id),
  inKey: {},
  fields: { ...anyOwner, kind: 'guest' },
});

/** How an account is stored. */
const accounts = recordKind<Account>({
  key: ({ id }) => ownerKey(id),
  inKey: {},
  fields: {
    ...anyOwner,
    kind: always,
    email: always,
    emailVerifiedAt: always,
    profile: always,
    epoch: always,
    sessionsEndedAt: null,
    liveKeys: always,
    trialStartedAt: null,
    organizations: sparse<readonly string[]>([]),
  },
});

/** How an organization is stored. */
const organizations = recordKind<Organization>({
  key: ({ id }) => ownerKey(id),
  inKey: {},
  fields: {
    ...anyOwner,
    kind: always,
    name: always,
    enabled: always,
    members: always,
    invitations: always,
    revision: always,
  },
});

/**
 * Whom the monitors of an owner mail where they name nobody else: the confirmed address of an account, the people of an
 * organization; null for a guest.
 */
export function ownAlertToOf(owner: Owner): string | null {
  switch (owner.kind) {
    case 'guest':
      return null;
    case 'account':
      return owner.email;
    case 'organization':
      return ORGANIZATION;
  }
}

/** By whose clock an owner is told of times. A damaged account may lack its profile, and is told all the same. */
export function ownZoneOf(owner: Owner): string {
  return (owner.kind === 'account' && (owner.profile as Profile | undefined)?.timeZone) || 'UTC';
}

/** What a new owner has: nothing. */
export const NOTHING_YET = { ...NO_USAGE, ...NO_SLOTS, devices: 0, collections: 0, imports: 0 };

/** A new owner, as part of the transaction that makes what it is known by and its space. */
export function newOwnerItem(table: Table, owner: Owner): TransactItem {
  return newItem(table, itemOf(owner));
}

function itemOf(owner: Owner): Item {
  switch (owner.kind) {
    case 'guest':
      return guests.toItem(owner);
    case 'account':
      return accounts.toItem(owner);
    case 'organization':
      return organizations.toItem(owner);
  }
}

/** The owner an item holds. */
export function ownerOf(item: Item): Owner {
  switch (item['kind']) {
    case 'account':
      return accounts.fromItem(item);
    case 'organization':
      return organizations.fromItem(item);
    default:
      return guests.fromItem(item);
  }
}

/** What an anonymous owner is made of: itself, one space and the hash of its token. */
export interface NewGuest {
  ownerId: string;
  spaceId: string;
  tokenHash: string;
  now: Instant;
}

/** An anonymous owner, all or nothing. */
export async function createGuestOwner(table: Table, guest: NewGuest): Promise<void> {
  await transact(table, [...newGuestAccessItems(table, guest), newOwnerItem(table, newGuestOwner(guest))]);
}

/** An anonymous owner that has nothing yet. */
export function newGuestOwner({ ownerId: id, spaceId, now: createdAt }: NewGuest): Guest {
  return { id, kind: 'guest', spaces: [spaceId], ...NOTHING_YET, createdAt };
}

/** Its token and its space, as part of the transaction that makes it and perhaps the first of what it has. */
export function newGuestAccessItems(
  table: Table,
  { ownerId, spaceId, tokenHash, now: createdAt }: NewGuest,
): TransactItem[] {
  return [
    newGuestTokenItem(table, { hash: tokenHash, ownerId, createdAt }),
    newSpaceItem(table, { id: spaceId, ownerId, createdAt }),
  ];
}

/** The owner a guest token belongs to, or undefined for a token nobody has. */
export async function ownerOfGuestToken(table: Table, tokenHash: string): Promise<Owner | undefined> {
  const ownerId = await guestOfToken(table, tokenHash);
  return ownerId === undefined ? undefined : getOwner(table, ownerId);
}

/** The owner of a space, or undefined. */
export async function ownerOfSpace(table: Table, spaceId: string): Promise<Owner | undefined> {
  const space = await getSpace(table, spaceId);
  return space && getOwner(table, space.ownerId);
}

/** An owner with its counters as they are now. */
export async function getOwner(table: Table, ownerId: string): Promise<Owner | undefined> {
  const item = await getItem(table, ownerKey(ownerId));
  return item && ownerOf(item);
}

/**
 * Counts a live API key more or less, as part of the transaction that makes or revokes it. Refused when the account has
 * ten, or when all keys of this epoch have ended.
 */
export function liveKeysItem(
  table: Table,
  { ownerId, epoch }: { ownerId: string; epoch: number },
  change: 1 | -1,
): TransactItem {
  return {
    Update: {
      TableName: table.name,
      Key: { ...ownerKey(ownerId) },
      UpdateExpression: 'ADD liveKeys :change',
      ConditionExpression: `epoch = :epoch${change === 1 ? ' AND liveKeys < :max' : ''}`,
      ExpressionAttributeValues: {
        ':change': change,
        ':epoch': epoch,
        ...(change === 1 && { ':max': LIMITS.apiKeysMax }),
      },
    },
  };
}
