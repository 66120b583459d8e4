import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Config } from '../config/config.ts';
import { CALL_LIMITS, limitedBy } from './call-limits.ts';

const BATCH = 10;
/** A check may find thousands of alerts and has little time left then. Their order is kept by the ledger. */
const AT_A_TIME = 8;
/** A queue that is mute must not use up the time that a check needs to end in order. */
const SEND_WITHIN_MS = 60_000;

/** A message as it is sent, and whose share of a fair queue it takes; undefined where there are no shares. */
export interface Addressed {
  message: object;
  group?: string;
  /** For how long nobody receives it. */
  delaySec?: number;
}

/** A client whose calls fail within 5 s when they get no answer. */
export function openSqs({ standIns, region }: Pick<Config, 'standIns' | 'region'>): SQSClient {
  return new SQSClient({
    region,
    ...limitedBy(CALL_LIMITS.work),
    ...(standIns?.sqs && {
      endpoint: standIns.sqs,
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    }),
  });
}

/**
 * Sends any number of messages as JSON, in no order. Throws when one was not accepted, once all were tried; none is
 * tried that would begin after `withinMs`.
 */
export async function sendBatches(
  client: SQSClient,
  queueUrl: string,
  messages: readonly Addressed[],
  withinMs = SEND_WITHIN_MS,
): Promise<void> {
  const batches = batchesOf(messages);
  const endsAtMs = performance.now() + withinMs;
  const errors: unknown[] = [];
  const sendNext = async (): Promise<void> => {
    while (performance.now() < endsAtMs) {
      const batch = batches.shift();
      if (!batch) return;
      await sendBatch(client, queueUrl, batch).catch((error: unknown) => errors.push(error));
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, sendNext));
  if (batches.length > 0) errors.push(new Error(`There was no time for ${batches.length} batches.`));
  if (errors.length > 0) throw errors[0];
}

function batchesOf(messages: readonly Addressed[]): Addressed[][] {
  return Array.from({ length: Math.ceil(messages.length / BATCH) }, (_, index) =>
    messages.slice(index * BATCH, (index + 1) * BATCH),
  );
}

async function sendBatch(client: SQSClient, QueueUrl: string, batch: Addressed[]): Promise<void> {
  const Entries = batch.map((each, index) => ({ Id: String(index), ...entryOf(each) }));
  const { Failed } = await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
  if (Failed?.length) throw new Error(`The queue refused ${Failed.length} of ${Entries.length} messages.`);
}

/** What every call that sends says of a message. */
export function entryOf({ message, group, delaySec }: Addressed): {
  MessageBody: string;
  MessageGroupId?: string;
  DelaySeconds?: number;
} {
  return {
    MessageBody: JSON.stringify(message),
    ...(group !== undefined && { MessageGroupId: group }),
    ...(delaySec && { DelaySeconds: delaySec }),
  };
}
