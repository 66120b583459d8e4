import {
  ChangeMessageVisibilityCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { Config } from '../runtime/config.ts';
import { CALL_LIMITS, limitedBy } from './call-limits.ts';

/** Where an alert is kept. */
export interface AlertRef {
  monitorId: string;
  sk: string;
}

/** What travels on the queue: where the notifier finds what it must tell. */
export type QueueMessage =
  /** `buried` once it was given up on: sent back from the dead letters, it opens the alert again. */
  | { kind: 'alert'; monitorId: string; sk: string; buried?: true }
  | { kind: 'group'; alerts: AlertRef[] }
  | { kind: 'confirm'; spaceId: string; addressHash: string };

export interface Queue {
  /**
   * Sends up to any number of messages, in no order. Throws when one was not accepted, once all were tried; what is
   * recorded is sent again later.
   */
  send(messages: readonly QueueMessage[]): Promise<void>;
  /** Hides a received message for a while, in seconds, so that it is received again then. */
  postpone(receiptHandle: string, delaySec: number): Promise<void>;
  /** Puts a message that was given up on where the operator's alarm watches. */
  bury(message: QueueMessage): Promise<void>;
}

const BATCH = 10;
/** A check may find thousands of alerts and has little time left then. Their order is kept by the ledger. */
const AT_A_TIME = 8;

/** The alert queue on SQS. A call that gets no answer fails within 5 s. */
export function openQueue(config: Pick<Config, 'queueUrl' | 'deadQueueUrl' | 'endpoints' | 'region'>): Queue {
  const client = new SQSClient({
    region: config.region,
    ...limitedBy(CALL_LIMITS.work),
    ...(config.endpoints.sqs && {
      endpoint: config.endpoints.sqs,
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    }),
  });
  return {
    async send(messages) {
      const batches = batchesOf(messages);
      const errors: unknown[] = [];
      const sendNext = async (): Promise<void> => {
        for (let batch = batches.shift(); batch; batch = batches.shift())
          await sendBatch(client, config.queueUrl, batch).catch((error: unknown) => errors.push(error));
      };
      await Promise.all(Array.from({ length: AT_A_TIME }, sendNext));
      if (errors.length > 0) throw errors[0];
    },
    async postpone(receiptHandle, delaySec) {
      await client.send(
        new ChangeMessageVisibilityCommand({
          QueueUrl: config.queueUrl,
          ReceiptHandle: receiptHandle,
          VisibilityTimeout: delaySec,
        }),
      );
    },
    async bury(message) {
      await client.send(
        new SendMessageCommand({ QueueUrl: config.deadQueueUrl, MessageBody: JSON.stringify(message) }),
      );
    },
  };
}

function batchesOf(messages: readonly QueueMessage[]): QueueMessage[][] {
  return Array.from({ length: Math.ceil(messages.length / BATCH) }, (_, index) =>
    messages.slice(index * BATCH, (index + 1) * BATCH),
  );
}

async function sendBatch(client: SQSClient, QueueUrl: string, batch: QueueMessage[]): Promise<void> {
  const Entries = batch.map((message, index) => ({
    Id: String(index),
    MessageBody: JSON.stringify(message),
  }));
  const { Failed } = await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
  if (Failed?.length) throw new Error(`The queue refused ${Failed.length} of ${Entries.length} messages.`);
}
