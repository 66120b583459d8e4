import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';
import type { Clock } from '../../adapters/clock.ts';
import { isoOf } from '../../domain/instant.ts';
import { closeServer } from '../gateway/close-server.ts';
import { reportOn, type MailEvent } from './mail-simulator.ts';
import { MailStore, type LocalMail } from './mail-store.ts';
import { readBody } from '../gateway/read-body.ts';

/** SES takes mails of up to 40 MB. */
const MAIL_MAX_BYTES = 40 * 1024 * 1024;

/** Nobody waits for it unless a test says so. */
const MAILS_PER_SECOND = 1_000;

export interface MailboxOptions {
  clock: Clock;
  /** Keeps the mails across a restart; null keeps them in memory. */
  file: string | null;
}

export interface LocalMailbox {
  /** What an SES v2 client takes as its endpoint. */
  endpoint: string;
  /** How many mails it takes in a second of the clock; it asks to slow down beyond. */
  perSecond: number;
  /** Newest first. */
  messages(): LocalMail[];
  /** What SES would have reported on mails since the last call, oldest first. */
  takeReports(): MailEvent[];
  stop(): Promise<void>;
}

const content = z.object({ Data: z.string() });
const addresses = z.array(z.string()).default([]);
const sendEmail = z.object({
  FromEmailAddress: z.string().min(1),
  ReplyToAddresses: addresses,
  EmailTags: z.array(z.object({ Name: z.string(), Value: z.string() })).default([]),
  Destination: z.object({ ToAddresses: addresses, CcAddresses: addresses, BccAddresses: addresses }),
  Content: z.object({
    Simple: z.object({
      Subject: content,
      Body: z.object({ Text: content.optional(), Html: content.optional() }),
      Headers: z.array(z.object({ Name: z.string(), Value: z.string() })).default([]),
    }),
  }),
});

/**
 * Takes what an SES v2 client sends with `Content.Simple` and keeps it instead of sending it; tells how much it takes.
 * @throws StartError when the file cannot be used
 */
export async function startMailbox(options: MailboxOptions): Promise<LocalMailbox> {
  const store = new MailStore(options.file);
  const reports: MailEvent[] = [];
  const keep = (mail: LocalMail) => {
    store.add(mail);
    const report = reportOn(mail);
    if (report !== null) reports.push(report);
  };
  const server = createServer((req, res) => void serve(service, req, res));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const mailbox: LocalMailbox = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    perSecond: MAILS_PER_SECOND,
    messages: () => store.newestFirst(),
    takeReports: () => reports.splice(0),
    stop: () => closeServer(server),
  };
  const service = { clock: options.clock, mailbox, keep, taken: { second: 0, mails: 0 } };
  return mailbox;
}

interface MailService {
  clock: Clock;
  mailbox: Pick<LocalMailbox, 'perSecond'>;
  keep: (mail: LocalMail) => void;
  taken: { second: number; mails: number };
}

async function serve(service: MailService, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const body = await readBody(req, MAIL_MAX_BYTES);
  if (body === 'aborted') return;
  if (body === 'too_large') return refuse(res, 400, 'BadRequestException', 'The mail is too large');
  if (req.method === 'GET' && req.url === '/v2/email/account') {
    return answer(res, 200, { SendQuota: { MaxSendRate: service.mailbox.perSecond } });
  }
  if (req.method !== 'POST' || req.url !== '/v2/email/outbound-emails') {
    return refuse(
      res,
      404,
      'NotFoundException',
      'Only SendEmail and GetAccount are available on this machine',
    );
  }
  try {
    const mail = mailOf(service.clock, body);
    if (typeof mail === 'string') return refuse(res, 400, 'BadRequestException', mail);
    if (!takes(service)) {
      return refuse(res, 429, 'TooManyRequestsException', 'Maximum sending rate exceeded.');
    }
    service.keep(mail);
    answer(res, 200, { MessageId: randomUUID() });
  } catch (error) {
    console.error(error);
    refuse(res, 500, 'InternalServiceErrorException', 'The mail could not be kept');
  }
}

function takes({ clock, mailbox, taken }: MailService): boolean {
  const second = Math.floor(clock.now() / 1000);
  if (taken.second !== second) Object.assign(taken, { second, mails: 0 });
  taken.mails += 1;
  return taken.mails <= mailbox.perSecond;
}

/** The mail, or one sentence on why it is none. */
function mailOf(clock: Clock, body: Buffer): LocalMail | string {
  const parsed = sendEmail.safeParse(jsonOf(body));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `${issue?.path.join('.')}: ${issue?.message}`;
  }
  const { Destination: to, ReplyToAddresses: replyTo, EmailTags: tags, Content } = parsed.data;
  const { Subject, Body, Headers } = Content.Simple;
  const receivers = [...to.ToAddresses, ...to.CcAddresses, ...to.BccAddresses];
  if (receivers.length === 0) return 'Destination: a mail needs a receiver';
  if (Body.Text === undefined && Body.Html === undefined) return 'Content.Simple.Body: a mail needs a text';
  return {
    to: receivers.join(', '),
    subject: Subject.Data,
    text: Body.Text?.Data ?? null,
    html: Body.Html?.Data ?? null,
    at: isoOf(clock.now()),
    headers: [
      ...replyTo.map((address) => ({ name: 'Reply-To', value: address })),
      ...Headers.map(({ Name, Value }) => ({ name: Name, value: Value })),
    ],
    tags: Object.fromEntries(tags.map(({ Name, Value }) => [Name, [Value]])),
  };
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}

function refuse(res: ServerResponse, status: number, type: string, message: string): void {
  res.setHeader('x-amzn-errortype', type);
  answer(res, status, { message });
}

function answer(res: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  res.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  res.end(text);
}
