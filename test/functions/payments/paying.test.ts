import { beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { PAY_TO } from '../../support/money/billing.ts';
import {
  askedBy,
  callPaying,
  fullGuest,
  MONITOR,
  namesOf,
  paymentFor,
  slotsOf,
  startTill,
} from '../../support/money/till.ts';
import { Wallet } from '../../support/money/wallet.ts';
import { casesOf } from '../../support/thorough.ts';

let alice: Person;

const till = shared(startTill);
beforeEach(async () => {
  till.facilitator.verifyWays = {};
  till.facilitator.settleWays = {};
  till.node.ways = {};
  alice = await fullGuest(till);
});

const CRONTAB = {
  path: '/api/import/crontab?apply=1',
  body: '0 3 * * * backup',
  headers: { 'content-type': 'text/plain' },
};
const received = () => till.chain.paidTo(PAY_TO);
const refusal = () => alice.call('POST', '/api/endpoints', MONITOR);

describe('a call that pays', () => {
  it('creates what is paid for, with a receipt, and takes the money once', async () => {
    const before = received();
    const payment = await paymentFor(till, await refusal());

    const made = await callPaying(till, alice, payment);

    expect(made.status).toBe(201);
    const receipt = JSON.parse(
      Buffer.from(made.headers.get('x-payment-response') ?? '', 'base64').toString(),
    );
    expect(receipt).toMatchObject({ success: true, network: 'base-sepolia' });
    expect(receipt.transaction).toBe(till.chain.transactions.at(-1)?.hash);
    expect(await namesOf(alice)).toEqual(['free', 'paid']);
    expect(await slotsOf(alice)).toEqual({ endpoints: 1, fast_intervals: 0, email_alerts: 0 });
    expect(received() - before).toBe(100_000n);
  });

  it('answers the same again when it is repeated, and charges nothing more', async () => {
    const before = received();
    const payment = await paymentFor(till, await refusal());
    const first = await callPaying(till, alice, payment);

    const again = await callPaying(till, alice, payment);

    expect([again.status, again.json]).toEqual([201, first.json]);
    expect(again.headers.get('x-payment-response')).toBe(first.headers.get('x-payment-response'));
    expect(await namesOf(alice)).toEqual(['free', 'paid']);
    expect(received() - before).toBe(100_000n);
  });

  it('is done once, whoever sends it five times at once', async () => {
    const before = received();
    const payment = await paymentFor(till, await refusal());

    const replies = await Promise.all(Array.from({ length: 5 }, () => callPaying(till, alice, payment)));

    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 503]));
    const waiting = replies.filter(({ status }) => status === 503);
    expect(waiting.map(({ json }) => json['error'])).toEqual(waiting.map(() => 'pagamento_em_confirmacao'));
    expect(await namesOf(alice)).toEqual(['free', 'paid']);
    expect(received() - before).toBe(100_000n);
  });

  it('pays for all that one call goes beyond, as one sum', async () => {
    const body = { ...MONITOR, interval_sec: 60 };
    const asked = await alice.call('POST', '/api/endpoints', body);
    expect(askedBy(asked).maxAmountRequired).toBe('150000');

    const made = await callPaying(till, alice, await paymentFor(till, asked), { body });

    expect(made.status).toBe(201);
    expect(await slotsOf(alice)).toEqual({ endpoints: 1, fast_intervals: 1, email_alerts: 0 });
  });

  it('frees its slot for another once what filled it is deleted', async () => {
    const made = await callPaying(till, alice, await paymentFor(till, await refusal()));
    await alice.remove(made.json['id']);

    expect((await alice.call('POST', '/api/endpoints', { ...MONITOR, name: 'other' })).status).toBe(201);
    expect((await refusal()).status).toBe(402);
  });

  it('does no payment work where nothing costs', async () => {
    const bob = await till.service.guest();
    const asked = till.facilitator.asked.length;

    expect((await callPaying(till, bob, 'AAAA')).status).toBe(201);
    expect(till.facilitator.asked.length).toBe(asked);
  });
});

describe('a payment of another call', () => {
  it.each([
    ['body', { body: { ...MONITOR, name: 'other' } }],
    ['route', CRONTAB],
  ])('is refused with another %s, and charges nothing', async (_, other) => {
    const before = received();
    const payment = await paymentFor(till, await refusal());
    await callPaying(till, alice, payment);

    const reply = await callPaying(till, alice, payment, other);

    expect([reply.status, reply.json['error']]).toEqual([402, 'pagamento_ja_utilizado']);
    expect(askedBy(reply).maxAmountRequired).toBe('100000');
    expect(received() - before).toBe(100_000n);
  });

  it('is refused of another owner, whatever the letters of its nonce and address', async () => {
    const wallet = new Wallet();
    const bob = await fullGuest(till);
    const payment = await paymentFor(till, await refusal(), { wallet });
    await callPaying(till, alice, payment);
    const sent = JSON.parse(Buffer.from(payment, 'base64').toString());
    const { authorization } = sent.payload;
    authorization.nonce = `0x${authorization.nonce.slice(2).toUpperCase()}`;
    authorization.from = `0x${authorization.from.slice(2).toUpperCase()}`;
    const spelled = Buffer.from(JSON.stringify(sent)).toString('base64');

    for (const header of [payment, spelled]) {
      const reply = await callPaying(till, bob, header);
      expect([reply.status, reply.json['error']]).toEqual([402, 'pagamento_ja_utilizado']);
    }
    expect(await namesOf(bob)).toEqual(['free']);
  });
});

describe('a facilitator that fails after the money moved', () => {
  it.each(casesOf(2, ['reset', 'html 502', 'status 500', 'wrong shape'] as const))(
    'holds the payment, and its repeat gives what it bought (%s)',
    async (fault) => {
      const before = received();
      till.facilitator.settleWays = { fault, movesMoney: true };
      const payment = await paymentFor(till, await refusal());

      const unknown = await callPaying(till, alice, payment);
      expect([unknown.status, unknown.json['error']]).toEqual([503, 'pagamento_em_confirmacao']);
      expect(Number(unknown.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await namesOf(alice)).toEqual(['free']);

      const repeated = await callPaying(till, alice, payment);
      expect(repeated.status).toBe(201);
      expect(await namesOf(alice)).toEqual(['free', 'paid']);
      expect(received() - before).toBe(100_000n);
      expect((await refusal()).status).toBe(402);
    },
  );

  it('has the check give the place where nobody repeats the call', async () => {
    till.facilitator.settleWays = { fault: 'reset', movesMoney: true };
    await callPaying(till, alice, await paymentFor(till, await refusal()));

    till.service.clock.advance(120);
    await till.service.check();

    expect(await slotsOf(alice)).toMatchObject({ endpoints: 1 });
    expect((await alice.call('POST', '/api/endpoints', MONITOR)).status).toBe(201);
  });

  it('has the check release what was never carried out, and charge nothing', async () => {
    const before = received();
    till.facilitator.settleWays = { fault: 'reset' };
    const payment = await paymentFor(till, await refusal());
    await callPaying(till, alice, payment);

    till.service.clock.advance(300);
    await till.service.check();
    till.facilitator.settleWays = {};

    const reply = await callPaying(till, alice, payment);
    expect([reply.status, reply.json['error']]).toEqual([402, 'pagamento_invalido']);
    expect(received()).toBe(before);
    expect(await slotsOf(alice)).toMatchObject({ endpoints: 0 });
  });
});
