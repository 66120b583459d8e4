import type { Instant } from '../../domain/instant.ts';
import { FORGOTTEN_AFTER_DAYS, type InvitationMails } from '../../domain/accounts/invitation-mail.ts';
import { getItem } from '../items.ts';
import { invitationMailKey, type Key } from '../keys.ts';
import {
  leaseMail,
  postponeMail,
  settleMail,
  type LeaseTimes,
  type Postponed,
} from '../alerts/mail-outbox.ts';
import { recordKind, always, ttlAfter } from '../record.ts';
import type { Table, TransactItem } from '../table.ts';

/** Whom an organization invites. */
export interface InvitedBy {
  addressHash: string;
  organizationId: string;
}

/** The mails of an organization to an address that it invites. What they say is read from the organization. */
export type InvitationMail = InvitationMails & InvitedBy;

/** How they are stored; the item also holds who is at work on one. */
const invitationMails = recordKind<InvitationMail>({
  key: ({ addressHash, organizationId }) => invitationMailKey(addressHash, organizationId),
  inKey: {},
  besides: ['claimedUntil'],
  fields: {
    addressHash: always,
    organizationId: always,
    askedAt: always,
    mails: always,
    mailedAt: null,
    countedAt: null,
    booked: null,
    dueAt: null,
  },
  ttl: ({ askedAt }) => ttlAfter(askedAt, FORGOTTEN_AFTER_DAYS),
});

export function getInvitationMail(table: Table, to: InvitedBy): Promise<InvitationMail | undefined> {
  return invitationMailAt(table, keyOf(to));
}

/** The same by its key. */
export async function invitationMailAt(table: Table, key: Key): Promise<InvitationMail | undefined> {
  const item = await getItem(table, key);
  return item && invitationMails.fromItem(item);
}

/** Has a mail sent, as part of the transaction that invites; lost when another invitation had one sent meanwhile. */
export function askInvitationMailItem(
  table: Table,
  mail: InvitationMail,
  before: InvitationMail | undefined,
): TransactItem {
  const unseen = { ConditionExpression: 'attribute_not_exists(pk)' };
  const asSeen = {
    ConditionExpression: 'askedAt = :seen AND attribute_not_exists(dueAt)',
    ExpressionAttributeValues: { ':seen': before?.askedAt },
  };
  return {
    Put: { TableName: table.name, Item: invitationMails.toItem(mail, table), ...(before ? asSeen : unseen) },
  };
}

/** Leases a mail, as `leaseMail` does. */
export async function leaseInvitationMail(
  table: Table,
  to: InvitedBy,
  times: LeaseTimes,
): Promise<InvitationMail | undefined> {
  const item = await leaseMail(table, keyOf(to), times);
  return item && invitationMails.fromItem(item);
}

/** Notes that it is counted under the caps, as part of a transaction; lost when somebody else has leased it. */
export function invitationCountedItem(table: Table, mail: InvitationMail, now: Instant): TransactItem {
  return {
    Update: {
      TableName: table.name,
      Key: { ...keyOf(mail) },
      UpdateExpression: 'SET countedAt = :now',
      ConditionExpression: 'dueAt = :leased',
      ExpressionAttributeValues: { ':now': now, ':leased': mail.dueAt },
    },
  };
}

/** Notes that a mail is out at an instant, or that none is to be sent. */
export function settleInvitationMail(
  table: Table,
  mail: InvitationMail,
  mailedAt: Instant | null,
): Promise<void> {
  return settleMail(table, keyOf(mail), { mails: mail.mails, mailedAt });
}

/** Sets when it is looked after next. Throws `WriteConflict` when that changed meanwhile. */
export function postponeInvitationMail(table: Table, mail: InvitationMail, to: Postponed): Promise<void> {
  return postponeMail(table, keyOf(mail), { seen: mail.dueAt, ...to });
}

function keyOf({ addressHash, organizationId }: InvitedBy) {
  return invitationMailKey(addressHash, organizationId);
}
