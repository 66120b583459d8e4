import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ingestHandler } from '../../../functions/ingest/ingest.ts';
import { LambdaContext } from '../../../lib/local/lambda-context.ts';
import type { Account } from '../../../lib/data/owners.ts';
import type { Table } from '../../../lib/data/table.ts';
import { newAccount, signedIn } from '../../support/accounts/session.ts';
import { requestEvent } from '../../support/faults/fault-event.ts';
import { startTestService, type Person, type TestService } from '../../support/service/service.ts';
import { isThorough } from '../../../bin/long-tests.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/**
 * What becomes of a call of ingest to the table, by its place among them: its answer is lost on the way and the SDK asks
 * again; the function dies before the call, or after it and before its answer; the table takes nothing.
 */
interface Fault {
  how: 'lost' | 'dead' | 'dead after' | 'throttled';
  call: number;
}

type Step =
  | { act: 'signals'; signals: { path: string; method: string; byKey: boolean; fault: Fault | null }[] }
  | { act: 'checks'; count: number; beside: boolean }
  | { act: 'patch'; pause: boolean }
  | { act: 'claim'; beside: boolean }
  | { act: 'pass'; ms: number };

const fault: fc.Arbitrary<Fault> = fc.record({
  how: fc.constantFrom('lost', 'lost', 'dead', 'dead after', 'throttled'),
  call: fc.integer({ min: 0, max: 3 }),
});
const signal = fc.record({
  path: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('', '', '/0') },
    { weight: 2, arbitrary: fc.constantFrom('/start', '/fail', '/log', '?rid=a', '/start?rid=a', '/3') },
  ),
  method: fc.constantFrom('GET', 'POST'),
  byKey: fc.boolean(),
  fault: fc.option(fault, { freq: 5 }),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      act: fc.constant('signals' as const),
      signals: fc.array(signal, { minLength: 1, maxLength: 5 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('checks' as const),
      count: fc.integer({ min: 1, max: 2 }),
      beside: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('patch' as const), pause: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('claim' as const), beside: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('pass' as const),
      ms: fc.constantFrom(1, 1, 20_000, 60_000, 60_000, 400_000, 9 * 3_600_000, 26 * 3_600_000),
    }),
  },
);

interface Sent {
  mark: number;
  kind: string;
  isAcknowledged: boolean;
}

/** A table whose calls of one function meet a fault. */
function faulty(table: Table, { how, call }: Fault): Table {
  const { client } = table;
  let calls = 0;
  let isDead = false;
  const dead = () => Object.assign(new Error('The function is gone.'), { name: 'Dead' });
  const send = async (command: never): Promise<unknown> => {
    const isHit = calls++ === call;
    if (isDead || (isHit && how === 'dead')) {
      isDead = true;
      throw dead();
    }
    if (isHit && how === 'throttled')
      throw Object.assign(new Error('Too much.'), { name: 'ProvisionedThroughputExceededException' });
    if (isHit && how === 'lost') await client.send(command);
    if (isHit && how === 'dead after') {
      isDead = true;
      await client.send(command);
      throw dead();
    }
    return client.send(command);
  };
  // Only `send` is ever called.
  return { ...table, client: { send } as unknown as Table['client'] };
}

const KINDS: Record<string, string> = { '/start': 'start', '/fail': 'fail', '/log': 'log', '/3': 'fail' };

/** Whose the job is: a guest's, until an account has claimed it. */
interface Owner {
  guest: Person;
  account: Account | null;
}

/** Who reads for the owner: an account by a session that has not ended. */
const reader = async ({ guest, account }: Owner): Promise<Pick<Person, 'call'>> =>
  account ? signedIn(service, { account }) : guest;

/** An account takes in the guest, as long as that takes. */
async function claim(owner: Owner): Promise<void> {
  const account = await newAccount(service);
  for (let tries = 0; tries < 50 && owner.account === null; tries++) {
    const { call } = await signedIn(service, { account });
    const { json } = await call('POST', '/api/auth/claim', { guest_token: owner.guest.token });
    if (json['ok'] === true) owner.account = account;
  }
  expect(owner.account, 'was claimed').toBe(account);
}

/** Lives the steps, and returns what was sent, with what its sender heard. */
async function live(steps: readonly Step[], url: { id: string; key: string }, owner: Owner): Promise<Sent[]> {
  const sent: Sent[] = [];
  const ping = async ({
    path,
    method,
    byKey,
    fault: met,
  }: (Step & { act: 'signals' })['signals'][number]) => {
    const [action = '', query = ''] = path.split('?');
    const mark = sent.length;
    const one: Sent = { mark, kind: KINDS[action] ?? 'ping', isAcknowledged: false };
    sent.push(one);
    const target = byKey ? `/in/${url.key}/job${action}` : `/in/${url.id}${action}`;
    const table = met ? faulty(service.core.table, met) : service.core.table;
    const deps = { ...service.core, table, invoke: () => Promise.reject(new Error('Nothing is paid.')) };
    const event = requestEvent(method, `${target}?status=${mark}&${query}`);
    const reply = await ingestHandler(deps)(event, new LambdaContext('ingest'));
    one.isAcknowledged = reply.statusCode === 200;
  };
  let beside: Promise<unknown> = Promise.resolve();
  let isClaimed = false;
  for (const each of steps) {
    if (each.act === 'signals') await Promise.all(each.signals.map(ping));
    if (each.act === 'pass') service.clock.advance(each.ms / 1000);
    if (each.act === 'patch') {
      const until = new Date(service.clock.now() + 3_600_000).toISOString();
      const who = await reader(owner);
      await who.call('PATCH', `/api/endpoints/${url.id}`, { paused_until: each.pause ? until : null });
    }
    if (each.act === 'claim' && !isClaimed) {
      isClaimed = true;
      const claimed = claim(owner);
      if (each.beside) beside = Promise.all([beside, claimed]);
      else await claimed;
    }
    if (each.act === 'checks') {
      const checks = Promise.all(Array.from({ length: each.count }, () => service.check()));
      if (each.beside) beside = Promise.all([beside, checks]);
      else await checks;
    }
  }
  await beside;
  return sent;
}

interface Shown {
  id: string;
  status: number;
  kind: string;
}

async function historyOf(owner: Owner, id: string, limit: number): Promise<Shown[]> {
  const who = await reader(owner);
  const shown: Shown[] = [];
  let cursor = '';
  for (;;) {
    const { json } = await who.call('GET', `/api/endpoints/${id}/events?limit=${limit}${cursor}`);
    shown.push(...(json['events'] as Shown[]));
    if (json['next_cursor'] === undefined) return shown;
    cursor = `&cursor=${json['next_cursor']}`;
  }
}

describe('whatever is acknowledged', () => {
  it('is listed exactly once and in order, whatever is lost, dies, checks, packs or is claimed meanwhile', async () => {
    const life = fc.record({
      steps: fc.array(step, { minLength: 20, maxLength: 60 }),
      // How long settings are decides how many pings the list takes.
      url: fc.integer({ min: 1, max: 600 }),
      interval: fc.constantFrom(300, 3_600, 86_400),
      limit: fc.integer({ min: 1, max: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(life, async ({ steps, url, interval, limit }) => {
        const who = await service.guest();
        const { key } = (await who.call('GET', '/api/ingest-key')).json;
        const id = String(
          (await service.call('GET', `/in/${key}/job?interval=${interval}`)).json['endpoint_id'],
        );
        await who.call('PATCH', `/api/endpoints/${id}`, {
          alert_url: `http://127.0.0.1:9/${'a'.repeat(url)}`,
        });

        const owner: Owner = { guest: who, account: null };
        const sent = await live(steps, { id, key }, owner);

        const all = await historyOf(owner, id, limit);
        expect(all.map((event) => event.id)).toEqual(
          [...new Set(all.map((event) => event.id))].sort().toReversed(),
        );
        const shown = all.filter(({ status }) => status !== null);
        for (const { mark, kind, isAcknowledged } of sent) {
          const own = shown.filter(({ status }) => status === mark).map((event) => event.kind);
          if (isAcknowledged || own.length > 0) expect(own, `signal ${mark}`).toEqual([kind]);
        }
        expect(shown.length).toBeLessThanOrEqual(sent.length);
        await (await reader(owner)).call('DELETE', `/api/endpoints/${id}`);
        expect(await historyOf(owner, id, 500), 'after its end').toEqual(all);
      }),
      {
        numRuns: isThorough() ? 200 : 12,
        // Shrinking a life takes minutes; its seed lives it again.
        endOnFailure: true,
        interruptAfterTimeLimit: isThorough() ? 600_000 : 20_000,
      },
    );
  }, 700_000);
});
