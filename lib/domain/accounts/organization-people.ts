import { accepted, refused, shown, type Decision } from '../decision.ts';
import { DAY_MS } from '../calendar.ts';
import type { Instant } from '../instant.ts';
import { LIMITS } from '../limits.ts';
import {
  isManager,
  mayGive,
  newMember,
  ownersOf,
  roleOf,
  type Invitation,
  type OrganizationPeople,
  type Role,
} from './organization.ts';

type Refused =
  | 'organization_not_found'
  | 'organization_forbidden'
  | 'last_owner'
  | 'not_found'
  | 'organization_full';
type Decided = Decision<OrganizationPeople, Refused>;

/** Who changes whom; both are accounts. */
interface Change {
  actor: string;
  target: string;
}

/** The people after a member got another role. An owner alone makes owners and changes them. */
export function withRole(
  people: OrganizationPeople,
  { actor, target, role }: Change & { role: Role },
  now: Instant,
): Decided {
  const before = roleOf(people, target);
  if (roleOf(people, actor) === undefined) return NO_MEMBER;
  if (before === undefined)
    return refused('not_found', `${shown(target)} is not a member of the organization.`);
  const forbidden = refusedRoles(people, actor, [before, role]);
  if (forbidden) return forbidden;
  if (before === role) return accepted(people);
  if (isLastOwner(people, target)) return LAST_OWNER;
  const { joinedAt, managerSince } = people.members[target] ?? newMember(role, now);
  const since = isManager(before) ? (managerSince ?? joinedAt) : now;
  const member = { role, joinedAt, ...(isManager(role) && { managerSince: since }) };
  return accepted({ ...people, members: { ...people.members, [target]: member } });
}

/** The people without a member: removed by whoever may, or gone by itself. */
export function withoutMember(people: OrganizationPeople, { actor, target }: Change): Decided {
  const role = roleOf(people, target);
  if (roleOf(people, actor) === undefined) return NO_MEMBER;
  if (role === undefined)
    return refused('not_found', `${shown(target)} is not a member of the organization.`);
  const forbidden = actor === target ? undefined : refusedRoles(people, actor, [role]);
  if (forbidden) return forbidden;
  if (isLastOwner(people, target)) return LAST_OWNER;
  const { [target]: _gone, ...members } = people.members;
  return accepted({ ...people, members });
}

/** The people after an account was deleted, without what it began: an owner is left, as was seen to. */
export function withoutAccount(
  { members, invitations }: OrganizationPeople,
  accountId: string,
): OrganizationPeople {
  const { [accountId]: _gone, ...others } = members;
  const open = Object.entries(invitations).filter(([, { invitedBy }]) => invitedBy !== accountId);
  return { members: others, invitations: Object.fromEntries(open) };
}

/** What is invited: an address by its hash, for a role. */
interface Inviting {
  actor: string;
  addressHash: string;
  email: string;
  role: Role;
}

/** When an invitation that is given now ends. */
export function invitationEndOf(now: Instant): Instant {
  return now + LIMITS.invitationDays * DAY_MS;
}

/** The people with an invitation; a second one of the same address takes the place of the first. */
export function withInvitation(people: OrganizationPeople, inviting: Inviting, now: Instant): Decided {
  const { actor, addressHash, email, role } = inviting;
  const forbidden = refusedRoles(people, actor, [role]);
  if (forbidden) return forbidden;
  const { [addressHash]: _replaced, ...others } = openInvitations(people, now);
  const { organizationMembersMax: members, organizationInvitationsMax: invitations } = LIMITS;
  if (Object.keys(others).length >= invitations)
    return refused('organization_full', `An organization has at most ${invitations} open invitations.`);
  if (Object.keys(people.members).length >= members) return FULL;
  const expiresAt = invitationEndOf(now);
  const invitation: Invitation = { email, role, invitedBy: actor, expiresAt };
  return accepted({ ...people, invitations: { ...others, [addressHash]: invitation } });
}

/** The people without an invitation, taken back by whoever may. */
export function withoutInvitation(people: OrganizationPeople, actor: string, addressHash: string): Decided {
  if (roleOf(people, actor) === undefined) return NO_MEMBER;
  const invitation = Object.hasOwn(people.invitations, addressHash) && people.invitations[addressHash];
  if (!invitation) return refused('not_found', 'There is no such invitation.');
  const forbidden = refusedRoles(people, actor, [invitation.role]);
  if (forbidden) return forbidden;
  return accepted(without(people, addressHash));
}

/** The people after whoever holds an invited address declined; the same where nothing invites it. */
export function withDeclined(people: OrganizationPeople, addressHash: string): OrganizationPeople {
  return Object.hasOwn(people.invitations, addressHash) ? without(people, addressHash) : people;
}

/** Whether there is such an organization is told to nobody whom it does not invite. */
export const UNINVITED = refused('not_found', "There is no open invitation for your account's address.");

/** The people after whoever holds an invited address joined. The inviter may have lost its role since: then it holds no more. */
export function withJoined(
  people: OrganizationPeople,
  { accountId, addressHash }: { accountId: string; addressHash: string },
  now: Instant,
): Decided {
  const invitation = openInvitations(people, now)[addressHash];
  // A member who is invited anew stays what it is: roles are changed by a role's own call.
  if (roleOf(people, accountId)) return accepted(invitation ? without(people, addressHash) : people);
  if (!invitation || !isStillGiven(people, invitation)) return UNINVITED;
  const rest = without(people, addressHash);
  if (Object.keys(people.members).length >= LIMITS.organizationMembersMax) return FULL;
  const member = newMember(invitation.role, now);
  return accepted({ ...rest, members: { ...rest.members, [accountId]: member } });
}

/** The invitation of an address that can be accepted at an instant, or undefined. */
export function invitationOf(
  people: OrganizationPeople,
  addressHash: string,
  now: Instant,
): Invitation | undefined {
  const invitation = openInvitations(people, now)[addressHash];
  return invitation && isStillGiven(people, invitation) ? invitation : undefined;
}

function isStillGiven(people: OrganizationPeople, { invitedBy, role }: Invitation): boolean {
  return mayGive(roleOf(people, invitedBy), role);
}

/** The invitations that have not ended. */
export function openInvitations(
  { invitations }: OrganizationPeople,
  now: Instant,
): OrganizationPeople['invitations'] {
  return Object.fromEntries(Object.entries(invitations).filter(([, { expiresAt }]) => now < expiresAt));
}

// Before anything else is judged: to strangers nothing tells that there is such an organization, or who is in it.
const NO_MEMBER = refused(
  'organization_not_found',
  'There is no such organization, or you are not a member.',
);
const LAST_OWNER = refused(
  'last_owner',
  'An organization needs an owner: make another member an owner first, or delete the organization.',
);
const FULL = refused(
  'organization_full',
  `An organization has at most ${LIMITS.organizationMembersMax} members.`,
);

/** Why an account may not give or take these roles, or undefined. */
function refusedRoles(people: OrganizationPeople, actor: string, roles: readonly Role[]) {
  const own = roleOf(people, actor);
  if (own === undefined) return NO_MEMBER;
  if (roles.every((role) => mayGive(own, role))) return undefined;
  return refused(
    'organization_forbidden',
    isManager(own)
      ? 'Only an owner of the organization can add, change or remove an owner.'
      : 'Only owners and admins of the organization can manage its people.',
  );
}

function isLastOwner(people: OrganizationPeople, target: string): boolean {
  const owners = ownersOf(people);
  return owners.length === 1 && owners[0] === target;
}

function without(people: OrganizationPeople, addressHash: string): OrganizationPeople {
  const { [addressHash]: _gone, ...invitations } = people.invitations;
  return { ...people, invitations };
}
