import { DAY_MS } from '../../lib/domain/calendar.ts';
import { getConsent, noteUntold, type Consent } from '../../lib/data/alerts/consents.ts';
import { spaceIdOf } from '../../lib/data/key-parts.ts';
import { CONSENT_PREFIX, type Key } from '../../lib/data/keys.ts';
import type { CheckerDeps } from '../../lib/runtime/deps.ts';
import type { CheckRun } from './check-run.ts';
import type { Outgoing } from './outgoing.ts';
import { requeueConsentMail } from './requeue.ts';
import { tellOwed } from './tell-owed.ts';
import { waitingFor } from './waiting-for.ts';

/** What still fails a day later is told again by its repeat gap. */
const TRIED_FOR_MS = DAY_MS;

/** What is due of a consent: its consent mail, or what waited for an address that has consented since. */
export async function workOffConsent(deps: CheckerDeps, run: CheckRun, key: Key): Promise<Outgoing[]> {
  const consent = await getConsent(deps.table, spaceIdOf(key), key.sk.slice(CONSENT_PREFIX.length));
  if (!consent || consent.dueAt === null || consent.dueAt > run.now) return [];
  return consent.state === 'confirmed'
    ? tellWaiting(deps, run, consent)
    : requeueConsentMail(deps, consent, run.now);
}

/** Tells an address that has consented of the incidents that are open. */
async function tellWaiting(deps: CheckerDeps, run: CheckRun, consent: Consent): Promise<Outgoing[]> {
  return tellOwed(deps, run, {
    spaceIds: [consent.spaceId],
    waiting: await waitingFor(deps.table, consent),
    channel: 'email',
    untold: consent.untold,
    triedUntil: (consent.answeredAt ?? 0) + TRIED_FOR_MS,
    // Whether an address has consented is asked when it is mailed.
    openUntil: 0,
    note: (untold) => noteUntold(deps.table, consent, untold),
  });
}
