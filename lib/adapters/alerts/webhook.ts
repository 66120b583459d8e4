import type http from 'node:http';
import type { TLSSocket } from 'node:tls';
import { systemClock } from '../clock.ts';
import { BLOCKED_ADDRESS, DNS_FAILED, type Resolve } from '../guarded-lookup.ts';
import {
  guardedTarget,
  isBlocked,
  openGuarded,
  type Beyond,
  type GuardedTarget,
} from '../guarded-request.ts';

/** How one attempt ended. */
export type DeliveryOutcome =
  | 'delivered'
  | 'refused_status'
  | 'timeout'
  | 'blocked_address'
  | 'dns_failed'
  | 'connect_failed'
  | 'tls_failed'
  | 'redirect'
  | 'bad_url'
  | 'refused_entry';

/** One attempt, fit for the ledger: no URL, no query, nothing of either body. */
export interface Delivery {
  delivered: boolean;
  /** The HTTP status, when the receiver came so far as to answer. */
  status: number | null;
  outcome: DeliveryOutcome;
  /** One plain sentence. */
  detail: string;
  durationMs: number;
  /** Set where the receiver asks to slow down; how long it wants to be left alone, when it says so. */
  slowDown?: { retryAfterMs: number | null };
}

export interface WebhookRequest extends Beyond {
  /** POST unless said; a GET has no body. */
  method?: 'GET' | 'POST' | 'PUT';
  url: string;
  body: string;
  contentType: string;
  headers: Record<string, string>;
  /** For the whole attempt: name, connection, TLS, headers and body. */
  timeoutMs: number;
  /** How names are resolved; the system's way unless given. */
  resolve?: Resolve;
}

type Ending = Pick<Delivery, 'outcome' | 'status' | 'detail' | 'slowDown'>;

const USER_AGENT = 'Rollcall/1 (+alerts)';
const ANSWER_MAX_BYTES = 16_384;

/**
 * Sends one alert and says how it went; never throws, follows no redirect and connects to public addresses only
 * (DECISIONS.md "Alert channels" 1 and 2). A status from 200 to 299 is a delivery even if the body never ends.
 */
export async function sendWebhook(request: WebhookRequest): Promise<Delivery> {
  const startedMs = performance.now();
  const ending = await attempt(request);
  const durationMs = Math.round(performance.now() - startedMs);
  return { delivered: ending.outcome === 'delivered', ...ending, durationMs };
}

async function attempt(request: WebhookRequest): Promise<Ending> {
  const target = guardedTarget(request.url, request);
  if (target === null) {
    return failed('bad_url', 'The alert URL is not an HTTPS URL without user name and password.');
  }
  if (isBlocked(target)) return blocked();
  try {
    return await exchange(request, target);
  } catch {
    return failed('bad_url', 'The request could not be built from the alert URL and headers.');
  }
}

/** Sends and waits for the first ending: an answer, an error or the deadline. Throws on what is no valid request. */
function exchange(request: WebhookRequest, target: GuardedTarget): Promise<Ending> {
  const { promise, resolve: end } = Promise.withResolvers<Ending>();
  const sent = open(request, target);
  let answered: Ending | null = null;
  const finish = (ending: Ending): void => {
    clearTimeout(deadline);
    sent.destroy();
    end(answered ?? ending);
  };
  const deadline = setTimeout(
    () => finish(failed('timeout', `No answer within ${request.timeoutMs / 1000} s.`)),
    request.timeoutMs,
  );
  const phase = followPhase(sent);
  sent.on('error', (error) => finish(endingOfError(error, phase())));
  sent.on('close', () => finish(failed('connect_failed', 'The connection closed without an answer.')));
  sent.on('upgrade', () => finish(endingOfStatus(101)));
  sent.on('response', (response) => {
    answered = { ...endingOfStatus(response.statusCode ?? 0), ...slowDownOf(response) };
    discard(response, () => finish(failed('connect_failed', 'The answer broke off.')));
  });
  sent.end(request.method === 'GET' ? undefined : request.body);
  return promise;
}

function open(request: WebhookRequest, target: GuardedTarget): http.ClientRequest {
  const { method = 'POST', body, contentType, resolve } = request;
  const written = { 'content-type': contentType, 'content-length': Buffer.byteLength(body) };
  const headers = {
    ...request.headers,
    'user-agent': USER_AGENT,
    ...(method !== 'GET' && written),
  };
  return openGuarded(target, { method, headers, resolve });
}

type Phase = 'connecting' | 'securing' | 'talking';

/** How far the connection came, for telling a TLS failure from the rest. */
function followPhase(sent: http.ClientRequest): () => Phase {
  let phase: Phase = 'connecting';
  sent.on('socket', (socket) => {
    const isTls = (socket as Partial<TLSSocket>).encrypted === true;
    socket.once('connect', () => (phase = isTls ? 'securing' : 'talking'));
    socket.once('secureConnect', () => (phase = 'talking'));
  });
  return () => phase;
}

/** Reads the answer away so that the receiver can finish writing it, up to a limit. */
function discard(response: http.IncomingMessage, done: () => void): void {
  let bytes = 0;
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > ANSWER_MAX_BYTES) done();
  });
  response.on('end', done);
  response.on('error', done);
}

function endingOfStatus(status: number): Ending {
  if (status >= 200 && status <= 299) {
    return { outcome: 'delivered', status, detail: `The receiver answered ${status}.` };
  }
  if (status >= 300 && status <= 399) {
    return {
      outcome: 'redirect',
      status,
      detail: `The receiver answered ${status}; redirects are not followed.`,
    };
  }
  return { outcome: 'refused_status', status, detail: `The receiver answered ${status}.` };
}

/** 429 asks to slow down, and so does a 503 that says until when (RFC 9110, RFC 6585). */
function slowDownOf({ statusCode, headers }: http.IncomingMessage): Pick<Ending, 'slowDown'> {
  const retryAfterMs = retryAfterOf(headers['retry-after'], headers.date);
  const asks = statusCode === 429 || (statusCode === 503 && retryAfterMs !== null);
  return asks ? { slowDown: { retryAfterMs } } : {};
}

/** Null where nothing is said that can be read. A date is compared with the clock of the receiver. */
function retryAfterOf(text: string | undefined, date: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^\s*\d{1,12}(\.\d+)?\s*$/.test(text)) return Math.ceil(Number(text) * 1000);
  const until = Date.parse(text);
  const from = date === undefined ? Number.NaN : Date.parse(date);
  const waitMs = until - (Number.isNaN(from) ? systemClock.now() : from);
  return waitMs > 0 ? waitMs : null;
}

function endingOfError(error: NodeJS.ErrnoException, phase: Phase): Ending {
  const code = /^[A-Z0-9_]{1,60}$/.test(error.code ?? '') ? ` (${error.code})` : '';
  if (error.code === BLOCKED_ADDRESS) return blocked();
  if (error.code === DNS_FAILED) return failed('dns_failed', 'The host name did not resolve.');
  if (phase === 'securing') return failed('tls_failed', `No trusted TLS connection could be made${code}.`);
  if (phase === 'connecting') return failed('connect_failed', `The receiver could not be reached${code}.`);
  return failed('connect_failed', `The receiver gave no valid HTTP answer${code}.`);
}

function blocked(): Ending {
  return failed('blocked_address', 'The host has no public address; nothing was sent.');
}

function failed(outcome: DeliveryOutcome, detail: string): Ending {
  return { outcome, status: null, detail };
}
