import { hashOf, newToken } from '../../adapters/ids.ts';
import type { Account } from '../../data/owners.ts';
import { putSession, type Session } from '../../data/accounts/sessions.ts';
import type { Table } from '../../data/table.ts';
import { newSessionTimes } from '../../domain/accounts/session.ts';
import type { Instant } from '../../domain/instant.ts';

/** What an issuer proved of a person who signs in, and by what it did. */
export type SignInProof = Pick<Session, 'authTime' | 'mfa' | 'acr' | 'amr' | 'person' | 'browser'>;

/** Begins a session of an account; returns its secret, which goes into the cookie and is stored nowhere. */
export async function beginSession(
  table: Table,
  account: Pick<Account, 'id' | 'epoch'>,
  proof: SignInProof,
  now: Instant,
): Promise<string> {
  const secret = newToken('');
  const { id: ownerId, epoch } = account;
  const session = { ...proof, hash: hashOf(secret), ownerId, epoch, createdAt: now, enrolledAt: null };
  await putSession(table, { ...session, ...newSessionTimes(now) });
  return secret;
}
