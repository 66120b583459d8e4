import * as z from 'zod';
import type { MessageQueue, QueuedMessage } from './message-queue.ts';

const MESSAGE_MAX_BYTES = 1_048_576;
const BATCH_MAX_ENTRIES = 10;

/** A refusal in the shape the SDK reads: `type` in the body, `queryCode` in the header x-amzn-query-error. */
export class SqsError extends Error {
  readonly type: string;
  readonly queryCode: string;

  constructor(type: string, message: string, queryCode = `AWS.SimpleQueueService.${type}`) {
    super(message);
    this.type = type;
    this.queryCode = queryCode;
  }
}

/** The queues of this machine and the address under which they are reached. */
export interface SqsAccount {
  queues: Map<string, MessageQueue>;
  url(name: string): string;
}

type Operation = (account: SqsAccount, input: unknown) => object;

const attributes = z.record(
  z.string(),
  z.object({ DataType: z.string(), StringValue: z.string().optional(), BinaryValue: z.string().optional() }),
);
const queueUrl = z.object({ QueueUrl: z.string() });
const message = z.object({
  MessageBody: z.string().min(1),
  DelaySeconds: z.int().min(0).max(900).default(0),
  MessageAttributes: attributes.default({}),
  /** Whose message it is, as fair queues take it. */
  MessageGroupId: z
    .string()
    .max(128)
    .regex(/^[\w!-/:-@[-`{-~]+$/)
    .optional(),
});
const receipt = queueUrl.extend({ ReceiptHandle: z.string().regex(/^[0-9a-f-]{36}:\d+$/) });
const visibilitySec = z.int().min(0).max(43_200);
const entry = message.extend({ Id: z.string().regex(/^[\w-]{1,80}$/) });
const batch = queueUrl.extend({ Entries: z.array(entry) });
const receive = queueUrl.extend({
  MaxNumberOfMessages: z.int().min(1).max(10).default(1),
  VisibilityTimeout: visibilitySec.optional(),
});

/** What this machine's SQS can do; anything else is UnsupportedOperation. */
const OPERATIONS: Record<string, Operation> = {
  GetQueueUrl(account, input) {
    const name = parsed(z.object({ QueueName: z.string() }), input).QueueName;
    return { QueueUrl: account.url(named(account, name).name) };
  },

  GetQueueAttributes(account, input) {
    const asked = parsed(queueUrl.extend({ AttributeNames: z.array(z.string()).default([]) }), input);
    const all = Object.entries(attributesOf(queueOf(account, asked.QueueUrl)));
    const { AttributeNames: names } = asked;
    return {
      Attributes: Object.fromEntries(all.filter(([name]) => names.includes('All') || names.includes(name))),
    };
  },

  SendMessage(account, input) {
    const queue = queueOf(account, parsed(queueUrl, input).QueueUrl);
    return sent(queue, parsed(message, input));
  },

  SendMessageBatch(account, input) {
    const { QueueUrl, Entries } = parsed(batch, input);
    const queue = queueOf(account, QueueUrl);
    checkBatch(Entries);
    return { Successful: Entries.map((each) => ({ Id: each.Id, ...sent(queue, each) })), Failed: [] };
  },

  /** WaitTimeSeconds is not waited for: on a clock that can be moved there is nothing to wait with. */
  ReceiveMessage(account, input) {
    const { QueueUrl, MaxNumberOfMessages: max, VisibilityTimeout: hideSec } = parsed(receive, input);
    const taken = queueOf(account, QueueUrl).receive(max, { visibilityTimeoutSec: hideSec });
    return taken.length === 0 ? {} : { Messages: taken.map(receivedShape) };
  },

  DeleteMessage(account, input) {
    const { QueueUrl, ReceiptHandle } = parsed(receipt, input);
    queueOf(account, QueueUrl).delete(ReceiptHandle);
    return {};
  },

  ChangeMessageVisibility(account, input) {
    const change = parsed(receipt.extend({ VisibilityTimeout: visibilitySec }), input);
    if (!queueOf(account, change.QueueUrl).changeVisibility(change.ReceiptHandle, change.VisibilityTimeout)) {
      throw invalid('The message does not exist or is not in flight');
    }
    return {};
  },
};

/**
 * Does one call of the SQS JSON protocol.
 * @throws SqsError with what AWS answers to a call it refuses
 */
export function callSqs(account: SqsAccount, operation: string, input: unknown): object {
  const run = Object.hasOwn(OPERATIONS, operation) ? OPERATIONS[operation] : undefined;
  if (run === undefined)
    throw new SqsError('UnsupportedOperation', `${operation} is not available on this machine`);
  return run(account, input);
}

function parsed<Schema extends z.ZodType>(schema: Schema, input: unknown): z.infer<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw invalid(`${issue?.path.join('.')}: ${issue?.message}`);
}

function invalid(detail: string): SqsError {
  return new SqsError('InvalidParameterValue', detail, 'InvalidParameterValue');
}

function queueOf(account: SqsAccount, url: string): MessageQueue {
  return named(account, url.slice(url.lastIndexOf('/') + 1));
}

function named(account: SqsAccount, name: string): MessageQueue {
  const queue = account.queues.get(name);
  if (queue !== undefined) return queue;
  throw new SqsError(
    'QueueDoesNotExist',
    'The specified queue does not exist.',
    'AWS.SimpleQueueService.NonExistentQueue',
  );
}

function sent(queue: MessageQueue, given: z.infer<typeof message>): object {
  if (Buffer.byteLength(given.MessageBody) > MESSAGE_MAX_BYTES) {
    throw invalid(`A message takes at most ${MESSAGE_MAX_BYTES} bytes`);
  }
  const { messageId, md5OfBody } = queue.send(given.MessageBody, given);
  return { MessageId: messageId, MD5OfMessageBody: md5OfBody };
}

function checkBatch(entries: z.infer<typeof entry>[]): void {
  if (entries.length === 0) throw new SqsError('EmptyBatchRequest', 'The batch has no entries.');
  if (entries.length > BATCH_MAX_ENTRIES) {
    throw new SqsError(
      'TooManyEntriesInBatchRequest',
      `A batch takes at most 10 entries, not ${entries.length}.`,
    );
  }
  if (new Set(entries.map(({ Id }) => Id)).size < entries.length) {
    throw new SqsError('BatchEntryIdsNotDistinct', 'Two entries of the batch share an Id.');
  }
  const bytes = entries.reduce((total, { MessageBody }) => total + Buffer.byteLength(MessageBody), 0);
  if (bytes > MESSAGE_MAX_BYTES) {
    throw new SqsError(
      'BatchRequestTooLong',
      `A batch takes at most ${MESSAGE_MAX_BYTES} bytes, not ${bytes}.`,
    );
  }
}

function receivedShape(taken: QueuedMessage): object {
  return {
    MessageId: taken.messageId,
    ReceiptHandle: taken.receiptHandle,
    Body: taken.body,
    MD5OfBody: taken.md5OfBody,
    Attributes: {
      ApproximateReceiveCount: String(taken.receiveCount),
      SentTimestamp: String(taken.sentAt),
      ApproximateFirstReceiveTimestamp: String(taken.firstReceivedAt),
    },
    MessageAttributes: taken.messageAttributes,
  };
}

function attributesOf(queue: MessageQueue): Record<string, string> {
  const { visible, inFlight, delayed } = queue.counts();
  const { visibilityTimeoutSec, deadLetters } = queue.options;
  const shown: Record<string, string> = {
    QueueArn: queue.arn,
    ApproximateNumberOfMessages: String(visible),
    ApproximateNumberOfMessagesNotVisible: String(inFlight),
    ApproximateNumberOfMessagesDelayed: String(delayed),
    VisibilityTimeout: String(visibilityTimeoutSec),
  };
  if (deadLetters !== null) {
    const { queue: dead, maxReceiveCount } = deadLetters;
    shown['RedrivePolicy'] = JSON.stringify({ deadLetterTargetArn: dead.arn, maxReceiveCount });
  }
  return shown;
}
