import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { decodePaymentResponseHeader } from '@x402/fetch';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { failTable } from '../../support/table/failing-table.ts';
import type { Person } from '../../support/service/service.ts';
import { callPaying, fullGuest, MONITOR, namesOf, paymentFor, slotsOf } from '../../support/money/till.ts';
import { Wallet } from '../../support/money/wallet.ts';
import { payByClient, startChainTill, type ChainTill } from './chain-till.ts';

const run = promisify(execFile);
const PRICE = 100_000n;
const HAD = 10_000_000n;
const CREATION = { path: '/api/endpoints', body: JSON.stringify(MONITOR) };
const payTo = new Wallet().address;
let till: ChainTill;
let alice: Person;
let wallet: Wallet;

beforeAll(async () => {
  till = await startChainTill(payTo);
});
afterAll(() => till?.stop());
beforeEach(async () => {
  till.facilitator.reset();
  wallet = new Wallet();
  await till.usdc.mint(wallet.address, HAD);
  alice = await fullGuest(till);
});

const spent = async () => HAD - (await till.usdc.balanceOf(wallet.address));
/** A payment of a creation, signed and not sent yet. */
const signed = async () => paymentFor(till, await alice.call('POST', '/api/endpoints', MONITOR), { wallet });
const nonceOf = (payment: string): string =>
  JSON.parse(Buffer.from(payment, 'base64').toString()).payload.authorization.nonce;
const purchases = async () => (await alice.call('GET', '/api/purchases')).json['purchases'];
const nothingGiven = async () => {
  expect(await slotsOf(alice)).toMatchObject({ endpoints: 0 });
  expect(await namesOf(alice)).toEqual(['free']);
  expect(await purchases()).toEqual([]);
};

describe('the standard client', () => {
  it('pays exactly the price of a monitor, and has it with a receipt of the chain', async () => {
    const before = await till.usdc.balanceOf(payTo);
    const { reply } = await payByClient(till, alice, wallet, CREATION);

    expect(reply.status).toBe(201);
    const receipt = decodePaymentResponseHeader(reply.headers.get('x-payment-response') ?? '');
    expect(receipt).toMatchObject({ success: true, network: 'base-sepolia', payer: wallet.address });
    const hash = receipt.transaction as `0x${string}`;
    expect(await till.client.getTransactionReceipt({ hash })).toMatchObject({ status: 'success' });
    expect((await till.usdc.balanceOf(payTo)) - before).toBe(PRICE);
    expect(await spent()).toBe(PRICE);
    expect(await namesOf(alice)).toEqual(['free', 'paid']);
    expect(await purchases()).toMatchObject([
      { transaction: hash, payer: wallet.address, total_usd: 0.1, rehearsal: false },
    ]);
  });

  it('is answered the same when its payment comes again, and pays nothing more', async () => {
    const { reply, payment } = await payByClient(till, alice, wallet, CREATION);
    const again = await callPaying(till, alice, payment ?? '');

    expect([again.status, again.json]).toEqual([201, await reply.json()]);
    expect(again.headers.get('x-payment-response')).toBe(reply.headers.get('x-payment-response'));
    expect(till.facilitator.settlements).toBe(1);
    expect(await spent()).toBe(PRICE);
  });

  it('pays for a monitor and its fast interval in one call', async () => {
    const fast = { ...CREATION, body: JSON.stringify({ ...MONITOR, interval_sec: 60 }) };
    const { reply } = await payByClient(till, alice, wallet, fast);

    expect(reply.status).toBe(201);
    expect(await spent()).toBe(150_000n);
    expect(await slotsOf(alice)).toEqual({ endpoints: 1, fast_intervals: 1, email_alerts: 0 });
  });

  it('pays for a crontab as one sum, past a dollar only where its cap is raised', async () => {
    const body = Array.from({ length: 12 }, (_, hour) => `0 ${hour} * * * job-${hour}`).join('\n');
    const crontab = { path: '/api/import/crontab?apply=1', contentType: 'text/plain', body };

    await expect(payByClient(till, alice, wallet, crontab)).rejects.toThrow('maxAmountPerPayment');
    expect(await spent()).toBe(0n);
    const { reply } = await payByClient(till, alice, wallet, crontab, '$2');

    expect(reply.status).toBe(200);
    expect(till.facilitator.settlements).toBe(1);
    expect(await spent()).toBe(12n * PRICE);
    expect(await namesOf(alice)).toHaveLength(13);
  });
});

describe('one payment', () => {
  it('that comes five times at once does one thing and is charged once', async () => {
    const payment = await signed();
    const replies = await Promise.all(Array.from({ length: 5 }, () => callPaying(till, alice, payment)));

    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([]);
    expect(till.facilitator.settlements).toBe(1);
    expect(await namesOf(alice)).toEqual(['free', 'paid']);
    expect(await spent()).toBe(PRICE);
  });

  it('that its payer takes back before it is settled charges and gives nothing', async () => {
    const payment = await signed();
    till.facilitator.before = () => till.usdc.cancel(wallet, nonceOf(payment));

    expect((await callPaying(till, alice, payment)).json['error']).toBe('pagamento_em_confirmacao');
    const again = await callPaying(till, alice, payment);
    expect([again.status, again.json['error']]).toEqual([402, 'pagamento_invalido']);
    expect(again.json['detail']).toContain('cancelled');
    expect(await spent()).toBe(0n);
    await nothingGiven();
  });

  it('whose wallet is emptied before it is settled charges and gives nothing until it is filled again', async () => {
    const payment = await signed();
    const other = new Wallet();
    till.facilitator.before = async () => {
      const [asked] = (await alice.call('POST', '/api/endpoints', MONITOR)).json['accepts'];
      const emptying = await wallet.pay(asked, Date.now(), { to: other.address, value: HAD });
      await till.usdc.transferAll([emptying]);
    };

    // The facilitator says so in words of the contract's, which prove nothing.
    expect((await callPaying(till, alice, payment)).json['error']).toBe('pagamento_em_confirmacao');
    expect(await till.usdc.balanceOf(other.address)).toBe(HAD);
    await nothingGiven();

    till.facilitator.reset();
    await till.usdc.mint(wallet.address, PRICE);
    expect((await callPaying(till, alice, payment)).status).toBe(201);
    expect(await till.usdc.balanceOf(wallet.address)).toBe(0n);
  });
});

describe('a call that ends before it is known', () => {
  it('is answered when it is repeated, where the facilitator went on after its connection was cut', async () => {
    const payment = await signed();
    const done = Promise.withResolvers<void>();
    till.facilitator.before = async (res) => void res.socket?.resetAndDestroy();
    till.facilitator.after = done.resolve;

    expect((await callPaying(till, alice, payment)).json['error']).toBe('pagamento_em_confirmacao');
    await done.promise;
    expect((await callPaying(till, alice, payment)).status).toBe(201);
    expect(till.facilitator.settlements).toBe(1);
    expect(await namesOf(alice)).toEqual(['free', 'paid']);
    expect(await spent()).toBe(PRICE);
  });

  it('is repeated by the script of the examples with the same payment, until it is answered', async () => {
    till.facilitator.fault = 'reset';
    const script = join(import.meta.dirname, '../../../docs/examples/pay.mjs');
    const { stdout } = await run(process.execPath, [script, 'POST', CREATION.path, CREATION.body], {
      env: { ROLLCALL: till.service.url, TOKEN: alice.token, WALLET_KEY: wallet.key },
    });

    expect(stdout).toMatch(/^201 \{"id":/);
    expect(await purchases()).toHaveLength(1);
    expect(till.facilitator.settlements).toBe(1);
    expect(await namesOf(alice)).toEqual(['free', 'paid']);
    expect(await spent()).toBe(PRICE);
  });

  it('is answered when it is repeated, where it died between the settlement and its own write', async () => {
    const payment = await signed();
    let isDead = false;
    const table = failTable(till.service, () => isDead);
    till.facilitator.after = () => void (isDead = true);

    expect((await callPaying(till, alice, payment)).status).toBeGreaterThanOrEqual(500);
    table.end();
    expect(await spent()).toBe(PRICE);
    expect((await callPaying(till, alice, payment)).json['error']).toBe('pagamento_em_confirmacao');
    till.service.clock.advance(40);

    expect((await callPaying(till, alice, payment)).status).toBe(201);
    expect(till.facilitator.settlements).toBe(1);
    expect(await namesOf(alice)).toEqual(['free', 'paid']);
    expect(await spent()).toBe(PRICE);
  });

  it('is released by the check once its window has ended on the chain, where nobody carried it out', async () => {
    const payment = await signed();
    till.facilitator.before = async () => {
      throw new Error('It is down.');
    };

    expect((await callPaying(till, alice, payment)).json['error']).toBe('pagamento_em_confirmacao');
    // Last: the clock of the chain stays ahead.
    till.service.clock.advance(400);
    await till.service.check();
    expect((await callPaying(till, alice, payment)).json['error']).toBe('pagamento_em_confirmacao');
    await till.client.increaseTime({ seconds: 400 });
    await till.client.mine({ blocks: 1 });
    till.service.clock.advance(400);
    await till.service.check();

    const late = await callPaying(till, alice, payment);
    expect([late.status, late.json['error']]).toEqual([402, 'pagamento_invalido']);
    expect(await spent()).toBe(0n);
    await nothingGiven();
  });
});
