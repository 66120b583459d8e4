import type { Context, SQSEvent, SQSRecord } from 'aws-lambda';
import { LambdaContext } from '../lambda-context.ts';
import type { MessageQueue, QueuedMessage } from './message-queue.ts';

/** Deliveries of one owner that may be under way. One that never ends takes ten seconds, so others always find room. */
const OF_ONE_GROUP = 80;

export type SqsHandler = (event: SQSEvent, context: Context) => Promise<unknown>;

export interface PumpOptions {
  functionName: string;
  /** @default 10 */
  batchSize?: number;
  /** How long an invocation may last, in milliseconds. */
  timeoutMs?: number;
  /**
   * What the messages of are worked on in one lane at a time, such as the alerts of one monitor, so that none has to wait
   * for another one that is under way; null is nothing.
   */
  orderOf?: (body: string) => string | null;
  /** Told of what the handler threw; the whole batch has failed then. Writes to the error output by default. */
  onError?: (error: unknown) => void;
}

/** Receives, not messages: one that fails twice and then succeeds counts 1 delivered, 2 failed. */
export interface PumpCounts {
  delivered: number;
  failed: number;
}

/** Hands over the messages of a queue. */
export interface EventSource {
  /** Hands over what is visible at the clock's time; resolves when that is done and nothing is under way. */
  pump(handler: SqsHandler, options: PumpOptions): Promise<PumpCounts>;
  /** The same, without waiting for it. */
  begin(handler: SqsHandler, options: PumpOptions): void;
  /** How many messages are being worked on. */
  underWay(): number;
  /** Hands over nothing more; resolves when nothing is under way. */
  stop(): Promise<void>;
}

/**
 * Plays the event source mapping of a function with ReportBatchItemFailures: batches until nothing is visible, at most
 * `lanes` side by side. A batch that takes long holds up its lane alone. What fails stays hidden until its visibility
 * timeout ends.
 */
export function eventSource(queue: MessageQueue, lanes: number): EventSource {
  const busy = new Set<Promise<void>>();
  const underWay = new Counts();
  let isStopped = false;
  const begin = (handler: SqsHandler, options: PumpOptions, counts: PumpCounts): void => {
    const { orderOf = () => null, batchSize = 10 } = options;
    const isPutOff = ({ groupId, body }: QueuedMessage) =>
      underWay.of(`group ${groupId}`) >= OF_ONE_GROUP || underWay.of(`order ${orderOf(body)}`) > 0;
    const keysOf = ({ groupId, body }: QueuedMessage) => [
      'all',
      ...(groupId === null ? [] : [`group ${groupId}`]),
      ...(orderOf(body) === null ? [] : [`order ${orderOf(body)}`]),
    ];
    const next = () => (isStopped || busy.size >= lanes ? [] : queue.receive(batchSize, { isPutOff }));
    for (let batch = next(); batch.length > 0; batch = next()) {
      const keys = batch.flatMap(keysOf);
      underWay.add(keys, 1);
      const work = handedOver(queue, batch, handler, options).then((done) => {
        counts.delivered += done.delivered;
        counts.failed += done.failed;
        underWay.add(keys, -1);
        busy.delete(work);
        begin(handler, options, counts);
      });
      busy.add(work);
    }
  };
  const idle = async () => {
    while (busy.size > 0) await Promise.race(busy);
  };
  return {
    async pump(handler, options) {
      const counts: PumpCounts = { delivered: 0, failed: 0 };
      begin(handler, options, counts);
      await idle();
      return counts;
    },
    begin: (handler, options) => begin(handler, options, { delivered: 0, failed: 0 }),
    underWay: () => underWay.of('all'),
    stop() {
      isStopped = true;
      return idle();
    },
  };
}

/** How many there are of each; what there is none of takes no room. */
class Counts {
  #counts = new Map<string, number>();

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  add(keys: readonly string[], step: 1 | -1): void {
    for (const key of keys) {
      const count = this.of(key) + step;
      if (count === 0) this.#counts.delete(key);
      else this.#counts.set(key, count);
    }
  }
}

async function handedOver(
  queue: MessageQueue,
  batch: readonly QueuedMessage[],
  handler: SqsHandler,
  options: PumpOptions,
): Promise<PumpCounts> {
  const records = batch.map((message) => recordOf(message, queue.arn));
  const failed = await failuresOf(records, handler, options);
  for (const { messageId, receiptHandle } of records) if (!failed.has(messageId)) queue.delete(receiptHandle);
  return { delivered: records.length - failed.size, failed: failed.size };
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
