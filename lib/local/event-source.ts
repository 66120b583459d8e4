import type { Context, SQSEvent, SQSRecord } from 'aws-lambda';
import { LambdaContext } from './lambda-context.ts';
import type { MessageQueue, QueuedMessage } from './message-queue.ts';

export type SqsHandler = (event: SQSEvent, context: Context) => Promise<unknown>;

export interface PumpOptions {
  functionName: string;
  /** @default 10 */
  batchSize?: number;
  /** How long an invocation may last, in milliseconds. */
  timeoutMs?: number;
  /** Told of what the handler threw; the whole batch has failed then. Writes to the error output by default. */
  onError?: (error: unknown) => void;
}

/** Receives, not messages: one that fails twice and then succeeds counts 1 delivered, 2 failed. */
export interface PumpCounts {
  delivered: number;
  failed: number;
}

/**
 * Plays the event source mapping of a function with ReportBatchItemFailures: batches until nothing is
 * visible at the clock's time. What fails stays hidden until its visibility timeout ends.
 */
export async function pumpQueue(
  queue: MessageQueue,
  handler: SqsHandler,
  options: PumpOptions,
): Promise<PumpCounts> {
  const counts: PumpCounts = { delivered: 0, failed: 0 };
  for (;;) {
    const batch = queue.receive(options.batchSize ?? 10);
    if (batch.length === 0) return counts;
    const records = batch.map((message) => recordOf(message, queue.arn));
    const failed = await failuresOf(records, handler, options);
    for (const { messageId, receiptHandle } of records) {
      if (failed.has(messageId)) counts.failed += 1;
      else {
        counts.delivered += 1;
        queue.delete(receiptHandle);
      }
    }
  }
}

async function failuresOf(
  records: SQSRecord[],
  handler: SqsHandler,
  options: PumpOptions,
): Promise<Set<string>> {
  const ids = new Set(records.map(({ messageId }) => messageId));
  try {
    const response: unknown = await handler(
      { Records: records },
      new LambdaContext(options.functionName, options.timeoutMs),
    );
    return failedIds(response, ids) ?? ids;
  } catch (error) {
    (options.onError ?? console.error)(error);
    return ids;
  }
}

/** AWS's rules: no list or an empty one is success; an identifier that is null, empty or unknown fails all (null). */
function failedIds(response: unknown, ids: Set<string>): Set<string> | null {
  if (typeof response !== 'object' || response === null || !('batchItemFailures' in response))
    return new Set();
  const { batchItemFailures } = response;
  if (batchItemFailures === null || batchItemFailures === undefined) return new Set();
  if (!Array.isArray(batchItemFailures)) return null;
  const failed = new Set<string>();
  for (const failure of batchItemFailures) {
    const id: unknown = failure?.itemIdentifier;
    if (typeof id !== 'string' || !ids.has(id)) return null;
    failed.add(id);
  }
  return failed;
}

function recordOf(message: QueuedMessage, eventSourceARN: string): SQSRecord {
  return {
    messageId: message.messageId,
    receiptHandle: message.receiptHandle ?? '',
    body: message.body,
    attributes: {
      ApproximateReceiveCount: String(message.receiveCount),
      SentTimestamp: String(message.sentAt),
      SenderId: '000000000000',
      ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt),
    },
    messageAttributes: Object.fromEntries(
      Object.entries(message.messageAttributes).map(([name, value]) => [
        name,
        {
          dataType: value.DataType,
          stringListValues: [],
          binaryListValues: [],
          ...(value.StringValue === undefined ? {} : { stringValue: value.StringValue }),
          ...(value.BinaryValue === undefined ? {} : { binaryValue: value.BinaryValue }),
        },
      ]),
    ),
    md5OfBody: message.md5OfBody,
    eventSource: 'aws:sqs',
    eventSourceARN,
    awsRegion: 'us-east-1',
  };
}
