import {
  askedSpaces,
  noteBounce,
  noteComplaint,
  type ConsentStop,
} from '../../lib/data/alerts/stopped-addresses.ts';
import { hashOfAddress } from '../../lib/flows/address-hash.ts';
import { sideBySide } from '../../lib/flows/concurrently.ts';
import { stopAddress } from '../../lib/flows/alerts/stop-address.ts';
import type { BridgeDeps } from '../../lib/runtime/deps.ts';
import { rethrowRedacted } from '../../lib/runtime/report/log.ts';
import { feedbackOf, type FeedbackReport } from './mail-feedback.ts';

/** Spaces worked off side by side. */
const AT_ONCE = 5;

/**
 * The Lambda handler of what SES reports about mails after it has taken them: an address whose mail came back for good
 * gets no more, one that complained no more of what it complained of. The same event twice changes nothing; one that fails is brought again by Lambda.
 */
export function bridgeHandler(deps: BridgeDeps) {
  return (event: unknown): Promise<void> =>
    rethrowRedacted(deps.log, async () => {
      const feedback = feedbackOf(event);
      if (feedback) await takeIn(deps, feedback);
      else deps.log.warn('mail_event_unreadable');
    });
}

async function takeIn(deps: BridgeDeps, feedback: FeedbackReport): Promise<void> {
  const addressHashes = feedback.addresses.map(hashOfAddress);
  switch (feedback.kind) {
    case 'none':
      return;
    case 'transient':
      return deps.metrics.put({ MailsDelayed: 1 });
    case 'bounced':
      deps.metrics.put({ MailsBounced: 1 });
      for (const addressHash of addressHashes) await closeAddress(deps, addressHash, feedback);
      return;
    case 'complained':
      deps.metrics.put({ MailsComplainedOf: 1 });
      for (const addressHash of addressHashes) await takeComplaint(deps, addressHash, feedback);
  }
}

/** No mail arrives there, whoever sends it. */
async function closeAddress(
  deps: BridgeDeps,
  addressHash: string,
  { mailedAt }: FeedbackReport,
): Promise<void> {
  // First of all nobody new has it asked, also when the rest takes a second call.
  await noteBounce(deps.table, addressHash, deps.clock.now());
  await stopEverywhere(deps, { addressHash, reason: 'bounced', mailedAt });
}

/** A complaint ends what it is about: anybody can have an address asked that others mail with its consent. */
async function takeComplaint(
  deps: BridgeDeps,
  addressHash: string,
  { about, mailedAt }: FeedbackReport,
): Promise<void> {
  const now = deps.clock.now();
  const stop = { addressHash, reason: 'complained', mailedAt } as const;
  switch (about.kind) {
    case 'alert':
      return stopAddress(deps, { ...stop, spaceId: about.spaceId });
    case 'question':
      await noteComplaint(deps.table, addressHash, ['questions'], now);
      return stopAddress(deps, { ...stop, spaceId: about.spaceId, ofConsentMail: true });
    case 'invitation':
      return noteComplaint(deps.table, addressHash, ['invitations'], now);
    case 'report':
      return noteComplaint(deps.table, addressHash, ['reports'], mailedAt);
    case 'contact':
    case 'sign-in':
      return;
  }
}

async function stopEverywhere(deps: BridgeDeps, stop: Omit<ConsentStop, 'spaceId'>): Promise<void> {
  const errors: unknown[] = [];
  const stopIn = (spaceId: string) => stopAddress(deps, { ...stop, spaceId });
  for await (const spaces of askedSpaces(deps.table, stop.addressHash))
    await sideBySide(spaces, AT_ONCE, stopIn).catch((error) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}
