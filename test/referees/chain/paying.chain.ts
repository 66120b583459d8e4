import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { registerExactEvmScheme } from '@x402/evm/exact/client';
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openChain } from '../../../lib/adapters/billing/chain.ts';
import { openFacilitator } from '../../../lib/adapters/billing/facilitator.ts';
import { wirePayment, type Payment } from '../../../lib/domain/billing/payment.ts';
import { headerOf } from '../../support/money/payment-builder.ts';
import { Wallet } from '../../support/money/wallet.ts';
import { startAnvil, type Anvil } from './anvil.ts';
import { EvmFacilitator } from './evm-facilitator.ts';
import { Shop } from './shop.ts';
import { anvilClient, codeOfContracts, UsdcChain, type AnvilClient } from './usdc-chain.ts';

const PRICE = 100_000n;
let anvil: Anvil;
let client: AnvilClient;
let usdc: UsdcChain;
let facilitator: EvmFacilitator;
let shop: Shop;
let wallet: Wallet;
let payTo: string;

beforeAll(async () => {
  anvil = await startAnvil(84_532);
  client = anvilClient(anvil.url);
  usdc = await UsdcChain.on(client);
  facilitator = await EvmFacilitator.start(client);
  payTo = new Wallet().address;
  shop = await Shop.start({
    facilitator: openFacilitator({ url: facilitator.url, settleTimeoutMs: 3_000 }),
    chain: openChain({ url: anvil.url, network: 'base-sepolia' }),
    payTo,
  });
});
afterAll(async () => {
  await Promise.all([shop?.stop(), facilitator?.stop()]);
  await anvil?.[Symbol.asyncDispose]();
});
beforeEach(async () => {
  facilitator.fault = null;
  wallet = new Wallet();
  await usdc.mint(wallet.address, 1_000_000n);
});

const pay = (over: Partial<Payment['authorization']> = {}) => wallet.pay(shop.asked, Date.now(), over);
const buy = (payment: Payment) =>
  fetch(shop.url, { method: 'POST', headers: { 'x-payment': headerOf(wirePayment(payment)) } });
const spent = async () => 1_000_000n - (await usdc.balanceOf(wallet.address));

it('the code of the contracts is what their source comes to', () => {
  const compiled = execFileSync(process.execPath, [join(import.meta.dirname, 'compile.ts')], {
    encoding: 'utf8',
  });

  expect(JSON.parse(compiled)).toEqual(codeOfContracts());
});

describe('a client of the standard library', () => {
  it('is asked for money, pays exactly that and gets what it wants with a receipt', async () => {
    const before = await usdc.balanceOf(payTo);
    const payingClient = new x402Client();
    registerExactEvmScheme(payingClient, { signer: privateKeyToAccount(wallet.key) });
    const answer = await wrapFetchWithPayment(fetch, payingClient)(shop.url, {
      method: 'POST',
      body: '{"a":1}',
    });

    expect(await answer.json()).toEqual({ bought: true });
    const receipt = decodePaymentResponseHeader(answer.headers.get('x-payment-response') ?? '');
    expect(receipt).toMatchObject({ success: true, network: 'base-sepolia', payer: wallet.address });
    const { status } = await client.getTransactionReceipt({ hash: receipt.transaction as `0x${string}` });
    expect(status).toBe('success');
    expect((await usdc.balanceOf(payTo)) - before).toBe(PRICE);
    expect(await spent()).toBe(PRICE);
  });
});

describe('a payment', () => {
  it('is settled once, and known on the chain by the transaction of its receipt', async () => {
    const payment = await pay();
    const answers = [await buy(payment), await buy(payment)];
    const receipts = answers.map(({ headers }) => headers.get('x-payment-response'));
    const { transaction } = decodePaymentResponseHeader(receipts[0] ?? '');

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(receipts[1]).toBe(receipts[0]);
    expect(await shop.outcomeOf(payment)).toEqual({ kind: 'settled', transaction });
    expect(await spent()).toBe(PRICE);
  });

  it.each(['status 500', 'html 502', 'reset', 'hang', 'half', 'wrong shape'] as const)(
    'that was settled with no answer but %s is found, and costs nothing more',
    async (fault) => {
      const payment = await pay();
      facilitator.fault = fault;
      const first = await buy(payment);
      facilitator.fault = null;

      expect([first.status, first.headers.get('retry-after')]).toEqual([503, '1']);
      expect((await buy(payment)).status).toBe(200);
      expect(await spent()).toBe(PRICE);
    },
  );

  it('of a wallet with too little is refused by name, and nothing moves', async () => {
    wallet = new Wallet();
    await usdc.mint(wallet.address, PRICE - 1n);
    const answer = await buy(await pay());

    expect(answer.status).toBe(402);
    expect(await answer.json()).toMatchObject({ error: 'invalid_exact_evm_insufficient_balance' });
    expect(await usdc.balanceOf(wallet.address)).toBe(PRICE - 1n);
  });

  it('that somebody else signed is refused', async () => {
    const payment = await pay();
    const answer = await buy({
      ...payment,
      signature: (await new Wallet().pay(shop.asked, Date.now())).signature,
    });

    expect(await answer.json()).toMatchObject({ error: 'invalid_exact_evm_signature' });
    expect(await spent()).toBe(0n);
  });

  it('whose nonce is written in other letters is the same', async () => {
    const payment = await pay();
    const { authorization } = payment;
    const nonce = `0x${authorization.nonce.slice(2).toUpperCase()}`;
    const from = `0x${authorization.from.slice(2).toUpperCase()}`;

    expect((await buy({ ...payment, authorization: { ...authorization, nonce, from } })).status).toBe(200);
    expect((await buy(payment)).status).toBe(200);
    expect(await spent()).toBe(PRICE);
  });
});

describe('the chain tells', () => {
  it('that a nonce is open before it is used, and cancelled when its payer took it back', async () => {
    const payment = await pay();
    const fromBlock = await client.getBlockNumber();

    expect(await shop.outcomeOf(payment, fromBlock)).toEqual({ kind: 'open' });
    await usdc.cancel(wallet, payment.authorization.nonce);
    expect(await shop.outcomeOf(payment, fromBlock)).toEqual({ kind: 'cancelled' });
    expect((await buy(payment)).status).toBe(402);
  });

  it('that a nonce paid for something else', async () => {
    const payment = await pay();
    const fromBlock = await client.getBlockNumber();
    const { nonce } = payment.authorization;
    await usdc.transferAll([await pay({ nonce, value: 5n })]);

    expect(await shop.outcomeOf(payment, fromBlock)).toEqual({ kind: 'cancelled' });
  });

  it('which of two transfers of one transaction is whose', async () => {
    const [payment, second] = [await pay(), await pay()];
    const fromBlock = await client.getBlockNumber();
    await usdc.transferAll([payment, second]);

    expect(await shop.outcomeOf(payment, fromBlock)).toMatchObject({ kind: 'settled' });
    expect(await shop.outcomeOf(second, fromBlock)).toMatchObject({ kind: 'settled' });
  });

  it('nothing of a payment whose nonce paid its payer beside a real one', async () => {
    const [payment, real] = [await pay(), await pay()];
    const fromBlock = await client.getBlockNumber();
    const { nonce } = payment.authorization;
    await usdc.transferAll([await pay({ nonce, to: wallet.address }), real]);

    expect(await shop.outcomeOf(payment, fromBlock)).toEqual({ kind: 'open' });
    expect(await shop.outcomeOf(real, fromBlock)).toMatchObject({ kind: 'settled' });
  });

  it('that a window has ended, by its own clock', async () => {
    const payment = await pay();
    const fromBlock = await client.getBlockNumber();
    // Last: the clock of the chain stays ahead.
    await client.increaseTime({ seconds: 200 });
    await client.mine({ blocks: 1 });

    expect(await shop.outcomeOf(payment, fromBlock)).toEqual({ kind: 'expired' });
  });
});
