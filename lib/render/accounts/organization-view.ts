import type {
  InvitedView,
  OrganizationSummary,
  OrganizationView,
} from '../../contract/accounts/organizations.ts';
import { isoOf, type Instant } from '../../domain/instant.ts';
import {
  isManager,
  roleOf,
  type Invitation,
  type OrganizationPeople,
  type Role,
} from '../../domain/accounts/organization.ts';
import { openInvitations } from '../../domain/accounts/organization-people.ts';

interface Shown extends OrganizationPeople {
  id: string;
  name: string;
  enabled: boolean;
  createdAt: Instant;
}

/** A member's account, as the other members see it. */
interface Person {
  id: string;
  email: string;
  profile: { name: string };
}

/** An organization as a list shows it to a member. */
export function organizationSummary(organization: Shown, role: Role): OrganizationSummary {
  const { id, name, enabled, createdAt } = organization;
  return { id, name, role, enabled, created_at: isoOf(createdAt) };
}

/** An organization as a member sees it; `persons` are the accounts of its members. */
export function organizationView(
  organization: Shown,
  { viewer, persons, now }: { viewer: string; persons: readonly Person[]; now: Instant },
): OrganizationView {
  const role = roleOf(organization, viewer) ?? 'member';
  const invitations = isManager(role) ? Object.entries(openInvitations(organization, now)) : [];
  return {
    ...organizationSummary(organization, role),
    members: persons.flatMap(({ id, email, profile }) => {
      const member = organization.members[id];
      return member
        ? [{ id, email, name: profile.name, role: member.role, joined_at: isoOf(member.joinedAt) }]
        : [];
    }),
    invitations: invitations.map(([id, { email, role: invited, expiresAt }]) => ({
      id,
      email,
      role: invited,
      expires_at: isoOf(expiresAt),
    })),
  };
}

/** An invitation as whoever is invited sees it. */
export function invitedView(
  { id, name }: Pick<Shown, 'id' | 'name'>,
  { role, expiresAt }: Invitation,
): InvitedView {
  return { organization_id: id, name, role, expires_at: isoOf(expiresAt) };
}
