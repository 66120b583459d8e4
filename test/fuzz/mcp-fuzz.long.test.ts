import { beforeAll, expect, it } from 'vitest';
import { LIMITS } from '../../lib/domain/limits.ts';
import { builtTools } from '../../lib/contract/agents/tools.ts';
import { STRANGERS_WELCOME } from '../../lib/domain/accounts/users.ts';
import { legacy, modern, modernHeaders, post } from '../support/service/mcp.ts';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { Dice } from './dice.ts';
import { oddJson, oddJsonText, oddText } from './odd-values.ts';

const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
const MESSAGES = 6_000;
const CALLS_PER_TOOL = 60;
const LONG_MS = 240_000;

let monitorId: string;
const logged: unknown[] = [];
const service = shared(() => {
  const log = {
    warn: (code: string) => void logged.push(code),
    error: (code: string, error: unknown) =>
      void logged.push([code, error instanceof Error ? error.stack : error]),
  };
  const users = { ...STRANGERS_WELCOME, publicPages: 'on' } as const;
  return startTestService({ log, users, billingMode: 'live', allowLoopbackAlerts: false });
});
const alice = shared(() => service.guest());
beforeAll(async () => {
  monitorId = (await alice.createMonitor())['id'];
});

const METHODS = ['initialize', 'ping', 'tools/list', 'tools/call', 'server/discover', 'prompts/list', ''];
const CODES = [-32700, -32600, -32601, -32602, -32020, -32022];
const STATUSES = [200, 202, 400, 404, 406, 413, 415];
/** Names of our own making and our tools', which nobody outside should meet. */
const INTERNALS = /node_modules|\.ts:\d|TypeError|RangeError|SyntaxError|Exception|file:\/\//;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** A message with parts of it replaced, left out or added. */
function oddMessage(dice: Dice): string {
  if (dice.chance(0.15)) return oddJsonText(dice);
  const method = dice.pick(METHODS);
  const params = dice.chance(0.5) ? {} : { name: 'getHealth', arguments: {}, protocolVersion: '2025-11-25' };
  const message: Record<string, unknown> = dice.chance(0.5) ? modern(method, params) : legacy(method, params);
  const where = [message, message['params'], (message['params'] as Record<string, unknown>)['_meta']];
  for (let changes = dice.between(0, 3); changes > 0; changes--) {
    const part = dice.pick(where.filter(isObject));
    const names = Object.keys(part);
    if (names.length === 0) continue;
    const name = dice.chance(0.8) ? dice.pick(names) : oddText(dice);
    if (dice.chance(0.3)) delete part[name];
    else
      Object.defineProperty(part, name, {
        value: oddJson(dice),
        enumerable: true,
        configurable: true,
        writable: true,
      });
  }
  return JSON.stringify(dice.chance(0.05) ? [message] : message);
}

function oddHeaders(dice: Dice): Record<string, string> {
  const method = dice.pick(METHODS);
  const header = (name: string, values: string[]) => (dice.chance(0.2) ? { [name]: dice.pick(values) } : {});
  return {
    ...(dice.chance(0.6) && modernHeaders(method, dice.chance(0.5) ? 'getHealth' : undefined)),
    ...header('content-type', [
      'text/plain',
      'application/json; charset=x',
      '',
      'json',
      'application/json;;',
    ]),
    ...header('accept', ['*/*', 'text/event-stream', ';', 'application/json;q=0', ',,']),
    ...header('mcp-protocol-version', ['', '2025-06-18', 'x', '2026-07-28,2026-07-28']),
    ...header('mcp-name', ['', '=?base64??=', '=?base64?!?=', '=?base64?/w==?=']),
    ...header('x-payment', ['', 'x', 'e30=', '{}']),
    ...header('authorization', ['', 'Bearer', 'Bearer x', 'Basic eDp5']),
  };
}

it(
  'a message of any kind is answered by a code of the protocol, and nothing fails',
  async () => {
    const dice = new Dice(SEED);
    const seen = new Set<number>();
    for (let at = 0; at < MESSAGES; at++) {
      const [message, headers] = [oddMessage(dice), oddHeaders(dice)];
      const { status, json, text } = await post(service, message, {
        headers,
        query: dice.pick(['', '?tools=all,devices,contact']),
      });
      const told = `seed ${SEED}, message ${at}: ${message.slice(0, 300)} ${JSON.stringify(headers)} -> ${status} ${text.slice(0, 300)}`;

      expect(STATUSES, told).toContain(status);
      expect(text, told).not.toMatch(INTERNALS);
      if (status === 202) expect(text, told).toBe('');
      else expect(json['jsonrpc'], told).toBe('2.0');
      if (json['error']) expect(CODES, told).toContain(json['error'].code);
      seen.add(json['error']?.code ?? status);
    }

    expect([...seen]).toEqual(expect.arrayContaining([...CODES, 200, 202]));
  },
  LONG_MS,
);

it(
  'arguments of any kind reach no tool but through its schema',
  async () => {
    const dice = new Dice(SEED);
    const faults: string[] = [];
    for (const { name, inputSchema } of builtTools().map(({ tool }) => tool)) {
      for (let at = 0; at < CALLS_PER_TOOL; at++) {
        const names = Object.keys(inputSchema.properties).filter((each) => each !== 'guest_token');
        const args = Object.fromEntries(
          names.flatMap((each) =>
            each === 'id' && dice.chance(0.5)
              ? [[each, monitorId]]
              : dice.chance(0.5)
                ? [[each, oddJson(dice)]]
                : [],
          ),
        );
        if (dice.chance(0.1)) args[oddText(dice)] = oddJson(dice);
        const message = JSON.stringify(legacy('tools/call', { name, arguments: args }));
        // Stands for bytes that were no UTF-8, as the gateway passes them on.
        if (message.includes('\ufffd')) continue;
        // Longer ones are refused as a whole.
        if (Buffer.byteLength(message) > LIMITS.jsonBodyMaxBytes) continue;
        const headers = { 'x-guest-token': alice.token };
        const { status, json, text } = await post(service, message, {
          headers,
          query: '?tools=all,devices,contact',
        });
        const http = json['result']?.['_meta']?.['rollcall/http']?.status ?? 0;
        if (status !== 200 || json['result'] === undefined || http >= 500 || INTERNALS.test(text))
          faults.push(`seed ${SEED}: ${message.slice(0, 400)} -> ${status} ${text.slice(0, 300)}`);
      }
    }

    expect(faults).toEqual([]);
  },
  LONG_MS,
);

it('logs no fault of its own', () => {
  expect(logged.filter((each) => !/confirmation_held/.test(String(each)))).toEqual([]);
});
