import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFacilitator } from '../../../../lib/adapters/billing/facilitator.ts';
import { wirePayment } from '../../../../lib/domain/billing/payment.ts';
import { settleOutcome } from '../../../../lib/domain/billing/x402/settle-outcome.ts';
import type { HttpFault } from '../../../support/faults/http-fault.ts';
import { startMuteServer } from '../../../support/servers/mute-server.ts';
import { PaperChain } from '../../../support/money/paper-chain.ts';
import { PAY_AT, PAY_TO, payment as unsigned, requirement } from '../../../support/money/payment-builder.ts';
import { StubFacilitator } from '../../../support/money/stub-facilitator.ts';
import { Wallet } from '../../../support/money/wallet.ts';

const asked = requirement();
const wallet = new Wallet();
let chain: PaperChain;
let stub: StubFacilitator;
beforeEach(async () => {
  chain = new PaperChain(() => PAY_AT);
  stub = await StubFacilitator.start(chain);
});
afterEach(() => stub.stop());

const open = (url = stub.url, timeoutMs = 1_000) =>
  openFacilitator({ url, verifyTimeoutMs: timeoutMs, settleTimeoutMs: timeoutMs });
/** With a short time where it is waited for until its end. */
const openWith = (why: string) => open(stub.url, why === 'timeout' ? 400 : 1_000);

const FAULTS: [HttpFault, string][] = [
  ['hang', 'timeout'],
  ['half', 'timeout'],
  ['reset', 'no_connection'],
  ['status 500', 'status'],
  ['html 502', 'status'],
  ['redirect', 'redirect'],
  ['huge', 'too_large'],
  ['wrong shape', 'shape'],
];

describe('an honest facilitator', () => {
  it('is told the payment and what was asked for, and settles it', async () => {
    const payment = await wallet.pay(asked, PAY_AT);
    const body = { x402Version: 1, paymentPayload: wirePayment(payment), paymentRequirements: asked };

    expect(await open().verify(payment, asked)).toEqual({
      kind: 'answered',
      answer: { isValid: true, invalidReason: null },
    });
    const settled = await open().settle(payment, asked);
    expect(settled).toEqual({
      kind: 'answered',
      answer: {
        success: true,
        errorReason: null,
        transaction: chain.transactions[0]?.hash,
        network: 'base-sepolia',
        payer: wallet.address,
      },
    });
    expect(stub.asked.map(({ path }) => path)).toEqual(['/verify', '/settle']);
    expect(stub.asked.map((each) => each.body)).toEqual([body, body]);
    expect(chain.paidTo(PAY_TO)).toBe(100_000n);
  });

  it('refuses what nobody signed', async () => {
    expect(await open().verify(unsigned(), asked)).toEqual({
      kind: 'answered',
      answer: { isValid: false, invalidReason: 'invalid_exact_evm_signature' },
    });
    expect(await open().settle(unsigned(), asked)).toMatchObject({
      answer: { success: false, errorReason: 'invalid_exact_evm_signature' },
    });
    expect(chain.transactions).toEqual([]);
  });

  it('settles once, whoever asks again and at once', async () => {
    const payment = await wallet.pay(asked, PAY_AT);
    const all = await Promise.all(Array.from({ length: 5 }, () => open().settle(payment, asked)));
    const outcomes = all.map((each) =>
      settleOutcome(each.kind === 'answered' ? each.answer : null, payment, { isFirstTry: false }),
    );

    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['settled', ...Array(4).fill('unknown')]);
    expect(chain.paidTo(PAY_TO)).toBe(100_000n);
  });

  it('is asked with what it knows us by, which is made for the URL', async () => {
    const authorize = async (url: string) => ({ authorization: `Bearer for ${new URL(url).pathname}` });
    const facilitator = openFacilitator({ url: stub.url, authorize });
    const payment = await wallet.pay(asked, PAY_AT);
    await facilitator.verify(payment, asked);
    await facilitator.settle(payment, asked);

    expect(stub.asked.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer for /verify',
      'Bearer for /settle',
    ]);
  });

  it('is not asked where that cannot be made', async () => {
    const authorize = () => Promise.reject(new Error('planted-secret'));
    const facilitator = openFacilitator({ url: stub.url, authorize });

    expect(await facilitator.settle(unsigned(), asked)).toEqual({
      kind: 'unavailable',
      why: 'no_credentials',
    });
    expect(stub.asked).toEqual([]);
  });
});

describe('verify', () => {
  it.each(FAULTS)('of a facilitator with %s is unavailable: %s', async (fault, why) => {
    stub.verifyWays = { fault };

    const payment = await wallet.pay(asked, PAY_AT);

    expect(await openWith(why).verify(payment, asked)).toEqual({ kind: 'unavailable', why });
  });

  it('waits for a slow one', async () => {
    stub.verifyWays = { fault: 'slow' };

    expect(await open().verify(await wallet.pay(asked, PAY_AT), asked)).toMatchObject({
      answer: { isValid: true },
    });
  });

  it('asks again, once, where the connection was lost', async () => {
    stub.verifyWays = { fault: 'reset' };
    await open().verify(await wallet.pay(asked, PAY_AT), asked);

    expect(stub.asked).toHaveLength(2);
  });

  it.each([400, 402, 401])('believes a refusal with status %i and no consent', async (status) => {
    const payment = await wallet.pay(asked, PAY_AT);
    stub.verifyWays = { status };
    expect(await open().verify(payment, asked)).toEqual({ kind: 'unavailable', why: 'status' });
    stub.verifyWays = { status, refuses: 'insufficient_funds' };
    expect(await open().verify(payment, asked)).toMatchObject({
      answer: { isValid: false, invalidReason: 'insufficient_funds' },
    });
  });

  it.each([{ isValid: 'true' }, { isValid: null }, { isValid: true, invalidReason: 7 }])(
    'does not believe %j',
    async (says) => {
      stub.verifyWays = { says };

      expect(await open().verify(await wallet.pay(asked, PAY_AT), asked)).toEqual({
        kind: 'unavailable',
        why: 'shape',
      });
    },
  );

  it('keeps 300 characters of a reason', async () => {
    stub.verifyWays = { refuses: 'reverted '.repeat(1_000) };
    const verified = await open().verify(await wallet.pay(asked, PAY_AT), asked);

    expect(verified.kind === 'answered' && verified.answer.invalidReason).toHaveLength(300);
  });
});

describe('settle', () => {
  it.each(FAULTS.flatMap(([fault, why]) => [false, true].map((moves) => [fault, moves, why] as const)))(
    'of a facilitator with %s (the money has moved: %s) is asked once and unknown',
    async (fault, movesMoney, why) => {
      stub.settleWays = { fault, movesMoney };
      const payment = await wallet.pay(asked, PAY_AT);

      expect(await openWith(why).settle(payment, asked)).toEqual({ kind: 'unavailable', why });
      expect(stub.settlements).toBe(1);
      expect(chain.paidTo(PAY_TO)).toBe(movesMoney ? 100_000n : 0n);
    },
  );

  it('waits for a slow one', async () => {
    stub.settleWays = { fault: 'slow' };

    expect(await open().settle(await wallet.pay(asked, PAY_AT), asked)).toMatchObject({
      answer: { success: true },
    });
  });

  it('may be refused with no fields but the reason', async () => {
    stub.settleWays = {
      refuses: 'insufficient_funds',
      says: { transaction: null, network: undefined, payer: null },
    };

    expect(await open().settle(await wallet.pay(asked, PAY_AT), asked)).toEqual({
      kind: 'answered',
      answer: {
        success: false,
        errorReason: 'insufficient_funds',
        transaction: '',
        network: '',
        payer: null,
      },
    });
  });
});

describe('nobody there', () => {
  it('is unavailable', async () => {
    await using server = await startMuteServer((socket) => socket.destroy());
    const { port, close } = await freePort();
    await close();

    for (const url of [server.url, `http://127.0.0.1:${port}`])
      expect(await open(url).settle(unsigned(), asked)).toEqual({
        kind: 'unavailable',
        why: 'no_connection',
      });
    expect(server.requests()).toBe(1);
  });
});

async function freePort(): Promise<{ port: number; close: () => Promise<unknown> }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { port, close: () => new Promise((resolve) => server.close(resolve)) };
}
