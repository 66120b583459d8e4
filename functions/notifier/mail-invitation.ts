import type { QueueMessage } from '../../lib/adapters/queue.ts';
import { accountsOf } from '../../lib/data/accounts/accounts.ts';
import {
  leaseInvitationMail,
  invitationCountedItem,
  postponeInvitationMail,
  settleInvitationMail,
  type InvitationMail,
} from '../../lib/data/accounts/invitation-mails.ts';
import { isInvited } from '../../lib/data/accounts/invitation-pointers.ts';
import { countMail } from '../../lib/data/alerts/mail-counts.ts';
import { getOrganization } from '../../lib/data/accounts/organizations.ts';
import type { Account, Organization } from '../../lib/data/owners.ts';
import { getStop, putAskedSpaceItem } from '../../lib/data/alerts/stopped-addresses.ts';
import { capsOn, inviterCap, ownerCap, type MailCap } from '../../lib/domain/alerts/mail-caps.ts';
import { refusesInvitations } from '../../lib/domain/alerts/stopped-address.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import type { Invitation } from '../../lib/domain/accounts/organization.ts';
import { invitationOf } from '../../lib/domain/accounts/organization-people.ts';
import { invitationMail } from '../../lib/render/alerts/invitation-mail.ts';
import { required, urlsOf } from '../../lib/config/config.ts';
import type { NotifierDeps } from '../../lib/runtime/deps.ts';
import { isMailOver, leaseTimes, roomFor } from './mail-cap-wait.ts';

/** An invitation that can be accepted, as it is when its mail goes out. */
interface Open {
  mail: InvitationMail;
  organization: Organization;
  invitation: Invitation;
  inviter: Account;
}

/** Tells an address that it is invited. A duplicate of the message finds nothing to do. */
export async function mailInvitation(
  deps: NotifierDeps,
  message: Extract<QueueMessage, { kind: 'invite' }>,
): Promise<null> {
  const { table } = deps;
  const now = deps.clock.now();
  const mail = await leaseInvitationMail(table, message, leaseTimes(now));
  if (!mail) return null;
  const open = await openOf(deps, mail, now);
  if (!open) {
    await settleInvitationMail(table, mail, null);
    return null;
  }
  const [spaceId = ''] = open.organization.spaces;
  const asked = putAskedSpaceItem(table, { spaceId, addressHash: mail.addressHash });
  const notes = [invitationCountedItem(table, mail, now), asked];
  const counted = await countMail(
    table,
    { countedAt: mail.countedAt, booked: mail.booked, notes },
    capsOf(deps, open, now),
  );
  if (counted.kind === 'full') await letWait(deps, open, counted.cap);
  if (counted.kind === 'counted') await send(deps, open, now);
  return null;
}

/** Undefined for what was accepted, declined or taken back meanwhile, has ended, or goes to an address that is stopped. */
async function openOf(deps: NotifierDeps, mail: InvitationMail, now: Instant): Promise<Open | undefined> {
  const { table } = deps;
  const [organization, isFound, stop] = await Promise.all([
    getOrganization(table, mail.organizationId),
    isInvited(table, mail),
    getStop(table, mail.addressHash),
  ]);
  const invitation = organization && invitationOf(organization, mail.addressHash, now);
  if (!invitation || !isFound || (stop && refusesInvitations(stop, now))) return undefined;
  const [inviter] = await accountsOf(table, [invitation.invitedBy]);
  return inviter && { mail, organization, invitation, inviter };
}

/** Whoever invites in the names of many organizations has one quota, and so has an organization of many who invite. */
function capsOf(deps: NotifierDeps, { organization, invitation, inviter }: Open, now: Instant): MailCap[] {
  const perHour = { guests: required(deps.config.guestMails, 'how many mails guests may cause').perHour };
  const of = { address: invitation.email, quota: `account ${inviter.id}` } as const;
  return [
    ...capsOn(of, perHour, now),
    ownerCap(`organization ${organization.id}`, now),
    inviterCap(inviter.id, now),
  ];
}

async function send(deps: NotifierDeps, open: Open, now: Instant): Promise<void> {
  const { mail, organization, invitation, inviter } = open;
  const content = invitationMail({
    organizationName: organization.name,
    inviter: { address: inviter.email, name: inviter.profile.name },
    role: invitation.role,
    expiresAt: invitation.expiresAt,
    invitationUrl: `${urlsOf(deps.config).base}/account?tab=organizations`,
  });
  const result = await deps.mailer.send({
    to: invitation.email,
    ...content,
    unsubscribeUrl: null,
    about: { kind: 'invitation' },
  });
  const { sent, outcome } = result;
  if (!sent && outcome !== 'no_sender') deps.log.warn('invitation_not_mailed', { outcome });
  if (isMailOver(result, mail, now)) await settleInvitationMail(deps.table, mail, sent ? now : null);
}

/** Postpones a mail until the cap has room for it, or gives it up. */
async function letWait(deps: NotifierDeps, { mail, invitation }: Open, cap: MailCap): Promise<void> {
  const waiting = await roomFor(deps, cap, { endsAt: invitation.expiresAt, code: 'invitation_held' });
  if (waiting === null) return settleInvitationMail(deps.table, mail, null);
  await postponeInvitationMail(deps.table, mail, waiting);
}
