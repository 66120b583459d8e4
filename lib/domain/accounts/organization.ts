import type { Instant } from '../instant.ts';
import type { Decision } from '../decision.ts';
import { LIMITS } from '../limits.ts';
import { readableName } from '../readable-name.ts';

/**
 * Stands for an address in `alertTo`: whoever owns or administers the monitor's organization when a mail goes out. It goes
 * the ways of an address, so what is read and written back stays as it was; it can be none, since it lacks the @.
 */
export const ORGANIZATION = 'organization';

/** What a member of an organization may do, from most to least. */
export const ROLES = ['owner', 'admin', 'member'] as const;
export type Role = (typeof ROLES)[number];

/** A person of an organization. */
export interface Membership {
  role: Role;
  joinedAt: Instant;
  /** Since when it looks after the organization without a break; keys that it made before have stopped. */
  managerSince?: Instant;
}

/** That whoever confirms an address may join. */
export interface Invitation {
  email: string;
  role: Role;
  /** The account that invited. */
  invitedBy: string;
  expiresAt: Instant;
}

/** Who belongs to an organization: members by account id, invitations by the hash of their address. */
export interface OrganizationPeople {
  members: Readonly<Record<string, Membership>>;
  invitations: Readonly<Record<string, Invitation>>;
}

/** Whether a role may make and revoke keys, and look after people. */
export function isManager(role: Role | undefined): role is 'owner' | 'admin' {
  return role === 'owner' || role === 'admin';
}

/** Whether whoever has a role may give and take another one. */
export function mayGive(own: Role | undefined, role: Role): boolean {
  return own === 'owner' || (own === 'admin' && role !== 'owner');
}

/** A person who joins now. */
export function newMember(role: Role, now: Instant): Membership {
  return { role, joinedAt: now, ...(isManager(role) && { managerSince: now }) };
}

/** Whether an account has looked after an organization from an instant on, without a break. */
export function hasManagedSince(
  people: Pick<OrganizationPeople, 'members'>,
  accountId: string,
  from: Instant,
): boolean {
  if (!isManager(roleOf(people, accountId))) return false;
  const { managerSince, joinedAt } = people.members[accountId] as Membership;
  return (managerSince ?? joinedAt) <= from;
}

/** The role of an account in an organization, or undefined for whoever is no member. */
export function roleOf(
  { members }: Pick<OrganizationPeople, 'members'>,
  accountId: string,
): Role | undefined {
  return Object.hasOwn(members, accountId) ? members[accountId]?.role : undefined;
}

/** The accounts that look after an organization: they are mailed where a monitor names nobody. */
export function managersOf({ members }: Pick<OrganizationPeople, 'members'>): string[] {
  return Object.keys(members).filter((id) => isManager(members[id]?.role));
}

/** The accounts that own an organization; there is always one. */
export function ownersOf({ members }: Pick<OrganizationPeople, 'members'>): string[] {
  return Object.keys(members).filter((id) => members[id]?.role === 'owner');
}

/** The name of an organization, trimmed: one line of 1 to 80 characters. */
export function organizationName(text: string): Decision<string, 'invalid_organization_name'> {
  return readableName(text, { code: 'invalid_organization_name', min: 1, max: LIMITS.nameMaxChars });
}
