import type { Output } from '../../api/operations.ts';

export type Organization = Output<'getOrganization'>['organization'];
export type Role = Organization['role'];

/** An organization on its screen: who looks at it, and what shows it as it is after a change. */
export interface Shown {
  value: Organization;
  /** The id of the account that looks. */
  viewerId: string;
  set: (changed: Organization) => void;
}

/** Whether somebody of a role is an organization's only owner. */
export function isOnlyOwner({ members }: Pick<Organization, 'members'>, role: Role): boolean {
  return role === 'owner' && members.filter((member) => member.role === 'owner').length === 1;
}
