import type { Instant } from '../domain/instant.ts';
import { consentOf, updateConsent, type Consent } from './consents.ts';
import { WriteConflict, type Table } from './table.ts';

/**
 * Claims a mail that has not been sent, until `until`; the checker looks after it at `dueAt`. Undefined when none is to
 * be sent or another invocation has claimed it.
 */
export async function claimConsentMail(
  table: Table,
  owed: Pick<Consent, 'spaceId' | 'addressHash'>,
  { now, until, dueAt }: { now: Instant; until: Instant; dueAt: Instant },
): Promise<Consent | undefined> {
  try {
    const { Attributes: item } = await updateConsent(table, owed, {
      UpdateExpression: 'SET claimedUntil = :until, dueAt = :due',
      ConditionExpression:
        '#state = :pending AND attribute_exists(dueAt)' +
        ' AND (attribute_not_exists(claimedUntil) OR claimedUntil <= :now)',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':until': until, ':due': dueAt, ':now': now, ':pending': 'pending' },
      ReturnValues: 'ALL_NEW',
    });
    return item && consentOf(item);
  } catch (error) {
    if (error instanceof WriteConflict) return undefined;
    throw error;
  }
}

/** Notes that the confirmation mail is out at an instant, or that none is to be sent. */
export async function settleConsentMail(
  table: Table,
  consent: Consent,
  mailedAt: Instant | null,
): Promise<void> {
  const out = mailedAt === null ? '' : 'SET mailedAt = :at, mails = :mails ';
  await updateConsent(table, consent, {
    UpdateExpression: `${out}REMOVE duePk, dueAt, claimedUntil`,
    ConditionExpression: 'attribute_exists(pk)',
    ...(mailedAt !== null && { ExpressionAttributeValues: { ':at': mailedAt, ':mails': consent.mails + 1 } }),
  });
}

/** Sets when the confirmation mail is looked after next. Throws `WriteConflict` when that changed meanwhile. */
export async function postponeConsentMail(table: Table, consent: Consent, dueAt: Instant): Promise<void> {
  await updateConsent(table, consent, {
    UpdateExpression: 'SET dueAt = :due',
    ConditionExpression: 'dueAt = :seen',
    ExpressionAttributeValues: { ':due': dueAt, ':seen': consent.dueAt },
  });
}
