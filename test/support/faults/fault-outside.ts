import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openMailer, type Mailer } from '../../../lib/adapters/alerts/mail.ts';
import type { CheckQueue } from '../../../lib/adapters/check-queue.ts';
import type { Queue } from '../../../lib/adapters/queue.ts';
import { openAwsSender } from '../../../lib/adapters/alerts/aws-sender.ts';
import { sendWebhook } from '../../../lib/adapters/alerts/webhook.ts';
import { awsTargetOf } from '../../../lib/domain/alerts/sending/aws-target.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import type { NotifierDeps } from '../../../lib/runtime/deps.ts';
import { playedAt, shownInChat } from './chat-service.ts';
import type { Faults } from './fault-plan.ts';
import type { FaultScheduler } from './fault-scheduler.ts';
import { refuse, topicAlertIn, topicAlertOf, type TopicAlert } from './topic-service.ts';

/** A POST that reached the receiver, or a mail that reached the mail service, and whether it said so. */
export interface Arrival {
  seq: number;
  at: number;
  /** Whoever sent it was ended before it came. */
  late: boolean;
  answered: boolean;
  /** The header `webhook-id` of a POST; of a mail whether it is an alert or a question for consent. */
  id: string;
  to: string;
  text: string;
  json: Record<string, unknown>;
  /** By which a report on a mail names it. */
  tags: Record<string, string[]>;
}

type Way = 'cut before' | 'cut after' | 'error before' | 'error after' | 'hangs' | 'hangs after';

/** A real server on loopback that plays the receiver or the mail service, well or in one of the bad ways. */
export interface Outside {
  url: string;
  arrivals: Arrival[];
  /** What chats show, which is a part of what they are sent where that is too long. */
  chats: Arrival[];
  /** What the channels of owners are told. */
  rooms: Arrival[];
  /** The `webhook-id` of each try, whether it came here or not. */
  tries: string[];
  /** How the next request is met. */
  way: Way | null;
  /** Of a URL that is never answered now. */
  isMute: (url: string) => boolean;
  /** How many it takes in a second of the run's clock, and asks us to slow down beyond; 0 is without limit. */
  limit: number;
  place: () => { seq: number; at: number };
  /** Whether whoever sends the next request is ended already. */
  late: boolean;
  stop(): Promise<void>;
}

const HANG_MS = 12;
/** Where the channels of owners lead here. */
export const ROOM_PATH = '/room/';

export async function startOutside(kind: 'receiver' | 'mail'): Promise<Outside> {
  const server: Server = createServer((req, res) => void meet(outside, kind, req, res));
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const outside: Outside = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals: [],
    chats: [],
    rooms: [],
    tries: [],
    way: null,
    isMute: () => false,
    limit: 0,
    place: () => ({ seq: 0, at: 0 }),
    late: false,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return outside;
}

async function meet(
  outside: Outside,
  kind: 'receiver' | 'mail',
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const { way } = outside;
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  if (way === 'cut before') return void req.socket.destroy();
  if (way === 'hangs') return;
  const alert = kind === 'receiver' ? topicAlertOf(req, text) : undefined;
  if (way === 'error before') return refuse(res, alert);
  const shown = shownInChat(req, text);
  const told = alert || req.url?.startsWith(ROOM_PATH) ? outside.rooms : outside.arrivals;
  const arrivals = shown === undefined ? told : outside.chats;
  if (isFull(outside, arrivals)) return void res.writeHead(429, SLOW_DOWN[kind]).end('{}');
  if (shown === null) return void res.writeHead(400).end('{}');
  const arrived = alert ? arrivalAt(alert, text) : arrivalOf(kind, req, text);
  const arrival = { ...arrived, ...(shown !== undefined && { text: shown }) };
  arrivals.push({ ...arrival, ...outside.place(), late: outside.late, answered: way === null });
  if (way === 'cut after') return void req.socket.destroy();
  if (way === 'hangs after') return;
  if (way === 'error after') return refuse(res, alert);
  res.writeHead(200, { 'content-type': 'application/json' }).end('{"MessageId":"1","FailedEntryCount":0}');
}

const SLOW_DOWN = {
  receiver: { 'retry-after': '2' },
  mail: { 'x-amzn-errortype': 'TooManyRequestsException' },
} as const;

function isFull({ limit, place }: Outside, arrivals: readonly Arrival[]): boolean {
  const second = Math.floor(place().at / 1000);
  return limit > 0 && arrivals.filter(({ at }) => Math.floor(at / 1000) === second).length >= limit;
}

type Arrived = Omit<Arrival, 'seq' | 'at' | 'late' | 'answered'>;

/** Known by the id of the alert, which a FIFO topic and whoever reads an event go by. */
function arrivalAt({ arn, json }: TopicAlert, text: string): Arrived {
  return { id: String(json['alert_id']), to: new URL(arn).pathname, text, json, tags: {} };
}

function arrivalOf(kind: 'receiver' | 'mail', req: IncomingMessage, text: string): Arrived {
  const json = JSON.parse(text) as Record<string, unknown>;
  if (kind === 'receiver')
    return { id: String(req.headers['webhook-id']), to: req.url ?? '', text, json, tags: {} };
  const { Destination, Content, EmailTags } = json as {
    Destination: { ToAddresses: string[] };
    EmailTags: { Name: string; Value: string }[];
    Content: {
      Simple: { Subject: { Data: string }; Body: { Text: { Data: string } }; Headers: { Name: string }[] };
    };
  };
  const { Subject, Body, Headers } = Content.Simple;
  const isAlert = Headers.some(({ Name }) => Name === 'List-Unsubscribe');
  return {
    id: isAlert ? 'alert' : 'question',
    to: String(Destination.ToAddresses[0]),
    text: `${Subject.Data}\n${Body.Text.Data}`,
    json: {},
    tags: Object.fromEntries(EmailTags.map(({ Name, Value }) => [Name, [Value]])),
  };
}

/**
 * The real senders of webhooks and to AWS, with their turn and its faults; a receiver that hangs gets less than 10 s, or all of them on the
 * run's clock where it hangs for good.
 */
export function faultWebhook(
  receiver: Outside,
  scheduler: FaultScheduler,
  faults: Faults,
): NotifierDeps['sendWebhook'] {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local', sessionToken: '' };
  const toAws = openAwsSender({ clock: { now: () => now() }, credentials, endpoint: receiver.url });
  const now = () => receiver.place().at;
  const ways: readonly Way[] = [
    'cut before',
    'cut after',
    'error before',
    'error after',
    'hangs',
    'hangs after',
  ];
  return (request) => {
    const url = playedAt(receiver.url, request.url);
    const isMute = receiver.isMute(url);
    const deliver = async () => {
      receiver.way = isMute ? 'hangs' : faults.strikes('receiver', ways);
      receiver.late = scheduler.current()?.ending !== undefined;
      const alert = topicAlertIn(request.contentType, request.body);
      const id = alert ? String(alert.json['alert_id']) : request.headers['webhook-id'];
      receiver.tries.push(String(id));
      const hangs = receiver.way?.startsWith('hangs') === true;
      const sent = { ...request, url, ...(hangs && { timeoutMs: HANG_MS }) };
      const target = awsTargetOf(url);
      const delivery = await (target ? toAws(sent, target) : sendWebhook(sent));
      scheduler.note(`POST ${id} ${receiver.way ?? ''} ${delivery.outcome}`);
      // Real time is no part of a run that a seed repeats.
      return { ...delivery, durationMs: 0 };
    };
    return scheduler.gate('receiver', deliver, isMute ? now() + LIMITS.deliveryTimeoutMs : 0);
  };
}

/** The real mailer on a mail service with faults. */
export function faultMailer(service: Outside, scheduler: FaultScheduler, faults: Faults): Mailer {
  const ways: readonly Way[] = ['cut before', 'cut after', 'error before', 'error after'];
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const real = openMailer({
    client: { region: 'us-east-1', endpoint: service.url, credentials },
    from: 'Rollcall <alerts@rollcall.local>',
    configurationSet: null,
    timeoutMs: 10_000,
  });
  return {
    send: (mail) =>
      scheduler.gate('mail', async () => {
        service.way = faults.strikes('mail', ways);
        service.late = scheduler.current()?.ending !== undefined;
        const delivery = await real.send(mail);
        scheduler.note(`MAIL "${mail.subject}" ${service.way ?? ''} ${delivery.outcome}`);
        return delivery;
      }),
  };
}

/** The real queue client, with its turn: what it sends may be lost, go in part, go twice or be answered with an error. */
export function faultQueue(real: Queue, scheduler: FaultScheduler, faults: Faults): Queue {
  const call = queueCalls(scheduler, faults);
  return {
    send: (messages, delaySec) =>
      call(`send ${messages.length}`, (part = 1) => real.send(partOf(messages, part), delaySec)),
    postpone: (handle, delaySec) => call(`postpone ${delaySec}`, () => real.postpone(handle, delaySec)),
    deadLetter: (message) => call('bury', () => real.deadLetter(message)),
  };
}

/** The same for the queue by which a check goes on. */
export function faultCheckQueue(real: CheckQueue, scheduler: FaultScheduler, faults: Faults): CheckQueue {
  const call = queueCalls(scheduler, faults);
  return {
    send: (messages) => call(`checks ${messages.length}`, (part = 1) => real.send(partOf(messages, part))),
  };
}

function partOf<T>(messages: readonly T[], part: number): T[] {
  return messages.slice(0, Math.ceil(messages.length * part));
}

function queueCalls(scheduler: FaultScheduler, faults: Faults) {
  return (label: string, send: (part?: number) => Promise<void>): Promise<void> =>
    scheduler.gate(`queue ${label}`, async () => {
      const way = faults.strikes('queue', ['lost', 'lost', 'answer lost', 'half', 'twice'] as const);
      scheduler.note(`${scheduler.current()?.name ?? 'setup'} queue ${label} ${way ?? ''}`);
      if (way === 'lost') throw new Error('The queue is not reached.');
      await (way === 'half' ? send(0.5) : send());
      if (way === 'twice') await send();
      if (way === 'answer lost' || way === 'half') throw new Error('The queue does not answer.');
    });
}
