import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId, newMonitorId, newToken } from '../../lib/adapters/ids.ts';
import { openSecret } from '../../lib/adapters/secrets.ts';
import { newSymbol } from '../../lib/adapters/symbols.ts';
import { castOf, type Cast } from '../fuzz/cast.ts';
import { describe as described, type Described } from '../fuzz/described.ts';
import { Dice } from '../fuzz/dice.ts';
import { goodRequest } from '../fuzz/good-requests.ts';
import { Wire, type WireReply } from '../fuzz/wire.ts';
import { contentsOf } from '../support/service/refused.ts';
import { OPERATOR_TOKEN } from '../support/accounts/operator.ts';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';

let wire: Wire;
let cast: Cast;
let operations: Described[];
/** Ids of the forms of those of the cast, of what there is not. */
let nobodys: Record<string, string>;
const service = shared(() => startTestService({ operatorToken: OPERATOR_TOKEN, publicPages: 'on' } as never));
beforeAll(async () => {
  wire = new Wire(service.url);
  cast = await castOf(service);
  ({ operations } = await described(service));
  const secret = await openSecret(service.core.config)();
  const unknown: Record<string, string> = {
    'ambientes:id': randomUUID(),
    'inputs:id': randomUUID(),
    'avisos:id': randomUUID(),
    'avisos:monitor': newMonitorId(),
    'coletas:id': newSymbol(secret),
    'api:id': newMonitorId(),
    's:token': newToken(''),
    'status:page': newToken(''),
    'status-pages:id': newId(),
    'api:session': newId().padEnd(24, '0'),
  };
  for (const name of ['organization', 'member', 'invitation'])
    unknown[`api:${name}`] = unknown[`account:${name}`] = newId();
  nobodys = { ...cast.foreign, ...unknown };
});
afterAll(() => void wire.close());

/** What an answer says, without what differs between any two and without the ids that were asked for. */
function said({ status, headers, text }: WireReply, values: Record<string, string>): string {
  const { 'x-request-id': _id, date: _date, 'content-length': _length, ...rest } = headers;
  return Object.entries(values)
    .filter(([, value]) => value.length > 20)
    .toSorted(([, one], [, other]) => other.length - one.length)
    .reduce((words, [, value]) => words.replaceAll(value, '<id>'), JSON.stringify({ status, rest, text }));
}

const CONDITIONS: [string, string][][] = [
  [],
  [['if-none-match', '*']],
  [['x-hook-token', 'A'.repeat(43)]],
  [['idempotency-key', 'the-same-key-for-all-of-them']],
];

/** What the path names here is not whose it is, but how the caller calls something of its own. */
const OWN = ['putMonitor', 'putChannel'];
/** An invitation that there is not is declined as any. */
const DECLINED = /\/decline$/;

const NONE = { status: 0, said: 'nothing' };
const TIMEOUT_MS = 120_000;

it(
  'answers as what there is not for what is another owner’s, by every operation, method and condition',
  async () => {
    const dice = new Dice(7);
    const before = await contentsOf(service);
    const wrong: string[] = [];
    let asked = 0;
    for (const operation of operations) {
      if (!operation.path.includes('{') || operation.security.length === 0 || OWN.includes(operation.id))
        continue;
      const methods =
        operation.method === 'GET' ? ['GET', 'HEAD'] : ['GET', 'POST', 'DELETE', 'PUT', 'PATCH'];
      for (const conditions of CONDITIONS)
        for (const method of methods) {
          const seed = dice.between(1, 1e9);
          const answers = [cast.foreign, nobodys].map(async (values) => {
            const own = { ...values, 'coletas:device': values['inputs:id'] ?? '' };
            const asked = goodRequest(operation, { ...cast, own }, new Dice(seed));
            const reply = await wire.send({ ...asked, method, headers: [...asked.headers, ...conditions] });
            return { status: reply.status, said: said(reply, values) };
          });
          const [one = NONE, other = NONE] = await Promise.all(answers);
          asked += 1;
          if (one.said !== other.said || !(one.status >= 400 || DECLINED.test(operation.path)))
            wrong.push(
              `${method} ${operation.path} ${JSON.stringify(conditions)}\n${one.said}\n${other.said}`,
            );
        }
    }
    expect(wrong).toEqual([]);
    expect(asked).toBeGreaterThan(500);
    expect(await contentsOf(service)).toEqual(before);
  },
  TIMEOUT_MS,
);
