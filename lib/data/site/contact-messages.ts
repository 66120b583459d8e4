import type { ContactMessage } from '../../domain/site/contact-message.ts';
import type { Instant } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';
import { getItem, newItem, deleteItem } from '../items.ts';
import { contactIdOf } from '../key-parts.ts';
import { contactKey, type Key } from '../keys.ts';
import { leaseMail, postponeMail, type LeaseTimes } from '../alerts/mail-outbox.ts';
import { recordKind, always, ttlAfter } from '../record.ts';
import { transact, type Table, type TransactItem } from '../table.ts';

/** How a message is stored: until it is mailed, and no longer than it may be kept. */
const messages = recordKind<ContactMessage, 'id'>({
  key: ({ id }) => contactKey(id),
  inKey: { id: contactIdOf },
  besides: ['claimedUntil'],
  fields: {
    name: always,
    email: always,
    message: always,
    kind: null,
    company: null,
    site: null,
    budget: null,
    placements: always,
    days: null,
    payment: null,
    receivedAt: always,
    outAt: always,
    dueAt: null,
  },
  ttl: ({ outAt }) => ttlAfter(outAt, LIMITS.contactKeptDays),
});

/** Records a message that is to be mailed, with `items` in one transaction. Throws `WriteConflict` when a condition is lost. */
export async function recordContact(
  table: Table,
  message: ContactMessage,
  items: readonly TransactItem[] = [],
): Promise<void> {
  await transact(table, [newItem(table, messages.toItem(message, table)), ...items]);
}

export async function contactAt(table: Table, key: Key): Promise<ContactMessage | undefined> {
  const item = await getItem(table, key);
  return item && messages.fromItem(item);
}

/** Leases a message to mail it, as `leaseMail` does. */
export async function leaseContact(
  table: Table,
  id: string,
  times: LeaseTimes,
): Promise<ContactMessage | undefined> {
  const item = await leaseMail(table, contactKey(id), times);
  return item && messages.fromItem(item);
}

/** Sets when it is looked after next. Throws `WriteConflict` when that changed meanwhile. */
export function postponeContact(
  table: Table,
  { id, dueAt: seen }: ContactMessage,
  dueAt: Instant,
): Promise<void> {
  return postponeMail(table, contactKey(id), { seen, dueAt });
}

/** Forgets a message that was mailed. */
export function forgetContact(table: Table, id: string): Promise<void> {
  return deleteItem(table, contactKey(id));
}
