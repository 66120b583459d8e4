import type { Booking } from '../../domain/alerts/mail-caps.ts';
import type { Instant } from '../../domain/instant.ts';
import { changeItem } from '../items.ts';
import type { Key } from '../keys.ts';
import { WriteConflict, type Item, type Table } from '../table.ts';

/** A further condition on the item of a mail. */
export interface Also {
  condition: string;
  names: Record<string, string>;
  values: Record<string, unknown>;
}

/** From when and until when somebody is at work on a mail, and when the checker looks after it. */
export interface LeaseTimes {
  now: Instant;
  until: Instant;
  dueAt: Instant;
}

/**
 * Leases a mail that has not been sent, by the item that says when it is due. Undefined when none is to be sent or another
 * invocation has leased it.
 */
export async function leaseMail(
  table: Table,
  key: Key,
  { now, until, dueAt }: LeaseTimes,
  also?: Also,
): Promise<Item | undefined> {
  try {
    return await changeItem(table, key, {
      UpdateExpression: 'SET claimedUntil = :until, dueAt = :due',
      ConditionExpression:
        'attribute_exists(dueAt) AND (attribute_not_exists(claimedUntil) OR claimedUntil <= :now)' +
        (also ? ` AND ${also.condition}` : ''),
      ...(also && { ExpressionAttributeNames: also.names }),
      ExpressionAttributeValues: { ':until': until, ':due': dueAt, ':now': now, ...also?.values },
      ReturnValues: 'ALL_NEW',
    });
  } catch (error) {
    if (error instanceof WriteConflict) return undefined;
    throw error;
  }
}

/**
 * Notes that a mail is out at an instant, after so many before it, or that none is to be sent. Throws `WriteConflict` where
 * it is not as the further condition demands.
 */
export async function settleMail(
  table: Table,
  key: Key,
  { mails, mailedAt }: { mails: number; mailedAt: Instant | null },
  also?: Also,
): Promise<void> {
  const out = mailedAt === null ? '' : 'SET mailedAt = :at, mails = :mails ';
  const values = { ...(mailedAt !== null && { ':at': mailedAt, ':mails': mails + 1 }), ...also?.values };
  await changeItem(table, key, {
    UpdateExpression: `${out}REMOVE duePk, dueAt, claimedUntil`,
    ConditionExpression: `attribute_exists(pk)${also ? ` AND ${also.condition}` : ''}`,
    ...(also && { ExpressionAttributeNames: also.names }),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  });
}

/** Notes that a mail is out, and nothing of what is due. */
export async function noteMailed(
  table: Table,
  key: Key,
  { mails, mailedAt }: { mails: number; mailedAt: Instant },
): Promise<void> {
  await changeItem(table, key, {
    UpdateExpression: 'SET mailedAt = :at, mails = :mails REMOVE claimedUntil',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':at': mailedAt, ':mails': mails + 1 },
  });
}

/** When a mail is looked after next, and the place under a cap that it has then. */
export interface Postponed {
  dueAt: Instant;
  booked?: Booking | null;
}

/** Sets when a mail is looked after next, and the place under a cap that it has then. Throws `WriteConflict` when that changed meanwhile. */
export async function postponeMail(
  table: Table,
  key: Key,
  { seen, dueAt, booked }: Postponed & { seen: Instant | null },
): Promise<void> {
  await changeItem(table, key, {
    UpdateExpression: `SET dueAt = :due${booked ? ', booked = :booked' : ''}`,
    ConditionExpression: 'dueAt = :seen',
    ExpressionAttributeValues: { ':due': dueAt, ':seen': seen, ...(booked && { ':booked': booked }) },
  });
}
