import { hashOf } from '../../adapters/ids.ts';
import { getOwner } from '../../data/owners.ts';
import { getSession, noteSeen, type Session } from '../../data/accounts/sessions.ts';
import { WriteConflict } from '../../data/table.ts';
import { isUnexpired, isUnseenToday } from '../../domain/accounts/session.ts';
import type { SessionCaller } from '../context.ts';
import type { CoreDeps } from '../deps.ts';

type SessionDeps = Pick<CoreDeps, 'table' | 'clock' | 'log'>;

/**
 * Who holds the secret of a session that has not ended: not by its times, and not with all others of the account. Two
 * reads; once a day it is noted that the session was seen.
 */
export async function sessionCaller(deps: SessionDeps, secret: string): Promise<SessionCaller | undefined> {
  const now = deps.clock.now();
  const session = await getSession(deps.table, hashOf(secret));
  if (!session || !isUnexpired(session, now)) return undefined;
  const [owner] = await Promise.all([
    getOwner(deps.table, session.ownerId),
    isUnseenToday(session, now) && noteSeenOrLeave(deps, session, now),
  ]);
  if (owner?.kind !== 'account' || owner.epoch !== session.epoch) return undefined;
  return { kind: 'owner', owner, by: 'session', session };
}

/** A session goes on for 14 days without it, so no call fails for it. */
async function noteSeenOrLeave({ table, log }: SessionDeps, session: Session, now: number): Promise<void> {
  try {
    await noteSeen(table, session, now);
  } catch (error) {
    if (!(error instanceof WriteConflict)) log.error('session_not_noted', error);
  }
}
