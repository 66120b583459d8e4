import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../adapters/clock.ts';
import { newUuid } from '../../adapters/ids.ts';
import { isoOf } from '../../domain/instant.ts';
import { closeServer } from '../gateway/close-server.ts';
import { readBody } from '../gateway/read-body.ts';
import type { Stoppable } from '../start-together.ts';
import { eventPutIn, type TopicMessage, publishedIn, type Published } from './published-message.ts';

/** SNS and EventBridge take 256 kB. */
const MAX_BYTES = 262_144;
const KEPT = 200;

/** What stands in for SNS and EventBridge: it takes what they take and keeps it. */
export interface LocalTopics extends Stoppable {
  /** Of both. */
  endpoint: string;
  /** Newest first. */
  published(): Published[];
}

/** A topic or bus of such a name does what one does that is gone, denies, or is told too much. */
const ERRORS: Record<string, readonly [status: number, code: string]> = {
  gone: [404, 'NotFound'],
  denied: [403, 'AuthorizationError'],
  slow: [429, 'Throttling'],
};

/** Takes `Publish` of SNS and `PutEvents` of EventBridge. */
export async function startTopics({ clock }: { clock: Clock }): Promise<LocalTopics> {
  const kept: Published[] = [];
  const keep = (message: TopicMessage) => {
    kept.unshift({ at: isoOf(clock.now()), ...message });
    kept.length = Math.min(kept.length, KEPT);
  };
  const server = createServer((req, res) => void serve(req, res, keep));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    published: () => [...kept],
    stop: () => closeServer(server),
  };
}

type Keep = (message: TopicMessage) => void;

async function serve(req: IncomingMessage, res: ServerResponse, keep: Keep): Promise<void> {
  const body = await readBody(req, MAX_BYTES);
  if (body === 'aborted') return;
  if (req.method !== 'POST' || req.headers.authorization === undefined || body === 'too_large')
    return answer(res, 400, failure('InvalidParameter'));
  if (req.headers['x-amz-target'] === 'AWSEvents.PutEvents') putEvents(res, body.toString(), keep);
  else publish(res, body.toString(), keep);
}

function publish(res: ServerResponse, body: string, keep: Keep): void {
  const message = publishedIn(new URLSearchParams(body));
  if (!message) return answer(res, 400, failure('InvalidParameter'));
  const [status, code] = errorOf(message.arn) ?? [200, null];
  if (code !== null) return answer(res, status, failure(code));
  keep(message);
  answer(
    res,
    200,
    `<PublishResponse><PublishResult><MessageId>${newUuid()}</MessageId></PublishResult></PublishResponse>`,
  );
}

/** What is not taken is said by the answer alone, whose status is 200. */
function putEvents(res: ServerResponse, body: string, keep: Keep): void {
  const event = eventPutIn(body);
  if (!event) return answer(res, 400, JSON.stringify({ __type: 'ValidationException' }));
  const [, code] = errorOf(event.arn) ?? [200, null];
  if (code === null) keep(event);
  const entry =
    code === null ? { EventId: newUuid() } : { ErrorCode: code, ErrorMessage: 'It was not taken.' };
  answer(res, 200, JSON.stringify({ FailedEntryCount: code === null ? 0 : 1, Entries: [entry] }));
}

function errorOf(arn = '') {
  const name = arn.slice(Math.max(arn.lastIndexOf(':'), arn.lastIndexOf('/')) + 1).replace(/\.fifo$/, '');
  return Object.hasOwn(ERRORS, name) ? ERRORS[name] : undefined;
}

function failure(code: string): string {
  return `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code></Error></ErrorResponse>`;
}

function answer(res: ServerResponse, status: number, text: string): void {
  res.writeHead(status, { 'content-length': Buffer.byteLength(text) });
  res.end(text);
}
