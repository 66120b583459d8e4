import { keccak_256 } from '@noble/hashes/sha3.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openChain } from '../../../../lib/adapters/billing/chain.ts';
import { ChainUnavailable } from '../../../../lib/adapters/billing/chain-unavailable.ts';
import { EVENTS } from '../../../../lib/domain/billing/x402/chain-outcome.ts';
import type { HttpFault } from '../../../support/faults/http-fault.ts';
import { PaperChain } from '../../../support/money/paper-chain.ts';
import { NONCE, PAY_AT, payment, PAYER } from '../../../support/money/payment-builder.ts';
import { StubRpc } from '../../../support/money/stub-rpc.ts';

let chain: PaperChain;
let node: StubRpc;
beforeEach(async () => {
  chain = new PaperChain(() => PAY_AT);
  node = await StubRpc.start(chain);
});
afterEach(() => node.stop());

const open = () => openChain({ url: node.url, network: 'base-sepolia', timeoutMs: 1_000 });
const nonceAt = () => ({ asset: chain.asset, from: PAYER, nonce: NONCE });
const { authorization } = payment();

it('names events and the function as keccak does', () => {
  const hashOf = (signature: string) =>
    `0x${Buffer.from(keccak_256(Buffer.from(signature))).toString('hex')}`;

  expect(EVENTS).toEqual({
    authorizationUsed: hashOf('AuthorizationUsed(address,bytes32)'),
    authorizationCanceled: hashOf('AuthorizationCanceled(address,bytes32)'),
    transfer: hashOf('Transfer(address,address,uint256)'),
  });
  expect(hashOf('authorizationState(address,bytes32)').slice(0, 10)).toBe('0xe94a0102');
});

describe('a node', () => {
  it('is asked in its own words, and once which chain it is on', async () => {
    const read = open();
    await read.isUsed(nonceAt(), 0x1234n);
    await read.usedBy(nonceAt(), 16n, 255n);

    const payer = `0x000000000000000000000000${PAYER.slice(2)}`;
    const word = payer.slice(2) + NONCE.slice(2);
    expect(node.calls.map(({ method, params }) => [method, ...params])).toEqual([
      ['eth_chainId'],
      ['eth_call', { to: chain.asset, data: `0xe94a0102${word}` }, '0x1234'],
      [
        'eth_getLogs',
        {
          address: chain.asset,
          topics: [[EVENTS.authorizationUsed, EVENTS.authorizationCanceled], payer, NONCE],
          fromBlock: '0x10',
          toBlock: '0xff',
        },
      ],
    ]);
  });

  it('tells its newest block and its time', async () => {
    expect(await open().head()).toEqual({ number: 1_000n, timeSec: BigInt(PAY_AT / 1000) });
  });

  it('tells from which block on a nonce is used, by which event, and what else came of it', async () => {
    const read = open();
    const hash = chain.transfer(authorization);
    const usedBy = {
      address: chain.asset,
      topics: [EVENTS.authorizationUsed, `0x000000000000000000000000${PAYER.slice(2)}`, NONCE],
      data: '0x',
      index: 3,
      transaction: hash,
    };

    expect(await read.isUsed(nonceAt(), 1_000n)).toBe(false);
    expect(await read.isUsed(nonceAt(), 1_001n)).toBe(true);
    expect(await read.isUsed({ ...nonceAt(), nonce: `0x${'00'.repeat(32)}` }, 1_001n)).toBe(false);
    expect(await read.usedBy(nonceAt(), 0n, 1_000n)).toBeNull();
    expect(await read.usedBy(nonceAt(), 1_001n, 1_001n)).toEqual(usedBy);
    const events = await read.receipt(hash);
    expect(events?.[0]).toEqual(usedBy);
    expect(events).toHaveLength(2);
  });

  it('has no receipt yet', async () => {
    node.ways = { hidesReceipts: true };

    expect(await open().receipt(chain.transfer(authorization))).toBeNull();
  });

  it('has events of blocks that were replaced, and receipts of what failed, which are none', async () => {
    const hash = chain.transfer(authorization);
    node.ways = { isReplaced: true };
    expect(await open().usedBy(nonceAt(), 0n, 2_000n)).toBeNull();
    node.ways = { isReverted: true };
    expect(await open().receipt(hash)).toBeNull();
  });

  it('tells a cancellation by its event', async () => {
    chain.cancel(authorization);
    const event = await open().usedBy(nonceAt(), 0n, 2_000n);

    expect(event?.topics[0]).toBe(EVENTS.authorizationCanceled);
  });
});

describe('unavailable', () => {
  const reads = {
    head: () => open().head(),
    isUsed: () => open().isUsed(nonceAt(), 1_000n),
    usedBy: () => open().usedBy(nonceAt(), 0n, 1_000n),
    receipt: () => open().receipt(`0x${'00'.repeat(32)}`),
  };

  it.each<[HttpFault, string]>([
    ['hang', 'timeout'],
    ['half', 'timeout'],
    ['reset', 'no_connection'],
    ['status 500', 'status'],
    ['html 502', 'status'],
    ['redirect', 'redirect'],
    ['huge', 'too_large'],
    ['wrong shape', 'shape'],
  ])('is each read of a node with %s: %s', async (fault, why) => {
    node.ways = { fault };

    await Promise.all(
      Object.values(reads).map((read) =>
        expect(read()).rejects.toThrow(new ChainUnavailable(why as 'shape')),
      ),
    );
  });

  it('is a node that answers with an error, out of order, or is on another chain', async () => {
    const { head } = reads;
    node.ways = { error: { code: -32_000, message: 'header not found' }, method: 'eth_getBlockByNumber' };
    await expect(head()).rejects.toMatchObject({ why: 'node_error' });
    node.ways = { isOutOfOrder: true, method: 'eth_getBlockByNumber' };
    await expect(head()).rejects.toMatchObject({ why: 'shape' });
    node.ways = {};
    chain.chainId = 8453;
    await expect(head()).rejects.toMatchObject({ why: 'other_chain' });
  });

  it('ends: the next call asks which chain it is anew', async () => {
    const read = open();
    node.ways = { fault: 'reset' };
    await expect(read.head()).rejects.toThrow(ChainUnavailable);
    node.ways = {};

    expect(await read.head()).toMatchObject({ number: 1_000n });
  });
});
