import { contactAt, postponeContact } from '../../lib/data/site/contact-messages.ts';
import { getAlert, postponeAlert } from '../../lib/data/alerts/alerts.ts';
import { postponeConsentMail } from '../../lib/data/alerts/consent-mails.ts';
import type { Consent } from '../../lib/data/alerts/consents.ts';
import { invitationMailAt, postponeInvitationMail } from '../../lib/data/accounts/invitation-mails.ts';
import { postponeRecoveryMail, recoveryAt } from '../../lib/data/accounts/recovery-codes.ts';
import { monitorIdOf, spaceIdOf } from '../../lib/data/key-parts.ts';
import { MONITOR_BLOCK_PREFIX, type Key } from '../../lib/data/keys.ts';
import { clearDueBlock } from '../../lib/data/monitors/monitor-blocks.ts';
import { getMonitor } from '../../lib/data/monitors/monitors.ts';
import { WriteConflict } from '../../lib/data/table.ts';
import type { Alert } from '../../lib/domain/alerts/alert.ts';
import { lookAgainAt, putOffUntil } from '../../lib/domain/alerts/put-off.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import { toldByChannelOf } from '../../lib/flows/alerts/told-by-channel.ts';
import type { CheckerDeps } from '../../lib/runtime/deps.ts';
import { outgoingOf, type Outgoing } from './outgoing.ts';

/** Two ticks: long enough for the queue to do its work, short enough that nobody waits for long. */
const AGAIN_AFTER_MS = 2 * LIMITS.checkEverySec * 1000;
/** Two hours in which every message about an alert was lost: longer than all its tries. */
const REQUEUED_MAX = 12;

/**
 * Puts an alert whose sending was not confirmed in time on the queue again (DECISIONS.md "Incidents" 6), together with
 * others of its group: a queue that was down must not turn one mail into many. What waits for a pause is looked at by each
 * check and goes nowhere, so it is told by the first one after the pause, however that ends.
 */
export async function requeueDueAlert(deps: CheckerDeps, key: Key, now: Instant): Promise<Outgoing[]> {
  const monitorId = monitorIdOf(key);
  const alert = await getAlert(deps.table, monitorId, key.sk);
  if (alert?.state !== 'pending' || alert.dueAt === null || alert.dueAt > now) return [];
  const monitor = await getMonitor(deps.table, monitorId);
  const told = monitor && (await toldByChannelOf(deps.table, alert, monitor));
  const pausedUntil = monitor ? putOffUntil(alert, monitor, now) : null;
  const postponed =
    pausedUntil === null
      ? ({ dueAt: now + AGAIN_AFTER_MS, times: 1 } as const)
      : ({ dueAt: lookAgainAt(pausedUntil, now), times: 0 } as const);
  const moved = await unlessConflict(postponeAlert(deps.table, alert, postponed));
  if (!moved || pausedUntil !== null) return [];
  if (isUnsettled(alert)) deps.metrics.put({ AlertsUnsettled: 1 });
  if (told) return [outgoingOf(alert, told)];
  return [{ message: { kind: 'alert', tenant: monitorId, monitorId, sk: key.sk } }];
}

/**
 * Whether the alert should have been sent or given up on long ago. Waiting for others, or for a pause to end, is no
 * fault.
 */
function isUnsettled({ requeued, waitingSince }: Alert): boolean {
  return requeued >= REQUEUED_MAX && waitingSince === null;
}

/** Puts the mail that asks an address for its consent on the queue again when its sending was not confirmed in time. */
export async function requeueConsentMail(
  deps: CheckerDeps,
  consent: Consent,
  now: Instant,
): Promise<Outgoing[]> {
  const moved = await unlessConflict(
    postponeConsentMail(deps.table, consent, { dueAt: now + AGAIN_AFTER_MS }),
  );
  const { spaceId, addressHash } = consent;
  return moved ? [{ message: { kind: 'confirm', spaceId, addressHash } }] : [];
}

/** The same with the mail of an invitation. */
export async function requeueDueInvitation(deps: CheckerDeps, key: Key, now: Instant): Promise<Outgoing[]> {
  const mail = await invitationMailAt(deps.table, key);
  if (!mail || mail.dueAt === null || mail.dueAt > now) return [];
  const moved = await unlessConflict(
    postponeInvitationMail(deps.table, mail, { dueAt: now + AGAIN_AFTER_MS }),
  );
  const { organizationId, addressHash } = mail;
  return moved ? [{ message: { kind: 'invite', organizationId, addressHash } }] : [];
}

/** The same with the mail that tells of a recovery code that was used. */
export async function requeueDueRecovery(deps: CheckerDeps, key: Key, now: Instant): Promise<Outgoing[]> {
  const recovery = await recoveryAt(deps.table, key);
  if (!recovery || recovery.dueAt === null || recovery.dueAt > now) return [];
  const moved = await unlessConflict(postponeRecoveryMail(deps.table, recovery, now + AGAIN_AFTER_MS));
  return moved ? [{ message: { kind: 'recovered', accountId: recovery.ownerId } }] : [];
}

/** The same with the mail of a message to the team, and where its turn has come. */
export async function requeueDueContact(deps: CheckerDeps, key: Key, now: Instant): Promise<Outgoing[]> {
  const message = await contactAt(deps.table, key);
  if (!message || message.dueAt === null || message.dueAt > now) return [];
  const moved = await unlessConflict(postponeContact(deps.table, message, now + AGAIN_AFTER_MS));
  return moved ? [{ message: { kind: 'contact', id: message.id } }] : [];
}

/** Clears away monitors that an import began to write and did not finish. */
export async function clearStagedBlock(deps: CheckerDeps, key: Key, now: Instant): Promise<Outgoing[]> {
  const blockId = key.sk.slice(MONITOR_BLOCK_PREFIX.length);
  await clearDueBlock(deps.table, { spaceId: spaceIdOf(key), blockId }, now);
  return [];
}

/** False on a conflict: somebody else is at work on the item, which is as good as having written it. */
async function unlessConflict(write: Promise<void>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof WriteConflict) return false;
    throw error;
  }
}
