import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  PurgeQueueCommand,
  QueueDoesNotExist,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MovableClock } from '../../../../lib/local/clock/movable-clock.ts';
import { startQueue, type LocalQueue } from '../../../../lib/local/queues/queue.ts';

const NOON = Date.parse('2026-11-20T12:00Z');
let clock: MovableClock;
let queue: LocalQueue;
let client: SQSClient;
let alerts: string;

beforeEach(async () => {
  clock = new MovableClock({ startAt: NOON });
  queue = await startQueue({
    clock,
    names: { main: 'alerts', dead: 'alerts-dead', checks: 'checks' },
    visibilityTimeoutSec: 60,
    maxReceiveCount: 3,
  });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  client = new SQSClient({ endpoint: queue.endpoint, region: 'us-east-1', credentials, maxAttempts: 1 });
  alerts = queue.url('alerts');
});

afterEach(async () => {
  client.destroy();
  await queue.stop();
});

function send(body: string, delaySec?: number) {
  return client.send(new SendMessageCommand({ QueueUrl: alerts, MessageBody: body, DelaySeconds: delaySec }));
}

async function receive(options = {}) {
  const received = await client.send(new ReceiveMessageCommand({ QueueUrl: alerts, ...options }));
  return received.Messages ?? [];
}

async function attributes(url = alerts) {
  const got = await client.send(new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] }));
  return got.Attributes ?? {};
}

describe('the SQS client', () => {
  it('sends, receives and deletes a message', async () => {
    const sent = await send('{"alert":"é"}');

    const [message] = await receive();
    await client.send(new DeleteMessageCommand({ QueueUrl: alerts, ReceiptHandle: message?.ReceiptHandle }));
    clock.advance(61);

    expect(message).toMatchObject({
      MessageId: sent.MessageId,
      Body: '{"alert":"é"}',
      Attributes: { ApproximateReceiveCount: '1', SentTimestamp: String(NOON) },
    });
    expect(await receive()).toEqual([]);
  });

  it('carries message attributes', async () => {
    const MessageAttributes = { kind: { DataType: 'String', StringValue: 'miss' } };
    const MessageGroupId = 'somebody';
    await client.send(
      new SendMessageCommand({ QueueUrl: alerts, MessageBody: 'a', MessageAttributes, MessageGroupId }),
    );

    const [message] = await receive({ MessageAttributeNames: ['All'] });

    expect(message?.MessageAttributes).toEqual(MessageAttributes);
  });

  it('sends a batch and receives at most as many as it asks for, oldest first', async () => {
    const Entries = ['a', 'b', 'c'].map((body) => ({ Id: `id-${body}`, MessageBody: body }));

    const sent = await client.send(new SendMessageBatchCommand({ QueueUrl: alerts, Entries }));

    expect(sent.Successful?.map(({ Id }) => Id)).toEqual(['id-a', 'id-b', 'id-c']);
    expect((await receive({ MaxNumberOfMessages: 2 })).map(({ Body }) => Body)).toEqual(['a', 'b']);
    expect((await receive({ MaxNumberOfMessages: 10 })).map(({ Body }) => Body)).toEqual(['c']);
  });

  it.each([
    ['no entry', 0, 'EmptyBatchRequest'],
    ['eleven entries', 11, 'TooManyEntriesInBatchRequest'],
  ])('cannot send a batch of %s', async (_case, count, name) => {
    const Entries = Array.from({ length: count }, (_, index) => ({ Id: String(index), MessageBody: 'x' }));

    await expect(
      client.send(new SendMessageBatchCommand({ QueueUrl: alerts, Entries })),
    ).rejects.toMatchObject({
      name: expect.stringContaining(name),
    });
  });

  it('cannot send a batch whose entries share an id, and nothing of it is sent', async () => {
    const Entries = ['a', 'b'].map((MessageBody) => ({ Id: 'same', MessageBody }));

    await expect(client.send(new SendMessageBatchCommand({ QueueUrl: alerts, Entries }))).rejects.toThrow(
      'Two entries of the batch share an Id.',
    );
    expect(await receive()).toEqual([]);
  });

  it('does not see a delayed message until its delay has passed', async () => {
    await send('later', 30);

    expect(await receive()).toEqual([]);
    expect(queue.nextVisibleAt()).toBe(NOON + 30_000);
    clock.advance(29);
    expect(await receive()).toEqual([]);
    clock.advance(1);
    expect(await receive()).toHaveLength(1);
  });

  it('does not see a received message again until its visibility timeout has passed', async () => {
    await send('hidden');
    await receive();

    clock.advance(59);
    expect(await receive()).toEqual([]);
    clock.advance(1);
    const [again] = await receive();

    expect(again?.Attributes?.['ApproximateReceiveCount']).toBe('2');
  });

  it('can change when a message in flight is seen again', async () => {
    await send('moved');
    const [message] = await receive();
    const change = { QueueUrl: alerts, ReceiptHandle: message?.ReceiptHandle, VisibilityTimeout: 900 };

    await client.send(new ChangeMessageVisibilityCommand(change));

    expect(queue.nextVisibleAt()).toBe(NOON + 900_000);
  });

  it('cannot delete or move a message with the receipt of an earlier receive', async () => {
    await send('twice');
    const [first] = await receive();
    clock.advance(60);
    await receive();
    const stale = { QueueUrl: alerts, ReceiptHandle: first?.ReceiptHandle };

    await client.send(new DeleteMessageCommand(stale));
    const change = client.send(new ChangeMessageVisibilityCommand({ ...stale, VisibilityTimeout: 0 }));

    await expect(change).rejects.toMatchObject({ name: 'InvalidParameterValue' });
    expect((await attributes())['ApproximateNumberOfMessagesNotVisible']).toBe('1');
  });

  it('finds a queue by name and reads its attributes', async () => {
    await send('visible');
    await send('delayed', 10);

    const found = await client.send(new GetQueueUrlCommand({ QueueName: 'alerts' }));

    expect(found.QueueUrl).toBe(alerts);
    expect(await attributes()).toEqual({
      QueueArn: 'arn:aws:sqs:us-east-1:000000000000:alerts',
      ApproximateNumberOfMessages: '1',
      ApproximateNumberOfMessagesNotVisible: '0',
      ApproximateNumberOfMessagesDelayed: '1',
      VisibilityTimeout: '60',
      RedrivePolicy:
        '{"deadLetterTargetArn":"arn:aws:sqs:us-east-1:000000000000:alerts-dead","maxReceiveCount":3}',
    });
  });

  it('gets its own error class for an unknown queue', async () => {
    const QueueUrl = queue.url('elsewhere');

    await expect(client.send(new SendMessageCommand({ QueueUrl, MessageBody: 'x' }))).rejects.toThrow(
      QueueDoesNotExist,
    );
    await expect(client.send(new GetQueueUrlCommand({ QueueName: 'elsewhere' }))).rejects.toThrow(
      QueueDoesNotExist,
    );
  });

  it('states the query code of an unknown queue in a header', async () => {
    const reply = await fetch(queue.endpoint, {
      method: 'POST',
      headers: { 'x-amz-target': 'AmazonSQS.GetQueueUrl' },
      body: '{"QueueName":"elsewhere"}',
    });

    expect(reply.status).toBe(400);
    expect(reply.headers.get('x-amzn-query-error')).toBe('AWS.SimpleQueueService.NonExistentQueue;Sender');
  });

  it('is refused what this queue cannot do, an oversized message and a delay over 15 minutes', async () => {
    await expect(client.send(new PurgeQueueCommand({ QueueUrl: alerts }))).rejects.toThrow(
      'PurgeQueue is not available on this machine',
    );
    await expect(send('x'.repeat(1_048_577))).rejects.toThrow('A message takes at most 1048576 bytes');
    await expect(send('x', 901)).rejects.toThrow('DelaySeconds');
  });
});

describe('pump', () => {
  const options = { functionName: 'notifier', onError: () => {} };

  it('hands over records as Lambda gets them', async () => {
    const { MessageId } = await send('{"alertId":"a1"}');
    clock.advance(5);
    let event: SQSEvent | null = null;
    let functionName = '';

    const counts = await queue.pump(async (given: SQSEvent, context: Context) => {
      event = given;
      functionName = context.functionName;
    }, options);

    expect(counts).toEqual({ delivered: 1, failed: 0 });
    expect(functionName).toBe('notifier');
    expect(event).toEqual({
      Records: [
        {
          messageId: MessageId,
          receiptHandle: `${MessageId}:1`,
          body: '{"alertId":"a1"}',
          attributes: {
            ApproximateReceiveCount: '1',
            SentTimestamp: String(NOON),
            SenderId: '000000000000',
            ApproximateFirstReceiveTimestamp: String(NOON + 5_000),
          },
          messageAttributes: {},
          md5OfBody: 'b716ee9715aa09722d0d9bef5f0ed3ad',
          eventSource: 'aws:sqs',
          eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:alerts',
          awsRegion: 'us-east-1',
        },
      ],
    });
    expect(queue.nextVisibleAt()).toBeNull();
  });

  it('goes on in batches of ten until nothing is visible, what a handler sends included', async () => {
    for (let number = 1; number <= 12; number += 1) await send(String(number));
    const sizes: number[] = [];

    const counts = await queue.pump(async ({ Records }) => {
      sizes.push(Records.length);
      if (sizes.length === 1) await send('sent meanwhile');
    }, options);

    expect(sizes).toEqual([10, 3]);
    expect(counts).toEqual({ delivered: 13, failed: 0 });
  });

  it('keeps only the messages reported as failed, until their visibility timeout has passed', async () => {
    await send('good');
    await send('bad');
    const handler = async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => ({
      batchItemFailures: Records.filter(({ body }) => body === 'bad').map((each) => ({
        itemIdentifier: each.messageId,
      })),
    });

    expect(await queue.pump(handler, options)).toEqual({ delivered: 1, failed: 1 });
    expect(await queue.pump(handler, options)).toEqual({ delivered: 0, failed: 0 });
    expect(queue.nextVisibleAt()).toBe(NOON + 60_000);
    clock.advance(60);

    expect(await queue.pump(handler, options)).toEqual({ delivered: 0, failed: 1 });
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['no list', {}],
    ['a null list', { batchItemFailures: null }],
    ['an empty list', { batchItemFailures: [] }],
  ])('takes %s for success of the whole batch', async (_case, response) => {
    await send('a');
    await send('b');

    const counts = await queue.pump(async () => response as SQSBatchResponse, options);

    expect(counts).toEqual({ delivered: 2, failed: 0 });
  });

  it.each([
    ['a null identifier', { batchItemFailures: [{ itemIdentifier: null }] }],
    ['an empty identifier', { batchItemFailures: [{ itemIdentifier: '' }] }],
    ['an unknown identifier', { batchItemFailures: [{ itemIdentifier: 'somebody else' }] }],
    ['an entry without identifier', { batchItemFailures: [{}] }],
    ['a null entry', { batchItemFailures: [null] }],
    ['a list that is none', { batchItemFailures: 'a' }],
  ])('takes %s for failure of the whole batch', async (_case, response) => {
    await send('a');
    await send('b');

    const counts = await queue.pump(async () => response as unknown as SQSBatchResponse, options);

    expect(counts).toEqual({ delivered: 0, failed: 2 });
  });

  it('takes an exception for failure of the whole batch and tells about it', async () => {
    await send('a');
    const errors: unknown[] = [];

    const counts = await queue.pump(() => Promise.reject(new Error('boom')), {
      functionName: 'notifier',
      onError: (error) => errors.push(error),
    });

    expect(counts).toEqual({ delivered: 0, failed: 1 });
    expect(errors).toEqual([new Error('boom')]);
  });

  it('moves a message to the dead letters when it has been received three times for nothing', async () => {
    const { MessageId } = await send('hopeless');
    const fail = () => Promise.reject(new Error('no'));
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect(await queue.pump(fail, options)).toEqual({ delivered: 0, failed: 1 });
      expect(queue.deadLetters()).toEqual([]);
      clock.advance(60);
    }

    expect(await queue.pump(fail, options)).toEqual({ delivered: 0, failed: 0 });

    expect(queue.deadLetters()).toMatchObject([{ messageId: MessageId, body: 'hopeless', receiveCount: 3 }]);
    expect((await attributes(queue.url('alerts-dead')))['ApproximateNumberOfMessages']).toBe('1');
    expect(queue.nextVisibleAt()).toBeNull();
  });

  it('lets a handler put off its next attempt', async () => {
    await send('slow receiver');
    const counts = await queue.pump(async ({ Records }) => {
      const [record] = Records;
      const change = { QueueUrl: alerts, ReceiptHandle: record?.receiptHandle, VisibilityTimeout: 300 };
      await client.send(new ChangeMessageVisibilityCommand(change));
      return { batchItemFailures: [{ itemIdentifier: record?.messageId ?? '' }] };
    }, options);

    expect(counts).toEqual({ delivered: 0, failed: 1 });
    expect(queue.nextVisibleAt()).toBe(NOON + 300_000);
  });

  it('waits for a pump under way, so that nothing is half delivered when it answers', async () => {
    await send('a');
    const release = Promise.withResolvers<void>();
    const order: string[] = [];
    const first = queue.pump(() => release.promise, options).then(() => order.push('first'));
    const second = queue.pump(async () => {}, options).then(() => order.push('second'));

    release.resolve();
    await Promise.all([first, second]);

    expect(order).toEqual(['first', 'second']);
  });
});

describe('pumpChecks', () => {
  it('hands over one at a time, and what is sent meanwhile, with the time the function has', async () => {
    const checks = { QueueUrl: queue.url('checks') };
    const sendCheck = (MessageBody: string) =>
      client.send(new SendMessageCommand({ ...checks, MessageBody }));
    await sendCheck('1');
    await sendCheck('2');
    await send('an alert');
    const bodies: string[][] = [];
    const left: number[] = [];

    const counts = await queue.pumpChecks(
      async (event, context) => {
        bodies.push(event.Records.map(({ body }) => body));
        left.push(context.getRemainingTimeInMillis());
        if (bodies.length === 1) await sendCheck('3');
      },
      { functionName: 'checker', batchSize: 1, timeoutMs: 240_000 },
    );

    expect(bodies).toEqual([['1'], ['2'], ['3']]);
    expect(Math.min(...left)).toBeGreaterThan(230_000);
    expect(counts).toEqual({ delivered: 3, failed: 0 });
  });
});
