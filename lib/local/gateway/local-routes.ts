import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { aheadSecOf } from '../../adapters/clock.ts';
import type { Hold } from '../../domain/alerts/alert-stop.ts';
import { isFields, isRegion } from '../../domain/aws/event.ts';
import { aliasesOf, areNames, namePatternsOf } from '../../domain/aws/names-setting.ts';
import { isoOf, type Instant } from '../../domain/instant.ts';
import { holdOf, holdView } from './hold-routes.ts';
import { localPage } from './local-page.ts';
import type { LocalMailbox } from '../mail/mailbox.ts';
import type { LocalTopics } from '../topics/published.ts';
import type { MovableClock } from '../clock/movable-clock.ts';
import { readBody } from './read-body.ts';

const ADVANCE_MAX_SEC = 400 * 86_400;
const BODY_MAX_BYTES = 10_000;
const EVENTS_MAX_BYTES = 4_000_000;
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

export interface CheckCounts {
  checked: number;
  sent: number;
  failed: number;
  /** Deliveries that it did not wait for any longer; absent when all have ended. */
  under_way?: number;
}

/** What `/_local` shows and moves. */
export interface LocalParts {
  /** Runs the periodic check, and waits a minute at most for what it caused to be delivered. */
  check(): Promise<CheckCounts>;
  /** Publishes the statistics where it is due. */
  publish(): Promise<unknown>;
  /** Takes in events of AWS for the owner of an ingest key, as the queue of a deployment brings them; nothing where none of them is one. */
  events(events: readonly unknown[], given: EventsGiven): Promise<EventsTaken | 'unknown_key' | 'unreadable'>;
  /** Pings by the function `hook`, as for the owner of an ingest key. */
  hook(event: unknown, key: string): Promise<HookOutcome | 'unknown_key'>;
  clock: Pick<MovableClock, 'now' | 'aheadMs' | 'setRight'>;
  /** Moves the clock of the service: time goes by at once, nothing is out meanwhile. Returns its new time. */
  advance(sec: number): Promise<Instant>;
  /** The operator's stop; null ends it. */
  hold: { now: () => Hold | null; set: (hold: Hold | null) => void };
  mailbox: Pick<LocalMailbox, 'messages'>;
  topics: Pick<LocalTopics, 'published'>;
  /** Newest first. */
  deliveries(): Promise<unknown[]>;
}

/** What `lambda:InvokeFunction` answers: what the function did, or what it threw. */
export type HookOutcome = { answer: object } | { errorType: string; errorMessage: string };

/** What a deployment has in its settings. */
export interface EventsGiven {
  key: string;
  /** Null for that of the first event. */
  account: string | null;
  /** Null for that of the first event. */
  region: string | null;
  names: string[];
  aliases: Record<string, string>;
}

/** What became of events. */
export interface EventsTaken {
  events: number;
  failed: number;
  /** Neither an event nor a dead letter. */
  unreadable: number;
  /** Events that are no sign of a job, or of none that is wanted. */
  ignored: number;
}

interface LocalReply {
  status: number;
  body: object | string;
  headers?: Record<string, string>;
}

type LocalAction = (parts: LocalParts, req: IncomingMessage) => Promise<LocalReply> | LocalReply;

const ACTIONS: Record<string, Record<string, LocalAction>> = {
  '/_local': { GET: showPage },
  '/_local/check': { POST: async (parts) => ok(await parts.check()) },
  '/_local/publish': { POST: publish },
  '/_local/clock': { GET: showClock, POST: advanceClock, DELETE: setClockRight },
  '/_local/hold': { GET: showHold, POST: holdAlerts, DELETE: endHold },
  '/_local/events': { POST: takeEvents },
  '/_local/hook': { POST: callHook },
  '/_local/mail': { GET: listMail },
  '/_local/published': { GET: ({ topics }) => ok({ published: topics.published() }) },
  '/_local/deliveries': { GET: async (parts) => ok({ deliveries: await parts.deliveries() }) },
};

/**
 * The `/_local` surface as the gateway's `before` hook: it answers what is under `/_local` and leaves the rest
 * alone (DESIGN.md section 7). It takes no credential, so it answers callers on this machine only.
 */
export function localRoutes(parts: LocalParts) {
  return (req: IncomingMessage, res: ServerResponse): boolean | Promise<boolean> => {
    const url = req.url ?? '';
    return url.startsWith('/_local') && /^\/_local(?=[/?]|$)/.test(url) ? answer(parts, req, res) : false;
  };
}

async function answer(parts: LocalParts, req: IncomingMessage, res: ServerResponse): Promise<true> {
  const { status, body, headers } = await replyTo(parts, req);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  res.writeHead(status, {
    'content-type': typeof body === 'string' ? 'text/html; charset=utf-8' : 'application/json',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...headers,
  });
  res.end(text);
  return true;
}

async function replyTo(parts: LocalParts, req: IncomingMessage): Promise<LocalReply> {
  const path = (req.url ?? '').replace(/\?.*$/s, '').replace(/\/$/, '');
  const method = req.method === 'HEAD' ? 'GET' : (req.method ?? 'GET');
  if (!LOCAL_HOST.test(req.headers.host ?? '')) {
    return refusal(403, 'invalid_host', 'The address must name this machine: localhost, 127.0.0.1 or [::1].');
  }
  if (method !== 'GET' && isFromElsewhere(req)) {
    return refusal(403, 'invalid_origin', 'Another site cannot do this on your behalf.');
  }
  const actions = Object.hasOwn(ACTIONS, path) ? ACTIONS[path] : undefined;
  if (actions === undefined)
    return refusal(404, 'not_found', `There is no ${path} here; GET /_local lists what is.`);
  const action = Object.hasOwn(actions, method) ? actions[method] : undefined;
  if (action !== undefined) return action(parts, req);
  const allow = Object.keys(actions).join(', ').replace('GET', 'GET, HEAD');
  return { ...refusal(405, 'method_not_allowed', `${path} takes ${allow}.`), headers: { allow } };
}

/** Browsers state where a POST comes from; curl and scripts state nothing. */
function isFromElsewhere(req: IncomingMessage): boolean {
  const site = req.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  const { origin, host } = req.headers;
  return origin !== undefined && origin !== `http://${host}`;
}

async function showPage(parts: LocalParts, req: IncomingMessage): Promise<LocalReply> {
  const nonce = randomBytes(16).toString('base64');
  const body = localPage({
    baseUrl: `http://${req.headers.host}`,
    now: parts.clock.now(),
    aheadSec: aheadSecOf(parts.clock),
    mails: parts.mailbox.messages(),
    deliveries: await parts.deliveries(),
    nonce,
  });
  const policy =
    `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'; connect-src 'self'; img-src data:; ` +
    `base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return { status: 200, body, headers: { 'content-security-policy': policy } };
}

async function publish(parts: LocalParts): Promise<LocalReply> {
  await parts.publish();
  return ok({ ok: true });
}

function showClock({ clock }: LocalParts): LocalReply {
  return ok({ now: isoOf(clock.now()), ahead_sec: aheadSecOf(clock) });
}

function setClockRight(parts: LocalParts): LocalReply {
  parts.clock.setRight();
  return showClock(parts);
}

async function advanceClock({ advance }: LocalParts, req: IncomingMessage): Promise<LocalReply> {
  const body = await readBody(req, BODY_MAX_BYTES);
  const advanceSec = typeof body === 'string' ? null : advanceSecOf(body.toString());
  if (advanceSec === null) {
    const rule = `advance_sec must be a positive number of seconds, at most ${ADVANCE_MAX_SEC} (400 days).`;
    return refusal(400, 'invalid_request', rule);
  }
  return ok({ now: isoOf(await advance(advanceSec)) });
}

function advanceSecOf(text: string): number | null {
  try {
    const { advance_sec: sec } = JSON.parse(text) as { advance_sec?: unknown };
    return typeof sec === 'number' && sec >= 0.001 && sec <= ADVANCE_MAX_SEC ? sec : null;
  } catch {
    return null;
  }
}

function showHold({ hold, clock }: LocalParts): LocalReply {
  return ok(holdView(hold.now(), clock.now()));
}

async function holdAlerts(parts: LocalParts, req: IncomingMessage): Promise<LocalReply> {
  const body = await readBody(req, BODY_MAX_BYTES);
  const hold = holdOf(typeof body === 'string' ? '' : body.toString(), parts.clock.now());
  if (typeof hold === 'string') return refusal(400, 'invalid_request', hold);
  parts.hold.set(hold);
  return showHold(parts);
}

function endHold(parts: LocalParts): LocalReply {
  parts.hold.set(null);
  return showHold(parts);
}

/** Events of AWS, one or a list, as `?key=` says for whom; `account` and `region` are the home, by default that of the first event. */
async function takeEvents(parts: LocalParts, req: IncomingMessage): Promise<LocalReply> {
  const given = eventsGiven(new URL(req.url ?? '', 'http://localhost').searchParams);
  if (typeof given === 'string') return refusal(400, 'invalid_request', given);
  const body = await readBody(req, EVENTS_MAX_BYTES);
  if (typeof body === 'string')
    return refusal(413, 'body_too_large', `The body must have at most ${EVENTS_MAX_BYTES} bytes.`);
  const events = listIn(body.toString());
  const taken = events ? await parts.events(events, given) : 'unreadable';
  if (taken === 'unknown_key') return refusal(404, 'not_found', NO_KEY);
  return taken === 'unreadable' ? refusal(400, 'invalid_request', NO_EVENT) : ok(taken);
}

/** A call of the function `hook`, answered as `aws lambda invoke` writes it: 200 too where it threw, with what it threw. */
async function callHook(parts: LocalParts, req: IncomingMessage): Promise<LocalReply> {
  const key = new URL(req.url ?? '', 'http://localhost').searchParams.get('key');
  if (!key) return refusal(400, 'invalid_request', MISSING_KEY);
  const body = await readBody(req, EVENTS_MAX_BYTES);
  if (typeof body === 'string')
    return refusal(413, 'body_too_large', `The body must have at most ${EVENTS_MAX_BYTES} bytes.`);
  const event = jsonIn(body.toString());
  if (event === undefined)
    return refusal(400, 'invalid_request', 'The body must be JSON, as the function gets it.');
  const outcome = await parts.hook(event, key);
  if (outcome === 'unknown_key') return refusal(404, 'not_found', NO_KEY);
  return ok('answer' in outcome ? outcome.answer : outcome);
}

const MISSING_KEY = 'key must be an ingest key: ?key=hpk_…';
const NO_KEY = 'key is no ingest key of this service; GET /api/ingest-key gives it.';

const NO_EVENT =
  'The body must be an event of EventBridge, a dead letter as aws sqs receive-message prints it, or a list of them.';

/** What a query says, or what is wrong with it. */
function eventsGiven(query: URLSearchParams): EventsGiven | string {
  const [key = '', names = '', accounts = ''] = ['key', 'names', 'accounts'].map(
    (name) => query.get(name) ?? '',
  );
  const account = query.get('account');
  const region = query.get('region');
  const aliases = aliasesOf(accounts);
  if (!key) return MISSING_KEY;
  if (!aliases) return 'accounts must be like 111122223333=prod,….';
  if (names !== '' && !areNames(names)) return 'names must be like prod-*,!prod-test-*.';
  if (account !== null && !/^\d{12}$/.test(account)) return 'account must be the 12 digits of an account.';
  if (region !== null && !isRegion(region)) return 'region must be one of AWS, such as eu-central-1.';
  return { key, account, region, names: namePatternsOf(names), aliases };
}

function listIn(text: string): readonly unknown[] | null {
  const sent = jsonIn(text);
  if (sent === undefined) return null;
  const list = isFields(sent) ? (sent['Messages'] ?? sent) : sent;
  return Array.isArray(list) ? list : [list];
}

/** Undefined of what is no JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function listMail({ mailbox }: LocalParts): LocalReply {
  return ok({
    messages: mailbox.messages().map(({ to, subject, text, html, at }) => ({ to, subject, text, html, at })),
  });
}

function ok(body: object): LocalReply {
  return { status: 200, body };
}

function refusal(status: number, error: string, detail: string): LocalReply {
  return { status, body: { error, detail } };
}
