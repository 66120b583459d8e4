import { askedSpaces, putStop } from '../../lib/data/stopped-addresses.ts';
import type { StopReason } from '../../lib/domain/alert/stopped-address.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import { addressHashOf } from '../../lib/flows/address-hash.ts';
import { stopAddress } from '../../lib/flows/stop-address.ts';
import type { BridgeDeps } from '../../lib/runtime/deps.ts';
import { rethrowRedacted } from '../../lib/runtime/rethrow-redacted.ts';
import { feedbackOf, type MailFeedback } from './mail-feedback.ts';

/** Spaces worked off side by side. */
const AT_ONCE = 5;

/**
 * The Lambda handler of what SES reports about mails after it has taken them: an address whose mail came back for good,
 * or that complained, gets no more. The same event twice changes nothing; one that fails is brought again by Lambda.
 */
export function bridgeHandler(deps: BridgeDeps) {
  return (event: unknown): Promise<void> =>
    rethrowRedacted(deps.log, async () => {
      const feedback = feedbackOf(event);
      if (feedback) await takeIn(deps, feedback);
      else deps.log.warn('mail_event_unreadable');
    });
}

async function takeIn(deps: BridgeDeps, { kind, addresses, mailedAt }: MailFeedback): Promise<void> {
  switch (kind) {
    case 'none':
      return;
    case 'transient':
      return deps.metrics.put({ MailsDelayed: 1 });
    case 'bounced':
      deps.metrics.put({ MailsBounced: 1 });
      break;
    case 'complained':
      deps.metrics.put({ MailsComplainedOf: 1 });
      break;
  }
  for (const address of addresses) await stopEverywhere(deps, addressHashOf(address), kind, mailedAt);
}

async function stopEverywhere(
  deps: BridgeDeps,
  addressHash: string,
  reason: StopReason,
  mailedAt: Instant,
): Promise<void> {
  // First of all nobody new has it asked, also when the rest takes a second call.
  await putStop(deps.table, addressHash, { reason, at: deps.clock.now() });
  const errors: unknown[] = [];
  const stopIn = (spaceId: string) =>
    stopAddress(deps, { spaceId, addressHash, reason, mailedAt }).catch((error) => errors.push(error));
  for await (const spaces of askedSpaces(deps.table, addressHash)) {
    for (let start = 0; start < spaces.length; start += AT_ONCE)
      await Promise.all(spaces.slice(start, start + AT_ONCE).map(stopIn));
  }
  if (errors.length > 0) throw errors[0];
}
