import type { OrganizationView } from '../../contract/accounts/organizations.ts';
import type { Role } from '../../domain/accounts/organization.ts';
import type { Markup } from '../markup.ts';

/** What the parts of an organization's page share. */
export interface PartOf {
  organization: OrganizationView;
  /** The id of the account that looks. */
  viewerId: string;
  /** The address of the page, below which its forms are. */
  path: string;
  /** The hidden field of every form. */
  csrf: Markup;
}

/** Whether somebody of a role is an organization's only owner. */
export function isOnlyOwner({ members }: Pick<OrganizationView, 'members'>, role: Role): boolean {
  return role === 'owner' && members.filter((member) => member.role === 'owner').length === 1;
}
