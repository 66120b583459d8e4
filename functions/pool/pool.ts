import { within } from '../../lib/adapters/timeout.ts';
import { endSessions, ownerIdOfIdentity } from '../../lib/data/accounts/accounts.ts';
import { countUnkept } from '../../lib/data/alerts/mail-counts.ts';
import { isThrottled, WriteConflict } from '../../lib/data/table.ts';
import { maySignUp, type Access } from '../../lib/domain/accounts/access.ts';
import { poolMailCaps, type PoolMail } from '../../lib/domain/alerts/mail-caps.ts';
import { identityHashOf } from '../../lib/flows/address-hash.ts';
import { required } from '../../lib/config/config.ts';
import type { CoreDeps } from '../../lib/runtime/deps.ts';
import type { Metrics } from '../../lib/runtime/report/metrics.ts';
import { rethrowRedacted } from '../../lib/runtime/report/log.ts';
import { poolEventOf, type PoolEvent } from './pool-event.ts';

type PoolDeps = Pick<CoreDeps, 'config' | 'table' | 'clock' | 'log'> & { metrics: Metrics };

const NO_ACCOUNT = 'This service accepts no new account for this address.';
const NO_CODE = 'No code was sent: too many were requested. Try again in an hour, or tomorrow.';
/** Cognito waits for five seconds in all. */
const COUNTED_WITHIN_MS = 3_000;

/**
 * The Lambda handler of what happens in the user pool, which goes on with the event that it gets back. Throws for a sign-up
 * that is not allowed and a code that is one too many; Cognito shows the sentence and mails nothing. The same event again
 * ends what is there again, counts another mail, and does nothing else.
 */
export function poolHandler(deps: PoolDeps) {
  return async (event: unknown): Promise<unknown> => {
    const refusal = await rethrowRedacted(deps.log, async () => refusalOf(deps, poolEventOf(event)));
    if (refusal !== null) throw new Error(refusal);
    return event;
  };
}

/** Does what an event asks for; a sentence for what is not to be. */
async function refusalOf(deps: PoolDeps, event: PoolEvent): Promise<string | null> {
  switch (event.kind) {
    case 'sign-up':
      if (!maySignUp(accessOf(deps), event.email)) return NO_ACCOUNT;
      // Before there is a user: one who is refused is not made, and costs nothing.
      return (await hasRoom(deps, { address: event.email, isProven: false })) ? null : NO_CODE;
    case 'code':
      return (await hasRoom(deps, event)) ? null : NO_CODE;
    case 'password-reset':
      await endAll(deps, event);
      return null;
    case 'none':
      return null;
  }
}

/**
 * Counts a code under all of its caps, or under none. What cannot be counted goes to people who are known, whose sign-in must
 * not hang on our table, and to nobody else: an uncounted mail to a stranger is the open door that the caps shut. A table that is
 * asked for too much is not down: that, strangers can bring about.
 */
async function hasRoom(deps: PoolDeps, mail: PoolMail): Promise<boolean> {
  const { perHour } = required(deps.config.signUpMails, 'how many mails sign-ups may cause');
  const isOpen = accessOf(deps).signUp === 'open';
  const caps = poolMailCaps(mail, { perHour, isOpen }, deps.clock.now());
  try {
    const full = await within(COUNTED_WITHIN_MS, countUnkept(deps.table, caps));
    if (full === undefined) return true;
    deps.metrics.put({ ConfirmationsHeld: 1 });
    deps.log.warn('code_held', { cap: full.name, isProven: mail.isProven });
    return false;
  } catch (error) {
    deps.log.error('code_not_counted', error, { isProven: mail.isProven });
    return mail.isProven && !isThrottled(error);
  }
}

function accessOf({ config }: PoolDeps): Access {
  return required(config.access, 'who may make an account');
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
