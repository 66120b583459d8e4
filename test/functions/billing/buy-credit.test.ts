import { beforeEach, describe, expect, it } from 'vitest';
import { hasChecksum, newCheckedToken } from '../../../lib/adapters/accounts/checksummed-token.ts';
import { billingSettingsFor, HOMOLOG_CREDENTIAL, PAY_TO } from '../../support/money/billing.ts';
import { newCredit } from '../../support/money/credit.ts';
import { headerOf } from '../../support/money/payment-builder.ts';
import { contentsOf, expectNothingWritten } from '../../support/service/refused.ts';
import { startTestService, type Person, type Reply } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { askedBy, callPaying, MONITOR, paymentFor, startTill } from '../../support/money/till.ts';
import { Wallet } from '../../support/money/wallet.ts';
import { wirePayment } from '../../../lib/domain/billing/payment.ts';

const PATH = '/api/credit';
let alice: Person;

const till = shared(startTill);
beforeEach(async () => {
  till.facilitator.settleWays = {};
  alice = await till.service.guest();
});

const received = () => till.chain.paidTo(PAY_TO);
const asked = (cents: unknown = 500) => alice.call('POST', PATH, { cents });
const payWith = (payment: string, cents = 500, headers = {}) =>
  callPaying(till, alice, payment, { path: PATH, body: { cents }, headers });
const shown = (token: string) => till.service.call('GET', PATH, { headers: { 'x-credito': token } });

async function buy(cents = 500, headers = {}): Promise<Reply> {
  return payWith(await paymentFor(till, await asked(cents)), cents, headers);
}

describe('buying credit', () => {
  it('asks for exactly what it is, and writes nothing', async () => {
    await expectNothingWritten(till.service, () => asked(), {
      status: 402,
      error: 'pagamento_necessario',
      names: ['prepaid credit of 5.00 USD'],
    });
    expect(askedBy(await asked())).toMatchObject({
      maxAmountRequired: '5000000',
      description: 'prepaid credit of 5.00 USD',
      resource: `${till.service.url}/api/credit`,
    });
  });

  it('gives a token that holds it, with a receipt, and a purchase to its owner', async () => {
    const before = received();

    const bought = await buy();

    expect(bought.status).toBe(201);
    expect(bought.json).toMatchObject({
      token: expect.stringMatching(/^cred_[0-9A-Za-z]{49}$/),
      topped_up: false,
      cents: 500,
      balance_usd: 5,
      network: 'base-sepolia',
    });
    const { token } = bought.json;
    expect(hasChecksum(token)).toBe(true);
    expect(bought.headers.get('x-payment-response')).toMatch(/\S/);
    expect(received() - before).toBe(5_000_000n);
    expect((await shown(token)).json['ledger']).toMatchObject([
      { kind: 'purchase', amount_usd: 5, what: 'prepaid credit of 5.00 USD' },
    ]);
    const { purchases } = (await alice.call('GET', '/api/purchases')).json;
    expect(purchases).toMatchObject([
      { total_usd: 5, paid_with: 'x402', items: [{ sku: 'prepaid_credit' }] },
    ]);
    expect(JSON.stringify(await contentsOf(till.service))).not.toContain(token);
  });

  it('is paid with by whoever holds the token, for the owner who calls', async () => {
    const { token } = (await buy(10)).json;
    const bob = await till.service.guest();
    await bob.createMonitor();

    const made = await till.service.call('POST', '/api/endpoints', {
      token: bob.token,
      body: MONITOR,
      headers: { 'x-credito': token },
    });

    expect([made.status, (await shown(token)).json['balance_usd']]).toEqual([201, 0]);
  });

  it('shows the same again to the same payment, soon or long after, and charges once', async () => {
    const before = received();
    const payment = await paymentFor(till, await asked());
    const first = await payWith(payment);

    const again = await payWith(payment);
    till.service.clock.advance(3 * 86_400);
    const later = await payWith(payment);

    expect([again.status, again.json]).toEqual([201, first.json]);
    expect([later.status, later.json]).toEqual([201, first.json]);
    expect(received() - before).toBe(5_000_000n);
    const bob = await till.service.guest();
    const other = await callPaying(till, bob, payment, { path: PATH, body: { cents: 500 } });
    expect([other.status, other.json['error']]).toEqual([402, 'pagamento_ja_utilizado']);
    expect((await payWith(payment, 499)).json['error']).toBe('pagamento_ja_utilizado');
  });

  it('is done once, however often it is sent at once', async () => {
    const before = received();
    const payment = await paymentFor(till, await asked());

    const replies = await Promise.all(Array.from({ length: 5 }, () => payWith(payment)));

    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 503]));
    expect(received() - before).toBe(5_000_000n);
    expect((await payWith(payment)).json).toMatchObject({ balance_usd: 5, bought_usd: 5 });
  });

  it('shows its token again by an Idempotency-Key, and keeps none', async () => {
    const payment = await paymentFor(till, await asked());
    const key = { 'idempotency-key': 'credit' };
    const first = await payWith(payment, 500, key);

    const again = await payWith(payment, 500, key);

    expect([again.status, again.json]).toEqual([201, first.json]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(JSON.stringify(await contentsOf(till.service))).not.toContain(first.json['token']);
  });
});

describe('topping up', () => {
  it('adds to the credit that is named, whose token stays', async () => {
    const { token } = (await buy(500)).json;

    const header = await buy(250, { 'x-credito': token });
    const bearer = await buy(1, { authorization: `Bearer ${token}` });

    expect(header.json).toMatchObject({ token: null, topped_up: true, cents: 250, balance_usd: 7.5 });
    expect(bearer.json).toMatchObject({ token: null, topped_up: true, balance_usd: 7.51 });
    expect((await shown(token)).json).toMatchObject({ balance_usd: 7.51, bought_usd: 7.51, spent_usd: 0 });
  });

  it('goes once to the first credit that its payment named', async () => {
    const [{ token: one }, { token: two }] = [(await buy(1)).json, (await buy(2)).json];
    const payment = await paymentFor(till, await asked(100));
    await payWith(payment, 100, { 'x-credito': one });
    till.service.clock.advance(2 * 86_400);

    const again = await payWith(payment, 100, { 'x-credito': two });

    expect(again.json).toMatchObject({ topped_up: true, balance_usd: 1.01 });
    expect((await shown(two)).json['balance_usd']).toBe(0.02);
  });

  it('is refused for a credit that is unknown or of another chain, before it is paid', async () => {
    const { token: elsewhere } = await newCredit(till.service.core.table, 1, { network: 'base' });
    const payment = await paymentFor(till, await asked());
    const before = received();

    for (const wrong of [newCheckedToken('cred_'), 'cred_x', elsewhere])
      await expectNothingWritten(till.service, () => payWith(payment, 500, { 'x-credito': wrong }), {
        status: 401,
        error: 'credencial_invalida',
        names: ['nothing was charged'],
      });
    expect(received()).toBe(before);
  });
});

describe('credit that is not sold', () => {
  it.each([0, -1, 10_001, 1.5, '500', null, 1e21])('%j cents', async (cents) => {
    await expectNothingWritten(till.service, () => asked(cents), {
      status: 400,
      error: 'valor_invalido',
      names: ['cents', 'a whole number of US cents from 1 to 10000', String(cents)],
    });
  });

  it('the least and the most are', async () => {
    expect(askedBy(await asked(1)).maxAmountRequired).toBe('10000');
    expect(askedBy(await asked(10_000)).maxAmountRequired).toBe('100000000');
  });

  it('where nothing is charged', async () => {
    const unlimited = { signUp: 'open', guests: 'on', publicPages: 'off', allowance: 'unlimited' } as const;
    for (const options of [{}, { billingMode: 'live', users: unlimited }] as const) {
      await using service = await startTestService(options);
      const person = await service.guest();
      await expectNothingWritten(service, () => person.call('POST', PATH, { cents: 500 }), {
        status: 409,
        error: 'nada_a_cobrar',
        names: ['This service charges nothing'],
      });
    }
  });

  it('in a rehearsal without its credential; with it credit is bought in test money', async () => {
    await using service = await startTestService({ billing: billingSettingsFor('homolog') });
    const { token } = await service.guest();
    const send = (headers = {}) => service.call('POST', PATH, { token, body: { cents: 500 }, headers });
    const sent = await new Wallet().pay(askedBy(await send()), service.clock.now());
    const payment = headerOf(wirePayment(sent));

    expect((await send({ 'x-payment': payment })).json['error']).toBe('pagamento_invalido');
    const bought = await send({ 'x-payment': payment, 'x-homolog-credential': HOMOLOG_CREDENTIAL });

    expect([bought.status, bought.json['balance_usd']]).toEqual([201, 5]);
  });
});

describe('a facilitator that fails after the money moved', () => {
  it('has the repeated call give the credit', async () => {
    const before = received();
    till.facilitator.settleWays = { fault: 'reset', movesMoney: true };
    const payment = await paymentFor(till, await asked());

    expect((await payWith(payment)).json['error']).toBe('pagamento_em_confirmacao');
    const repeated = await payWith(payment);

    expect(repeated.json).toMatchObject({ topped_up: false, balance_usd: 5 });
    expect(received() - before).toBe(5_000_000n);
  });

  it('has the check give it where nobody repeats the call at once', async () => {
    const { token } = (await buy(500)).json;
    till.facilitator.settleWays = { fault: 'reset', movesMoney: true };
    const payments = [await paymentFor(till, await asked()), await paymentFor(till, await asked())] as const;
    await payWith(payments[0]);
    await payWith(payments[1], 500, { 'x-credito': token });

    till.service.clock.advance(120);
    await till.service.check();

    expect((await shown(token)).json).toMatchObject({ balance_usd: 10, bought_usd: 10 });
    const made = await payWith(payments[0]);
    expect(made.json).toMatchObject({ topped_up: false, balance_usd: 5 });
    expect((await shown(made.json['token'])).json['balance_usd']).toBe(5);
  });
});
