import { DAY_MS } from '../../lib/domain/calendar.ts';
import { getConsent, noteUntold, type Consent } from '../../lib/data/alerts/consents.ts';
import { oweOpenItem } from '../../lib/data/alerts/owed-to-channel.ts';
import { listOwnerChannels } from '../../lib/data/alerts/owner-channels.ts';
import { unlessRefused } from '../../lib/data/items.ts';
import { spaceIdOf } from '../../lib/data/key-parts.ts';
import { CONSENT_PREFIX, ownerChannelKey, type Key } from '../../lib/data/keys.ts';
import { transact } from '../../lib/data/table.ts';
import { hashOfAddress } from '../../lib/flows/address-hash.ts';
import { allDone } from '../../lib/flows/concurrently.ts';
import type { CheckerDeps } from '../../lib/runtime/deps.ts';
import type { CheckRun } from './check-run.ts';
import type { Outgoing } from './outgoing.ts';
import { requeueConsentMail } from './requeue.ts';
import { tellChannel } from './tell-channel.ts';
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

/** Tells an address that has consented of the incidents that are open: by the monitors that name it, and by channels of mail. */
async function tellWaiting(deps: CheckerDeps, run: CheckRun, consent: Consent): Promise<Outgoing[]> {
  const channels = consent.untold === null ? await oweChannels(deps, run, consent) : [];
  const byChannels = await allDone(channels.map((channel) => tellChannel(deps, run, channel)));
  const byMonitors = await tellOwed(deps, run, {
    spaceIds: [consent.spaceId],
    waiting: await waitingFor(deps.table, consent),
    channel: 'email',
    untold: consent.untold,
    triedUntil: (consent.answeredAt ?? 0) + TRIED_FOR_MS,
    // Whether an address has consented is asked when it is mailed.
    openUntil: 0,
    note: (untold) => noteUntold(deps.table, consent, untold),
  });
  return [...byChannels.flat(), ...byMonitors];
}

/** Notes first that they are owed it, so that a crash loses nothing. Returns where the channels are. */
async function oweChannels(
  { table }: CheckerDeps,
  { now }: CheckRun,
  { spaceId, addressHash }: Consent,
): Promise<Key[]> {
  const made = await listOwnerChannels(table, [spaceId]);
  const mailing = made.filter(({ to }) => to !== null && hashOfAddress(to) === addressHash);
  for (const channel of mailing) await unlessRefused(transact(table, [oweOpenItem(table, channel, now)]));
  return mailing.map(({ id }) => ownerChannelKey(spaceId, id));
}
