import type { Instant } from '../domain/instant.ts';
import { consentOf, updateConsent, type Consent } from './consents.ts';
import { LostCondition, type Table } from './table.ts';

/**
 * Takes a mail that is owed to work on it alone until `until`, and has the checker look after it at `dueAt`. Undefined
 * when none is owed or somebody else is at work on it.
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
    if (error instanceof LostCondition) return undefined;
    throw error;
  }
}

/** Notes that the confirmation mail is out at an instant, or that none is owed. */
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

/** Sets when the confirmation mail is looked after next. Throws `LostCondition` when that changed meanwhile. */
export async function postponeConsentMail(table: Table, consent: Consent, dueAt: Instant): Promise<void> {
  await updateConsent(table, consent, {
    UpdateExpression: 'SET dueAt = :due',
    ConditionExpression: 'dueAt = :seen',
    ExpressionAttributeValues: { ':due': dueAt, ':seen': consent.dueAt },
  });
}
