import { RECOVERY_MAIL_MS } from '../../domain/accounts/recovery-codes.ts';
import type { Instant } from '../../domain/instant.ts';
import { deleteItems } from '../delete-items.ts';
import { duePartition } from '../due-index.ts';
import { getItem, newItem, type Change } from '../items.ts';
import { leaseMail, postponeMail, settleMail, type LeaseTimes } from '../alerts/mail-outbox.ts';
import type { Key } from '../keys.ts';
import { recoveryCodeKey, recoveryKey } from '../recovery-keys.ts';
import { always, recordKind } from '../record.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { transact, WriteConflict, type Table, type TransactItem } from '../table.ts';

/** The recovery codes that an account has left. Their texts are shown once; here stand the hashes. */
export interface Recovery {
  ownerId: string;
  /** What the issuer calls the person whose second factor they stand for. */
  subject: string;
  /** By hash. */
  codes: Record<string, true>;
  madeAt: Instant;
  /** When one was used last. */
  usedAt: Instant | null;
  /** When the mail that tells of that is looked after; null where it is out. */
  dueAt: Instant | null;
}

/** How they are stored; the item also holds who is at work on the mail, and how many there were. */
const recoveries = recordKind<Recovery>({
  key: ({ ownerId }) => recoveryKey(ownerId),
  inKey: {},
  besides: ['claimedUntil', 'mails', 'mailedAt'],
  fields: { ownerId: always, subject: always, codes: always, madeAt: always, usedAt: null, dueAt: null },
});

export async function getRecovery(table: Table, ownerId: string): Promise<Recovery | undefined> {
  return recoveryAt(table, recoveryKey(ownerId));
}

/** How many are left; null where none were made. */
export function codesLeft(recovery: Pick<Recovery, 'codes'> | undefined): number | null {
  return recovery ? Object.keys(recovery.codes).length : null;
}

/** The same by its key. */
export async function recoveryAt(table: Table, key: Key): Promise<Recovery | undefined> {
  const item = await getItem(table, key);
  return item && recoveries.fromItem(item);
}

const update = (table: Table, ownerId: string, change: Change): TransactItem => ({
  Update: { TableName: table.name, Key: { ...recoveryKey(ownerId) }, ...change },
});
const remove = (table: Table, hash: string, condition?: string): TransactItem => ({
  Delete: {
    TableName: table.name,
    Key: { ...recoveryCodeKey(hash) },
    ...(condition !== undefined && { ConditionExpression: condition }),
  },
});
const codeItem = (ownerId: string, hash: string) => ({ ...recoveryCodeKey(hash), ownerId });

/** Puts new codes in the place of those that are left, at once: of two at once the later ones hold. */
export function renewCodes(
  table: Table,
  { ownerId, subject }: { ownerId: string; subject: string },
  hashes: readonly string[],
  now: Instant,
): Promise<void> {
  return retryOnConflict(async () => {
    const before = await getRecovery(table, ownerId);
    const codes = Object.fromEntries(hashes.map((hash) => [hash, true]));
    await transact(table, [
      update(table, ownerId, {
        UpdateExpression: 'SET ownerId = :owner, subject = :subject, codes = :codes, madeAt = :now',
        ConditionExpression: before ? 'codes = :before' : 'attribute_not_exists(pk)',
        ExpressionAttributeValues: {
          ':owner': ownerId,
          ':subject': subject,
          ':codes': codes,
          ':now': now,
          ...(before && { ':before': before.codes }),
        },
      }),
      ...Object.keys(before?.codes ?? {}).map((hash) => remove(table, hash)),
      ...hashes.map((hash) => newItem(table, codeItem(ownerId, hash))),
    ]);
  });
}

/**
 * Uses a code up, and has its mail due: of several who do that at once one does. Undefined for what is no code, or was
 * used.
 */
export function spendCode(table: Table, hash: string, now: Instant): Promise<Recovery | undefined> {
  return retryOnConflict(async () => {
    const item = await getItem(table, recoveryCodeKey(hash));
    const recovery = item && (await getRecovery(table, String(item['ownerId'])));
    if (!recovery?.codes[hash]) return undefined;
    const { ownerId } = recovery;
    await transact(table, [
      remove(table, hash, 'attribute_exists(pk)'),
      update(table, ownerId, {
        UpdateExpression: 'SET usedAt = :now, dueAt = :due, duePk = :pk REMOVE codes.#hash, claimedUntil',
        ConditionExpression: 'attribute_exists(codes.#hash)',
        ExpressionAttributeNames: { '#hash': hash },
        ExpressionAttributeValues: {
          ':now': now,
          ':due': now + RECOVERY_MAIL_MS,
          ':pk': duePartition(table, recoveryKey(ownerId).pk),
        },
      }),
    ]);
    return { ...recovery, usedAt: now };
  });
}

/**
 * Gives a code back of which nobody knows whether it did something, unless there are new ones by now. Its mail stays due:
 * the issuer may have done what it did not answer.
 */
export function giveCodeBack(table: Table, hash: string, { ownerId, madeAt }: Recovery): Promise<void> {
  return retryOnConflict(async () => {
    const recovery = await getRecovery(table, ownerId);
    if (recovery?.madeAt !== madeAt || recovery.codes[hash]) return;
    await transact(table, [
      newItem(table, codeItem(ownerId, hash)),
      update(table, ownerId, {
        UpdateExpression: 'SET codes.#hash = :true',
        ConditionExpression: 'madeAt = :made',
        ExpressionAttributeNames: { '#hash': hash },
        ExpressionAttributeValues: { ':true': true, ':made': madeAt },
      }),
    ]);
  });
}

/** Ends all codes of an account. A mail that is due goes out all the same, whoever ends them. */
export function endCodes(table: Table, ownerId: string): Promise<void> {
  return retryOnConflict(async () => {
    const recovery = await getRecovery(table, ownerId);
    if (!recovery) return;
    const ended = {
      ConditionExpression: 'codes = :before AND attribute_not_exists(dueAt)',
      ExpressionAttributeValues: { ':before': recovery.codes },
    };
    const emptied = {
      UpdateExpression: 'SET codes = :none',
      ConditionExpression: 'codes = :before',
      ExpressionAttributeValues: { ':none': {}, ':before': recovery.codes },
    };
    await transact(table, [
      recovery.dueAt === null
        ? { Delete: { TableName: table.name, Key: { ...recoveryKey(ownerId) }, ...ended } }
        : update(table, ownerId, emptied),
      ...Object.keys(recovery.codes).map((hash) => remove(table, hash)),
    ]);
  });
}

/** Ends what there is of them with the account, a mail that is due too; what is gone stays so. */
export async function endRecovery(table: Table, ownerId: string): Promise<void> {
  const recovery = await getRecovery(table, ownerId);
  if (!recovery) return;
  await deleteItems(table, Object.keys(recovery.codes).map(recoveryCodeKey));
  await deleteItems(table, [recoveryKey(ownerId)]);
}

/** Leases the mail that tells of a code that was used, as `leaseMail` does. */
export async function leaseRecoveryMail(
  table: Table,
  ownerId: string,
  times: LeaseTimes,
): Promise<Recovery | undefined> {
  const item = await leaseMail(table, recoveryKey(ownerId), times);
  return item && recoveries.fromItem(item);
}

/** Notes that it is out, or is not to be sent; one of a code that was used meanwhile stays due. */
export async function settleRecoveryMail(
  table: Table,
  { ownerId, usedAt }: Recovery,
  mailedAt: Instant | null,
): Promise<void> {
  const also = { condition: '#used = :used', names: { '#used': 'usedAt' }, values: { ':used': usedAt } };
  try {
    await settleMail(table, recoveryKey(ownerId), { mails: 0, mailedAt }, also);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
}

/** Sets when it is looked after next. Throws `WriteConflict` when that changed meanwhile. */
export function postponeRecoveryMail(table: Table, recovery: Recovery, dueAt: Instant): Promise<void> {
  return postponeMail(table, recoveryKey(recovery.ownerId), { seen: recovery.dueAt, dueAt });
}
