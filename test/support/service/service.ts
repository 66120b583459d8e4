import { DUE_SHARDS } from '../../../lib/data/due-index.ts';
import type { BillingMode } from '../../../lib/domain/billing/billing.ts';
import { startDatabase } from '../../../lib/local/table/database.ts';
import { startService, type LocalService, type LocalServiceOptions } from '../../../lib/local/service.ts';
import type { Log, LogCode } from '../../../lib/runtime/report/log.ts';
import { billingSettingsFor } from '../money/billing.ts';
import { expectDeclared } from './declared-reply.ts';
import { sent } from './sent.ts';
import { rounds } from '../thorough.ts';
import { verbsBy, type Verbs } from './verbs.ts';

/** A running service of its own, with what tests ask of it most. */
export interface TestService extends LocalService {
  /** The codes of everything that was logged. */
  logged: LogCode[];
  /** Sends a request and reads the JSON reply. */
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
  /** The job of a monitor says that it went well, or failed. */
  ping(monitorId: unknown): Promise<Reply>;
  fail(monitorId: unknown): Promise<Reply>;
  /** A new anonymous owner. */
  guest(): Promise<Person>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface CallOptions {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  // Replies are read loosely here: each was checked against the contract before a test sees it.
  json: Record<string, any>; // oxlint-disable-line typescript/no-explicit-any
}

/** Someone who owns monitors: Alice owns things, Bob must get 404. */
export interface Person extends Verbs {
  token: string;
  call(method: string, path: string, body?: unknown): Promise<Reply>;
}

/** 2027-03-01T12:00:00Z, where tests' clocks start. */
export const START_AT = Date.UTC(2027, 2, 1, 12);

let engine: Promise<{ endpoint: string }> | undefined;
let tables = 0;

/**
 * A fresh service: an own table in the one engine of this test worker, a clock that moves only when told, unless `isTimed`; calls
 * are not counted. A check asks for each due shard: two are as good as all where a test is not about them.
 */
export async function startTestService({
  billingMode = 'dev',
  isTimed = false,
  dueShards = rounds(2, DUE_SHARDS),
  database,
  ...options
}: Partial<LocalServiceOptions> & {
  billingMode?: BillingMode;
  isTimed?: boolean;
  dueShards?: number;
} = {}): Promise<TestService> {
  engine ??= startDatabase({ dir: null });
  const { endpoint } = await engine;
  tables += 1;
  const logged: LogCode[] = [];
  const log: Log = { warn: (code) => void logged.push(code), error: (code) => void logged.push(code) };
  const service = await startService({
    port: 0,
    dataDir: null,
    checkEverySec: null,
    drainEverySec: null,
    allowLoopbackAlerts: true,
    database: { endpoint, tableName: `rollcall-${tables}`, dueShards, ...database },
    ...(!isTimed && { startAt: START_AT }),
    log,
    billing: billingSettingsFor(billingMode),
    countsCalls: false,
    ...options,
  });
  const call: TestService['call'] = async (method, path, callOptions) => {
    const reply = await send(service.url + path, method, callOptions);
    expectDeclared(method, path, reply);
    return reply;
  };
  return {
    ...service,
    logged,
    call,
    ping: (monitorId) => call('GET', `/in/${monitorId}`),
    fail: (monitorId) => call('GET', `/in/${monitorId}/fail`),
    guest: () => newGuest(call),
    [Symbol.asyncDispose]: () => service.stop(),
  };
}

/** Notes all that is logged, with its fields and the stack of each error, as one text for each line. */
export const logInto = (lines: string[]): Log => ({
  warn: (code, fields) => void lines.push(JSON.stringify([code, fields])),
  error: (code, error, fields) =>
    void lines.push(JSON.stringify([code, error instanceof Error ? error.stack : error, fields])),
});

async function send(url: string, method: string, options: CallOptions = {}): Promise<Reply> {
  const headers: Record<string, string> = { ...options.headers };
  if (options.token !== undefined) headers['x-guest-token'] = options.token;
  if (options.body !== undefined) headers['content-type'] ??= 'application/json';
  const body =
    typeof options.body === 'string' || options.body === undefined || Buffer.isBuffer(options.body)
      ? options.body
      : JSON.stringify(options.body);
  const reply = await sent(url, { method, headers, body });
  const isJson = (reply.headers.get('content-type') ?? '').includes('json') && reply.text !== '';
  return { ...reply, json: isJson ? JSON.parse(reply.text) : {} };
}

async function newGuest(call: TestService['call']): Promise<Person> {
  const { json } = await call('POST', '/api/guest');
  const token = String(json['token']);
  const own: Person['call'] = (method, path, body) =>
    call(method, path, { token, ...(body !== undefined && { body }) });
  return { token, call: own, ...verbsBy(own) };
}
