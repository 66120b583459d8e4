import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { Clock } from '../../adapters/clock.ts';
import type { Instant } from '../../domain/instant.ts';
import { closeServer } from '../gateway/close-server.ts';
import { eventSource, type EventSource } from './event-source.ts';
import { MessageQueue, type QueuedMessage } from './message-queue.ts';
import { readBody } from '../gateway/read-body.ts';
import { callSqs, SqsError, type SqsAccount } from './sqs-protocol.ts';

const REQUEST_MAX_BYTES = 4 * 1024 * 1024;

export interface QueueOptions {
  clock: Clock;
  names: { main: string; dead: string; checks: string };
  visibilityTimeoutSec: number;
  maxReceiveCount: number;
  /**
   * Batches of the main queue that are handed over side by side.
   * @default 1
   */
  lanes?: number;
}

export interface LocalQueue {
  /** What an SQS client takes as its endpoint. */
  endpoint: string;
  url(name: string): string;
  /** Hands over what is visible in the main queue. */
  pump: EventSource['pump'];
  begin: EventSource['begin'];
  underWay: EventSource['underWay'];
  /** Receives from the queue by which a check goes on. */
  pumpChecks: EventSource['pump'];
  /** Hands over nothing more of the main queue; resolves when nothing of it is under way. */
  rest: EventSource['stop'];
  /** When the main queue has something to pump again; null when it is empty. */
  nextVisibleAt(): Instant | null;
  deadLetters(): QueuedMessage[];
  stop(): Promise<void>;
}

/**
 * A main queue and its dead-letter queue on this machine, in memory and on the service's clock, spoken to in the
 * SQS JSON 1.0 protocol. What they hold is lost with the process; the alert records are due again and send it anew.
 */
export async function startQueue(options: QueueOptions): Promise<LocalQueue> {
  const { clock, names, visibilityTimeoutSec, maxReceiveCount } = options;
  const dead = new MessageQueue({ name: names.dead, clock, visibilityTimeoutSec, deadLetters: null });
  const deadLetters = { queue: dead, maxReceiveCount };
  const main = new MessageQueue({ name: names.main, clock, visibilityTimeoutSec, deadLetters });
  const checks = new MessageQueue({
    name: names.checks,
    clock,
    visibilityTimeoutSec,
    deadLetters: null,
  });
  const queues = new Map([main, dead, checks].map((queue) => [queue.name, queue]));
  const server = createServer((req, res) => void serve(account, req, res));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const account: SqsAccount = { queues, url: (name) => `${endpoint}/000000000000/${name}` };
  const alerts = eventSource(main, options.lanes ?? 1);
  return {
    endpoint,
    url: account.url,
    pump: alerts.pump,
    begin: alerts.begin,
    underWay: alerts.underWay,
    pumpChecks: eventSource(checks, 1).pump,
    rest: alerts.stop,
    nextVisibleAt: () => main.nextVisibleAt(),
    deadLetters: () => dead.messages(),
    stop: () => closeServer(server),
  };
}

async function serve(account: SqsAccount, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const body = await readBody(req, REQUEST_MAX_BYTES);
  if (body === 'aborted') return;
  try {
    if (body === 'too_large') throw new SqsError('BatchRequestTooLong', 'The request is too large.');
    const operation = String(req.headers['x-amz-target']).replace(/^AmazonSQS\./, '');
    answer(res, 200, callSqs(account, operation, inputOf(body)));
  } catch (error) {
    if (error instanceof SqsError) {
      res.setHeader('x-amzn-query-error', `${error.queryCode};Sender`);
      answer(res, 400, { __type: `com.amazonaws.sqs#${error.type}`, message: error.message });
    } else {
      console.error(error);
      answer(res, 500, { __type: 'com.amazonaws.sqs#InternalFailure', message: 'Internal failure' });
    }
  }
}

function inputOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString() || '{}');
  } catch {
    throw new SqsError('SerializationException', 'The request is not JSON.', 'MalformedInput');
  }
}

function answer(res: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  res.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': Buffer.byteLength(text),
  });
  res.end(text);
}
