import { endSessions, ownerIdOfIdentity } from '../../lib/data/accounts.ts';
import { WriteConflict } from '../../lib/data/table.ts';
import { maySignUp } from '../../lib/domain/account/access.ts';
import { identityHashOf } from '../../lib/flows/identity-hash.ts';
import { told } from '../../lib/runtime/config.ts';
import type { CoreDeps } from '../../lib/runtime/deps.ts';
import { rethrowRedacted } from '../../lib/runtime/rethrow-redacted.ts';
import { poolEventOf, type PoolEvent } from './pool-event.ts';

type PoolDeps = Pick<CoreDeps, 'config' | 'table' | 'clock' | 'log'>;

/**
 * The Lambda handler of what happens in the user pool, which goes on with the event that it gets back. Throws for a sign-up
 * that is not allowed; Cognito shows the sentence. The same event again ends what is there again, and nothing else.
 */
export function poolHandler(deps: PoolDeps) {
  return async (event: unknown): Promise<unknown> => {
    const isRefused = await rethrowRedacted(deps.log, async () => isRefusedAfter(deps, poolEventOf(event)));
    if (isRefused) throw new Error('This service takes no new account for this address.');
    return event;
  };
}

/** Does what an event asks for; true for a sign-up that is not to be. */
async function isRefusedAfter(deps: PoolDeps, event: PoolEvent): Promise<boolean> {
  switch (event.kind) {
    case 'sign-up':
      return !maySignUp(told(deps.config.access, 'who may make an account'), event.email);
    case 'password-reset':
      await endAll(deps, event);
      return false;
    case 'none':
      return false;
  }
}

/** Whoever had the old password may have sessions and keys. Who has never signed in has none. */
async function endAll(
  { table, clock }: PoolDeps,
  person: { issuer: string; subject: string },
): Promise<void> {
  const ownerId = await ownerIdOfIdentity(table, identityHashOf(person));
  if (ownerId === undefined) return;
  await endSessions(table, ownerId, clock.now()).catch((error: unknown) => {
    // No account any more.
    if (!(error instanceof WriteConflict)) throw error;
  });
}
