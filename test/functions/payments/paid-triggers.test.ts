import { beforeEach, describe, expect, it } from 'vitest';
import type { Person, Reply } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { newOrganization } from '../../support/accounts/organization.ts';
import { heal } from '../../support/money/paid-fairly.ts';
import { signedIn } from '../../support/accounts/session.ts';
import { askedBy, fullGuest, paymentFor, slotsOf, startTill } from '../../support/money/till.ts';
import { x402Body } from '../../support/money/x402-body.ts';

let alice: Person;

const till = shared(startTill);
beforeEach(async () => {
  heal(till);
  alice = await fullGuest(till);
});

interface Trigger {
  method: string;
  path: string;
  body: unknown;
  headers?: Record<string, string>;
}

/** Whoever calls, with headers. */
type Caller = (trigger: Trigger, headers: Record<string, string>) => Promise<Reply>;

const asGuest =
  (person: Person): Caller =>
  ({ method, path, body, headers = {} }, more) =>
    till.service.call(method, path, { token: person.token, body, headers: { ...headers, ...more } });

/** Is refused with one entry that the protocol's own schemas take, and done once that is paid. */
async function expectPayable(call: Caller, trigger: Trigger, micros: number): Promise<Reply> {
  const refusal = await call(trigger, {});
  expect([refusal.status, refusal.json['error']]).toEqual([402, 'pagamento_necessario']);
  expect(x402Body.safeParse(refusal.json).error).toBeUndefined();
  expect(askedBy(refusal).maxAmountRequired).toBe(String(micros));
  expect(refusal.headers.get('cache-control')).toBe('no-store');
  // Ids and keys are secrets: the route alone goes to the facilitator.
  expect(new URL(askedBy(refusal).resource).pathname).toMatch(/^(\/:?[a-z-]+)+$/);

  const done = await call(trigger, { 'x-payment': await paymentFor(till, refusal) });
  expect([200, 201]).toContain(done.status);
  const receipt = JSON.parse(Buffer.from(done.headers.get('x-payment-response') ?? '', 'base64').toString());
  const { hash } = till.chain.transactions.at(-1) ?? {};
  expect(receipt).toEqual({
    success: true,
    transaction: hash,
    network: 'base-sepolia',
    payer: expect.stringMatching(/^0x/),
  });
  return done;
}

const idOf = async (person: Pick<Person, 'call'>) =>
  (await person.call('GET', '/api/endpoints')).json['endpoints'][0].id as string;
const CRON = { 'content-type': 'text/plain' };
const json = (method: string, path: string, body: unknown): Trigger => ({ method, path, body });
const create = (over: object = {}) =>
  json('POST', '/api/endpoints', { name: 'paid', interval_sec: 300, ...over });
const put = (slug: string, over: object = {}) =>
  json('PUT', `/api/endpoints/by-slug/${slug}`, { interval_sec: 300, ...over });

describe('what costs something for a guest', () => {
  const TRIGGERS: [string, (id: string) => Trigger, number, Record<string, number>][] = [
    ['a monitor more, posted', () => create(), 100_000, { endpoints: 1 }],
    ['a monitor more, put', () => put('more'), 100_000, { endpoints: 1 }],
    ['a fast monitor more', () => create({ interval_sec: 60 }), 150_000, { endpoints: 1, fast_intervals: 1 }],
    [
      'a short grace',
      () => create({ cron: '0 3 * * *', interval_sec: undefined, grace_sec: 60 }),
      150_000,
      { endpoints: 1, fast_intervals: 1 },
    ],
    [
      'a monitor more with mail, put',
      () => put('mailed', { alert_to: 'a@example.com' }),
      100_000,
      { endpoints: 1 },
    ],
    [
      'a shorter interval, patched',
      (id) => json('PATCH', `/api/endpoints/${id}`, { interval_sec: 60 }),
      50_000,
      { fast_intervals: 1 },
    ],
    [
      'a crontab of three',
      () => ({
        ...json('POST', '/api/import/crontab?apply=1', '0 3 * * * one\n0 4 * * * two\n0 5 * * * three\n'),
        headers: CRON,
      }),
      300_000,
      { endpoints: 3 },
    ],
    [
      'an import of two, one of them fast',
      () =>
        json('POST', '/api/import/json?apply=1', {
          monitors: [
            { name: 'one', slug: 'one', interval_sec: 300 },
            { name: 'two', slug: 'two', interval_sec: 60 },
          ],
        }),
      250_000,
      { endpoints: 2, fast_intervals: 1 },
    ],
  ];
  it.each(TRIGGERS)('%s', async (_, trigger, micros, bought) => {
    await expectPayable(asGuest(alice), trigger(await idOf(alice)), micros);
    expect(await slotsOf(alice)).toEqual({ endpoints: 0, fast_intervals: 0, email_alerts: 0, ...bought });
  });

  it('a second registration of e-mail alerts, posted, put and patched', async () => {
    const first = await alice.call('PATCH', `/api/endpoints/${await idOf(alice)}`, {
      alert_to: 'a@example.com',
    });
    expect(first.status).toBe(200);
    const call = asGuest(alice);
    await expectPayable(call, create({ alert_to: 'b@example.com' }), 200_000);
    await expectPayable(call, put('mailed', { alert_to: 'c@example.com' }), 200_000);
    await expectPayable(call, put('silent'), 100_000);
    await expectPayable(call, put('silent', { alert_to: 'd@example.com' }), 100_000);
    expect(await slotsOf(alice)).toEqual({ endpoints: 3, fast_intervals: 0, email_alerts: 3 });
  });

  it('a shorter interval, put, whose place is free again for another', async () => {
    const call = asGuest(alice);
    const other = json('PATCH', `/api/endpoints/${await idOf(alice)}`, { interval_sec: 60 });
    await expectPayable(call, put('job'), 100_000);
    await expectPayable(call, put('job', { interval_sec: 60 }), 50_000);
    expect((await call(put('job'), {})).status).toBe(200);
    expect((await call(other, {})).status).toBe(200);
    expect((await call(put('job', { interval_sec: 60 }), {})).status).toBe(402);
    expect(await slotsOf(alice)).toEqual({ endpoints: 1, fast_intervals: 1, email_alerts: 0 });
  });

  it('the import of what was exported elsewhere, as one sum', async () => {
    const bob = await fullGuest(till);
    await expectPayable(asGuest(bob), put('one'), 100_000);
    await expectPayable(asGuest(bob), put('two', { interval_sec: 60 }), 150_000);
    const exported = (await bob.call('GET', '/api/export')).json;
    await expectPayable(
      asGuest(alice),
      json('POST', '/api/import/json?apply=1', { monitors: exported['monitors'] }),
      250_000,
    );
    expect(await slotsOf(alice)).toEqual({ endpoints: 2, fast_intervals: 1, email_alerts: 0 });
  });
});

describe('what costs something for others', () => {
  it('an account on trial pays for e-mail alerts, and for nothing else', async () => {
    const carol = await signedIn(till.service);
    const call: Caller = ({ method, path, body }, headers) => carol.call(method, path, body, { headers });
    for (const each of [create(), create({ interval_sec: 60 }), create({ alert_to: 'a@example.com' })])
      expect((await call(each, {})).status).toBe(201);

    await expectPayable(call, create({ interval_sec: 60, alert_to: 'b@example.com' }), 100_000);

    expect(await slotsOf(carol)).toEqual({ endpoints: 0, fast_intervals: 0, email_alerts: 1 });
  });

  it('an organization pays for itself', async () => {
    const team = await newOrganization(till.service);
    await team.createMonitor({ alert_to: null });
    const call: Caller = ({ method, path, body }, headers) =>
      team.owner.call(method, path, body, { headers: { 'x-organization': team.id, ...headers } });

    await expectPayable(call, create({ alert_to: null }), 100_000);

    expect(await slotsOf(team)).toMatchObject({ endpoints: 1 });
    expect(await slotsOf(team.owner)).toMatchObject({ endpoints: 0 });
    const bought = await team.call('GET', '/api/purchases');
    expect(bought.json['purchases']).toHaveLength(1);
  });
});
