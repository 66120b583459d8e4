import { beforeEach, describe, expect, it } from 'vitest';
import { pricesOf } from '../../lib/domain/billing/tariff-settings.ts';
import { machineSettings } from '../../lib/local/settings/read-settings.ts';
import { creditOf, newCredit } from '../support/money/credit.ts';
import { heal } from '../support/money/paid-fairly.ts';
import { PAY_TO } from '../support/money/billing.ts';
import { activeOf } from '../support/money/random-payers.ts';
import type { Person, Reply } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { signedIn } from '../support/accounts/session.ts';
import { callPaying, fullGuest, MONITOR, paymentFor, slotsOf, startTill } from '../support/money/till.ts';
import { Wallet } from '../support/money/wallet.ts';

const till = shared(startTill);
beforeEach(() => heal(till));

/** What an owner has is what is counted, and no more than is free and was bought. */
async function expectWithin(person: Pick<Person, 'call'>): Promise<void> {
  const active = await activeOf(person);
  const { usage } = (await person.call('GET', '/api/billing')).json;
  const fast = active.filter(({ interval_sec: sec }) => sec < 90).length;
  expect([usage.endpoints, usage.fast_intervals]).toEqual([active.length, fast]);
  expect(active.length).toBeLessThanOrEqual(1 + usage.slots.endpoints);
  expect(fast).toBeLessThanOrEqual(usage.slots.fast_intervals);
}

/** A guest with one place of each kind beyond what is free, all of it used. */
async function payer(): Promise<Person> {
  const person = await fullGuest(till);
  const fast = { name: 'fast', interval_sec: 60 };
  const asked = await person.call('POST', '/api/endpoints', fast);
  const paid = await callPaying(till, person, await paymentFor(till, asked), { body: fast });
  expect(paid.status, paid.text).toBe(201);
  return person;
}

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

describe('places', () => {
  it('are as many as were bought, whatever is deleted, made, changed, named and revived at once', async () => {
    const person = await payer();
    const { key } = (await person.call('GET', '/api/ingest-key')).json;
    for (let round = 0; round < 4; round++) {
      const has = await activeOf(person);
      const kinds: ((index: number) => Promise<Reply>)[] = [
        (index) => person.remove(at(has, index).id),
        (index) =>
          person.call('POST', '/api/endpoints', { name: `n${index}`, interval_sec: index % 2 ? 60 : 300 }),
        (index) => person.patch(at(has, index).id, { interval_sec: index % 3 ? 60 : 300 }),
        (index) => till.service.call('POST', `/in/${key}/job-${index % 3}?interval=${index % 2 ? 60 : 300}`),
        (index) =>
          person.call('PUT', `/api/endpoints/by-slug/job-${index % 3}`, {
            interval_sec: index % 2 ? 300 : 60,
          }),
        (index) => person.patch(at(has, index).id, { cron: '* * * * *', grace_sec: 30 }),
        (index) => person.patch(at(has, index).id, { cron: null }),
        () => person.call('POST', '/api/ambientes', { nome: 'web', vigiar: true }),
      ];
      const replies = await Promise.all(Array.from({ length: 64 }, (_, index) => at(kinds, index)(index)));
      expect(replies.filter(({ status }) => status === 500)).toEqual([]);
      const { usage } = (await person.call('GET', '/api/billing')).json;
      const active = await activeOf(person);
      expect(usage.endpoints).toBe(active.length);
      expect(active.length).toBeLessThanOrEqual(2);
      expect(usage.fast_intervals).toBeLessThanOrEqual(1);
      expect(usage.slots).toMatchObject({ endpoints: 1, fast_intervals: 1 });
      if (active.length === 0) await person.createMonitor();
    }
  });

  it('move with a claim, and stay one owner’s', async () => {
    const person = await payer();
    const alice = await signedIn(till.service);
    const claims = Array.from({ length: 5 }, () =>
      alice.call('POST', '/api/auth/claim', { guest_token: person.token }),
    );
    const creations = Array.from({ length: 20 }, (_, index) =>
      person.call('POST', '/api/endpoints', { name: `n${index}`, interval_sec: 300 }),
    );
    const answers = await Promise.all(claims);
    await Promise.all(creations);
    const moved = answers.filter(
      ({ status, json }) => status === 200 && json['claimed'].product.direitos > 0,
    );
    expect(moved).toHaveLength(1);
    expect(await slotsOf(alice)).toMatchObject({ endpoints: 1, fast_intervals: 1 });
    expect(await slotsOf(person)).toMatchObject({ endpoints: 0, fast_intervals: 0 });
    await expectWithin(person);
  });
});

describe('one payment', () => {
  it('buys one place, however it is spelled, by whoever and for whatever it is sent at once', async () => {
    const [alice, bob] = [await fullGuest(till), await fullGuest(till)];
    const wallet = new Wallet();
    const header = await paymentFor(till, await alice.call('POST', '/api/endpoints', MONITOR), { wallet });
    const sent = JSON.parse(Buffer.from(header, 'base64').toString());
    const { authorization } = sent.payload;
    const coded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
    const upper = { ...authorization, nonce: authorization.nonce.toUpperCase().replace('0X', '0x') };
    const spellings = [
      header,
      header.replace(/=+$/, ''),
      coded({ ...sent, payload: { ...sent.payload, authorization: upper } }),
      coded({
        ...sent,
        payload: {
          ...sent.payload,
          authorization: { ...authorization, from: authorization.from.toLowerCase() },
        },
      }),
      coded(Object.fromEntries(Object.entries(sent).toReversed())),
    ];
    const calls = Array.from({ length: 24 }, (_, index) =>
      callPaying(till, index % 4 === 3 ? bob : alice, at(spellings, index), {
        body: index % 5 === 4 ? { ...MONITOR, name: 'another' } : MONITOR,
        headers: index % 6 === 5 ? { 'idempotency-key': `key-of-the-call-${index % 2}` } : {},
      }),
    );
    const replies = await Promise.all(calls);
    expect(replies.filter(({ status }) => status === 500)).toEqual([]);
    till.service.clock.advance(420);
    await till.service.check();
    const places = [await slotsOf(alice), await slotsOf(bob)].map(({ endpoints = 0 }) => endpoints);
    expect(places[0] === 1 ? places : places.toReversed()).toEqual([1, 0]);
    expect(till.chain.paidTo(PAY_TO, wallet.address)).toBe(100_000n);
    for (const person of [alice, bob]) await expectWithin(person);
  });
});

describe('a credit', () => {
  it('is spent to nothing and not below, by thirty owners at once', async () => {
    const { table } = till.service.core;
    const credit = await newCredit(table, 350_000, { now: till.service.clock.now() });
    const owners = await Promise.all(Array.from({ length: 30 }, () => fullGuest(till)));
    const replies = await Promise.all(
      owners.map(({ token }) =>
        till.service.call('POST', '/api/endpoints', {
          token,
          body: MONITOR,
          headers: { 'x-credito': credit.token },
        }),
      ),
    );
    expect(replies.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(3);
    // Who lost to the others repeats.
    for (const { token } of owners.slice(0, 6))
      await till.service.call('POST', '/api/endpoints', {
        token,
        body: MONITOR,
        headers: { 'x-credito': credit.token },
      });
    expect(await creditOf(table, credit.hash)).toMatchObject({ balanceMicros: 50_000, spentMicros: 300_000 });
    const made = await Promise.all(owners.map(async (owner) => (await slotsOf(owner))['endpoints'] ?? 0));
    expect(made.reduce((sum, each) => sum + each, 0)).toBe(3);
  });
});

describe('a trial', () => {
  it('is one for a mailbox, whoever comes back however it is spelled', async () => {
    const first = await signedIn(till.service, { email: 'ada.lovelace@gmail.com' });
    await first.createMonitor();
    const { ends_at: end } = (await first.call('GET', '/api/me')).json['trial'];
    expect(
      (await first.call('POST', '/api/account/delete', { confirm: 'ada.lovelace@gmail.com' })).status,
    ).toBe(200);
    await till.service.erase();
    till.service.clock.advance(10 * 86_400);
    await till.service.erase();
    const spellings = [
      'ada.lovelace@gmail.com',
      'Ada.Lovelace@GMail.com',
      'adalovelace@gmail.com',
      'a.d.a.lovelace+2@gmail.com',
      'adalovelace+x+y@googlemail.com',
    ];
    for (const email of spellings) {
      const again = await signedIn(till.service, { email });
      await again.call('GET', '/api/endpoints');
      expect((await again.call('GET', '/api/me')).json['trial'].ends_at, email).toBe(end);
    }
  });
});

describe('a price', () => {
  it('of nothing, of less than is settled and beyond 9,999 USD stops the start', () => {
    for (const price of [
      '0',
      '0.0',
      '0.000999',
      '-1',
      '1e9',
      '1000000000',
      '10000',
      '9999.9999999',
      'NaN',
      '',
    ]) {
      expect(pricesOf(`extra_endpoint=${price}`), price).toBeUndefined();
      expect(() => machineSettings({ prices: `extra_endpoint=${price}` }, {})).toThrow(/--prices must be/);
    }
  });

  it('of the most is exact for the most that one call buys', async () => {
    const dear = await startTill(
      {},
      {
        prices: 'extra_endpoint=9999,fast_interval=9998.999999,email_alert=9999',
        freeAllowance: 'max_endpoints=0,min_interval_sec=90,email_alerts=0',
      },
    );
    try {
      const guest = await dear.service.guest();
      const monitors = Array.from({ length: 5_000 }, (_, index) => ({ name: `m${index}`, interval_sec: 60 }));
      const asked = await guest.call('POST', '/api/import/json?apply=1', { version: 1, monitors });
      expect(asked.status, asked.text.slice(0, 300)).toBe(402);
      expect(asked.json['accepts'][0].maxAmountRequired).toBe(
        String(5_000n * (9_999_000_000n + 9_998_999_999n)),
      );
    } finally {
      await dear.stop();
    }
  });
});
