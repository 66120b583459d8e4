import type { Instant } from '../instant.ts';

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
export interface People {
  members: Readonly<Record<string, Membership>>;
  invitations: Readonly<Record<string, Invitation>>;
}

/** Whether a role may make and revoke keys, and look after people. */
export function isManager(role: Role | undefined): role is 'owner' | 'admin' {
  return role === 'owner' || role === 'admin';
}

/** The role of an account in an organization, or undefined for whoever is no member. */
export function roleOf({ members }: Pick<People, 'members'>, accountId: string): Role | undefined {
  return Object.hasOwn(members, accountId) ? members[accountId]?.role : undefined;
}

/** The accounts that look after an organization: they are mailed where a monitor names nobody. */
export function managersOf({ members }: Pick<People, 'members'>): string[] {
  return Object.keys(members).filter((id) => isManager(members[id]?.role));
}

/** The accounts that own an organization; there is always one. */
export function ownersOf({ members }: Pick<People, 'members'>): string[] {
  return Object.keys(members).filter((id) => members[id]?.role === 'owner');
}
