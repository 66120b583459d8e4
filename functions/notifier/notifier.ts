import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { QueueMessage } from '../../lib/adapters/queue.ts';
import { deliver, deliverGroup, redeliver } from '../../lib/flows/alerts/deliver.ts';
import { LeaseIsOver } from '../../lib/flows/alerts/send.ts';
import type { NotifierDeps } from '../../lib/runtime/deps.ts';
import { askForConsent } from './ask-for-consent.ts';
import { mailInLine } from './in-line.ts';
import { mailContact } from './mail-contact.ts';
import { mailInvitation } from './mail-invitation.ts';
import { mailRecovery } from './mail-recovery.ts';
import { mailReport } from './mail-report.ts';

/** One message takes at most a delivery's 10 s and its writes; with less time left none is begun. */
const NEEDED_MS = 15_000;
const GIVEN_BACK_SEC = 1;

const KINDS: ReadonlySet<string> = new Set([
  'alert',
  'group',
  'confirm',
  'invite',
  'report',
  'recovered',
  'contact',
]);

/** How much of the invocation is left, in milliseconds. */
export type TimeLeft = () => number;

const ENDLESS = { getRemainingTimeInMillis: () => Infinity };

interface Received {
  record: SQSRecord;
  message: QueueMessage | undefined;
}

/**
 * The Lambda handler that sends what the checker recorded. Messages of a batch are worked off side by side, those of
 * one monitor in order. A message that must be tried again, or finds no time, is reported as failed and hidden until
 * its time.
 */
export function notifierHandler(deps: NotifierDeps) {
  return async (
    event: SQSEvent,
    context: Pick<Context, 'getRemainingTimeInMillis'> = ENDLESS,
  ): Promise<SQSBatchResponse> => {
    const timeLeft: TimeLeft = () => context.getRemainingTimeInMillis();
    const inOrder = event.Records.map((record) => ({ record, message: messageOf(record) })).toSorted(
      (one, other) => compare(placeOf(one.message), placeOf(other.message)),
    );
    const groups = Map.groupBy(inOrder, ({ message }) => orderGroupOf(message));
    const again = await Promise.all([...groups.values()].map((group) => workOff(deps, group, timeLeft)));
    return { batchItemFailures: again.flat().map((itemIdentifier) => ({ itemIdentifier })) };
  };
}

async function workOff(
  deps: NotifierDeps,
  group: readonly Received[],
  timeLeft: TimeLeft,
): Promise<string[]> {
  const again: string[] = [];
  for (const { record, message } of group) {
    // Time only runs out, so the rest of the group is given back too and overtakes nothing.
    const hasTime = timeLeft() >= NEEDED_MS;
    const retryInSec = hasTime ? await retryAfter(deps, message) : GIVEN_BACK_SEC;
    if (retryInSec === null) continue;
    await deps.queue.postpone(record.receiptHandle, retryInSec).catch((error: unknown) => {
      deps.log.error('queue_unavailable', error);
    });
    again.push(record.messageId);
  }
  return again;
}

/** Seconds until a message must come again, or null when it is done with. A fault of ours is tried again soon. */
async function retryAfter(deps: NotifierDeps, message: QueueMessage | undefined): Promise<number | null> {
  try {
    if (message === undefined) {
      deps.log.warn('message_unreadable');
      return null;
    }
    return await workOf(deps, message);
  } catch (error) {
    if (error instanceof LeaseIsOver) return GIVEN_BACK_SEC;
    deps.log.error('alert_settle_failed', error);
    return 60;
  }
}

function workOf(deps: NotifierDeps, message: QueueMessage): Promise<number | null> {
  switch (message.kind) {
    case 'alert':
      return message.deadLettered ? redeliver(deps, message) : deliver(deps, message);
    case 'group':
      return deliverGroup(deps, message.alerts);
    case 'confirm':
      return mailInLine(deps, message, (paced) => askForConsent(paced, message));
    case 'invite':
      return mailInLine(deps, message, (paced) => mailInvitation(paced, message));
    case 'report':
      return mailInLine(deps, message, (paced) => mailReport(paced, message));
    case 'recovered':
      return mailInLine(deps, message, (paced) => mailRecovery(paced, message));
    case 'contact':
      return mailInLine(deps, message, (paced) => mailContact(paced, message));
  }
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/**
 * Messages of one group are worked off one after the other. A slow receiver of one owner must not delay the alerts of
 * others.
 */
function orderGroupOf(message: QueueMessage | undefined): string {
  switch (message?.kind) {
    case 'alert':
      return message.monitorId;
    case 'group':
      return message.alerts[0]?.monitorId ?? '';
    case 'confirm':
    case 'invite':
      return message.addressHash;
    case 'report':
    case 'recovered':
      return message.accountId;
    case 'contact':
      return message.id;
    default:
      return '';
  }
}

/** Sorts the messages of a group in the order in which their alerts were decided; the queue keeps none. */
function placeOf(message: QueueMessage | undefined): string {
  switch (message?.kind) {
    case 'alert':
      return message.sk;
    case 'group':
      return message.alerts[0]?.sk ?? '';
    default:
      return '';
  }
}

/** The message of a record; undefined when it cannot be read. */
function messageOf(record: SQSRecord): QueueMessage | undefined {
  try {
    const message = JSON.parse(record.body) as QueueMessage;
    return KINDS.has(message.kind) ? message : undefined;
  } catch {
    return undefined;
  }
}
