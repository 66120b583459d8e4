import { afterEach, beforeEach, expect, it } from 'vitest';
import { openChain } from '../../../../lib/adapters/billing/chain.ts';
import { openFacilitator } from '../../../../lib/adapters/billing/facilitator.ts';
import { chainOutcome } from '../../../../lib/domain/billing/x402/chain-outcome.ts';
import type { Payment } from '../../../../lib/domain/billing/payment.ts';
import { settleOutcome } from '../../../../lib/domain/billing/x402/settle-outcome.ts';
import { authorizationReads } from '../../../../lib/flows/billing/nonce-reads.ts';
import { PaperChain } from '../../../support/money/paper-chain.ts';
import { PAY_AT, requirement } from '../../../support/money/payment-builder.ts';
import { StubFacilitator, type FacilitatorWays } from '../../../support/money/stub-facilitator.ts';
import { StubRpc } from '../../../support/money/stub-rpc.ts';
import { Wallet } from '../../../support/money/wallet.ts';

const asked = requirement();
const wallet = new Wallet();
let now: number;
let chain: PaperChain;
let facilitator: StubFacilitator;
let node: StubRpc;
let payment: Payment;
beforeEach(async () => {
  now = PAY_AT;
  chain = new PaperChain(() => now);
  [facilitator, node] = [await StubFacilitator.start(chain), await StubRpc.start(chain)];
  payment = await wallet.pay(asked, PAY_AT);
});
afterEach(async () => {
  await Promise.all([facilitator.stop(), node.stop()]);
});

async function settled() {
  const { settle } = openFacilitator({ url: facilitator.url, settleTimeoutMs: 300 });
  const reply = await settle(payment, asked);
  return settleOutcome(reply.kind === 'answered' ? reply.answer : null, payment, { isFirstTry: true });
}

async function onChain(fromBlock = 1_000n) {
  const read = openChain({ url: node.url, network: 'base-sepolia' });
  const { asset } = asked;
  return chainOutcome(payment, asked, await authorizationReads(read, payment, { asset, fromBlock }));
}

it.each<[string, FacilitatorWays]>([
  ['hangs', { fault: 'hang' }],
  ['breaks off', { fault: 'reset' }],
  ['breaks off in its answer', { fault: 'half' }],
  ['answers 500', { fault: 'status 500' }],
  ['answers HTML', { fault: 'html 502' }],
  ['answers what nobody knows', { fault: 'wrong shape' }],
  ['says no', { refuses: 'unexpected_settle_error' }],
])('what a facilitator settled that %s is found on the chain', async (_, ways) => {
  facilitator.settleWays = { ...ways, movesMoney: true };

  expect(await settled()).toEqual({ kind: 'unknown' });
  expect(await onChain()).toEqual({ kind: 'settled', transaction: chain.transactions[0]?.hash });
});

it('what it did not settle is open, may be settled again, and has expired in the end', async () => {
  facilitator.settleWays = { fault: 'status 500' };
  expect(await settled()).toEqual({ kind: 'unknown' });
  expect(await onChain()).toEqual({ kind: 'open' });
  now += 181_000;
  expect(await onChain()).toEqual({ kind: 'expired' });
  expect(chain.transactions).toEqual([]);
});

it('a chain whose clock is ahead ends a window by its own time, as the contract does', async () => {
  chain.aheadSec = 181n;

  expect(await onChain()).toEqual({ kind: 'expired' });
  facilitator.settleWays = {};
  expect(await settled()).toEqual({ kind: 'unknown' });
  expect(chain.transactions).toEqual([]);
});

it('what reaches the chain later is settled once it is there', async () => {
  facilitator.settleWays = { isLate: true };
  expect(await settled()).toEqual({ kind: 'unknown' });
  expect(await onChain()).toEqual({ kind: 'open' });
  facilitator.release();
  node.ways = { hidesEvents: true };
  expect(await onChain()).toEqual({ kind: 'open' });
  node.ways = { hidesReceipts: true };
  expect(await onChain()).toEqual({ kind: 'open' });
  node.ways = {};

  expect(await onChain()).toMatchObject({ kind: 'settled' });
});

it('another amount or another recipient than was signed is not our payment', async () => {
  facilitator.settleWays = { fault: 'reset', movesMoney: true, transfer: { value: 1n } };
  await settled();
  expect(await onChain()).toEqual({ kind: 'cancelled' });

  payment = await wallet.pay(asked, PAY_AT);
  facilitator.settleWays = { fault: 'reset', movesMoney: true, transfer: { to: wallet.address } };
  await settled();
  expect(await onChain()).toEqual({ kind: 'cancelled' });
});

it('a payer who takes the authorization back has not paid', async () => {
  facilitator.settleWays = { isLate: true };
  await settled();
  chain.cancel(payment.authorization);

  expect(await onChain()).toEqual({ kind: 'cancelled' });
});

it('an event is looked for in ranges of 500 blocks, and in no more than twenty', async () => {
  chain.block = 3_400n;
  chain.transfer(payment.authorization);
  chain.block = 100_000n;
  const ranges = () =>
    node.calls
      .filter(({ method }) => method === 'eth_getLogs')
      .map(({ params: [{ fromBlock, toBlock }] }) => [Number(fromBlock), Number(toBlock)]);

  expect(await onChain(2_500n)).toMatchObject({ kind: 'settled' });
  expect(ranges()).toEqual([
    [2_500, 2_999],
    [3_000, 3_499],
  ]);
  node.calls.length = 0;
  expect(await onChain(3_500n)).toEqual({ kind: 'open' });
  expect(ranges()).toHaveLength(20);
  node.calls.length = 0;
  chain.block = 3_700n;
  expect(await onChain(3_600n)).toEqual({ kind: 'open' });
  expect(ranges()).toEqual([[3_600, 3_700]]);
});
