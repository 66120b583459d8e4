import { hashOf } from '../../adapters/ids.ts';
import { foldedMailbox } from '../../domain/alerts/mail-caps.ts';
import type { Trial } from '../../domain/billing/trial.ts';
import { dayOf } from '../../domain/calendar.ts';
import type { Instant } from '../../domain/instant.ts';
import { countedItem, totalItem } from '../counted-items.ts';
import { getItem, newItem } from '../items.ts';
import { credentialHashOf } from '../key-parts.ts';
import { ownerKey, trialKey } from '../keys.ts';
import type { Account } from '../owners.ts';
import { always, recordKind } from '../record.ts';
import { transact, type Table, type TransactItem } from '../table.ts';

/** That a mailbox had a trial, whatever became of its account: there is one, and no second for another spelling. */
interface TrialMemory {
  hash: string;
  startedAt: Instant;
}

/** How it is stored. */
const memories = recordKind<TrialMemory, 'hash'>({
  key: ({ hash }) => trialKey(hash),
  inKey: { hash: credentialHashOf },
  fields: { startedAt: always },
});

/**
 * Begins the trial of an account; where its mailbox had one before, that one goes on. Returns when it began. Throws
 * `WriteConflict` when another call began it, or the mailbox's, at the same moment.
 */
export async function beginTrial(
  table: Table,
  { id, email }: Pick<Account, 'id' | 'email'>,
  now: Instant,
): Promise<Instant> {
  const hash = hashOf(foldedMailbox(email));
  const known = await rememberedTrial(table, hash);
  const startedAt = known?.startedAt ?? now;
  const begun = {
    Update: {
      TableName: table.name,
      Key: { ...ownerKey(id) },
      UpdateExpression: 'SET trialStartedAt = :at',
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(trialStartedAt)',
      ExpressionAttributeValues: { ':at': startedAt },
    },
  };
  const memory = known ? [] : [newItem(table, memories.toItem({ hash, startedAt }))];
  await transact(table, [begun, ...memory, ...usedItems(table, id, now)]);
  return startedAt;
}

/** The trial of an account: before it begins, the one that its mailbox had before, which goes on. */
export async function trialOf(
  table: Table,
  { email, trialStartedAt }: Pick<Account, 'email' | 'trialStartedAt'>,
): Promise<Trial> {
  if (trialStartedAt !== null) return { startedAt: trialStartedAt };
  return { startedAt: (await rememberedTrial(table, hashOf(foldedMailbox(email))))?.startedAt ?? null };
}

async function rememberedTrial(table: Table, hash: string): Promise<TrialMemory | undefined> {
  const item = await getItem(table, trialKey(hash));
  return item && memories.fromItem(item);
}

/** That an account is used for the first time: so many people there are, and so many came today. */
function usedItems(table: Table, id: string, now: Instant): TransactItem[] {
  return [countedItem(table, id, dayOf(now), { accounts: 1 }), totalItem(table, id, { people: 1 })];
}
