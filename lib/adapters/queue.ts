import { ChangeMessageVisibilityCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { required, type Config } from '../config/config.ts';
import { hashOf } from './ids.ts';
import { entryOf, openSqs, sendBatches, type Addressed } from './sqs.ts';

/** Where an alert is kept. */
export interface AlertRef {
  monitorId: string;
  sk: string;
}

/**
 * What travels on the queue: where the notifier finds what it must tell. `tenant` is whose share of the notifier it takes:
 * the id of the space, or of the monitor where its space is not known.
 */
export type QueueMessage =
  /** `deadLettered` once it was given up on: sent back from the dead letters, it opens the alert again. */
  | { kind: 'alert'; tenant: string; monitorId: string; sk: string; deadLettered?: true }
  | { kind: 'group'; tenant: string; alerts: AlertRef[] }
  | ({ kind: 'confirm'; spaceId: string; addressHash: string } & InLine)
  | ({ kind: 'invite'; organizationId: string; addressHash: string } & InLine)
  | ({ kind: 'report'; spaceId: string; accountId: string } & InLine)
  | ({ kind: 'recovered'; accountId: string } & InLine)
  | ({ kind: 'contact'; id: string } & InLine);

/** Set where a mail waits for the mail service: its place in the line. */
interface InLine {
  place?: number;
}

/** So long the queue can hold a message back, in seconds, and no longer. */
export const DELAY_MAX_SEC = 900;

export interface Queue {
  /**
   * Sends up to any number of messages, in no order. Throws when one was not accepted, once all were tried; what is
   * recorded is sent again later. They are received after `delaySec`, of at most `DELAY_MAX_SEC`.
   */
  send(messages: readonly QueueMessage[], delaySec?: number): Promise<void>;
  /** Hides a received message for a while, in seconds, so that it is received again then. */
  postpone(receiptHandle: string, delaySec: number): Promise<void>;
  /** Puts a message that was given up on where the operator's alarm watches. */
  deadLetter(message: QueueMessage): Promise<void>;
}

/** The alert queue on SQS. A call that gets no answer fails within 5 s. */
export function openQueue(config: Pick<Config, 'queues' | 'standIns' | 'region'>): Queue {
  const client = openSqs(config);
  const alerts = () => required(config.queues.alerts, 'the queue of alerts');
  return {
    send: async (messages, delaySec = 0) =>
      sendBatches(
        client,
        alerts(),
        messages.map((message) => ({ ...addressed(message), delaySec })),
      ),
    async postpone(receiptHandle, delaySec) {
      await client.send(
        new ChangeMessageVisibilityCommand({
          QueueUrl: alerts(),
          ReceiptHandle: receiptHandle,
          VisibilityTimeout: delaySec,
        }),
      );
    },
    async deadLetter(message) {
      await client.send(
        new SendMessageCommand({
          QueueUrl: required(config.queues.givenUp, 'the queue of alerts that were given up on'),
          ...entryOf(addressed(message)),
        }),
      );
    },
  };
}

/** By its group SQS knows whose backlog a message belongs to, and takes the messages of others first (fair queues). */
function addressed(message: QueueMessage): Addressed {
  return { message, group: hashOf(tenantOf(message)) };
}

function tenantOf(message: QueueMessage): string {
  switch (message.kind) {
    case 'alert':
    case 'group':
      return message.tenant;
    case 'confirm':
    case 'report':
      return message.spaceId;
    case 'invite':
      return message.organizationId;
    case 'recovered':
      return message.accountId;
    case 'contact':
      return message.kind;
  }
}
