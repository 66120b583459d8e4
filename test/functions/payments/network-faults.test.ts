import { beforeEach, expect, describe, it } from 'vitest';
import type { Person } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import type { HttpFault } from '../../support/faults/http-fault.ts';
import type { NodeWays } from '../../support/money/stub-rpc.ts';
import type { FacilitatorWays } from '../../support/money/stub-facilitator.ts';
import { booksOf, heal, paymentRows, repeated } from '../../support/money/paid-fairly.ts';
import { callPaying, fullGuest, MONITOR, namesOf, paymentFor, startTill } from '../../support/money/till.ts';
import { casesOf, itThorough, rounds } from '../../support/thorough.ts';
import { Wallet } from '../../support/money/wallet.ts';
import { wholeTable } from '../../support/table/whole-table.ts';

let alice: Person;
let wallet: Wallet;
let payment: string;

const till = shared(startTill);
beforeEach(async () => {
  heal(till);
  till.chain.drained.clear();
  alice = await fullGuest(till);
  wallet = new Wallet();
  payment = await paymentFor(till, await alice.call('POST', '/api/endpoints', MONITOR), { wallet });
});

const pay = () => callPaying(till, alice, payment);
const rowNow = async () => (await paymentRows(till)).find(({ pk }) => String(pk).includes(wallet.address));
const PAID = { received: 100_000, granted: 100_000, purchased: 100_000, states: ['done'], kept: 0 };
const UNPAID = { received: 0, granted: 0, purchased: 0, states: ['failed'], kept: 0 };
const ALL_FAULTS: HttpFault[] = ['reset', 'html 502', 'status 500', 'wrong shape', 'redirect', 'huge'];
const FAULTS = ALL_FAULTS.slice(0, rounds(1, ALL_FAULTS.length));

/** A fault of the settlement, and whether the money moves before it or after it. */
type Move = [fault: string, money: 'before' | 'after', ways: FacilitatorWays];

/** A call of which nobody knows what came: it says so, and nothing is there of it yet. */
async function expectUnknown(code = 'pagamento_em_confirmacao'): Promise<void> {
  const reply = await pay();
  expect([reply.status, reply.json['error']]).toEqual([503, code]);
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(reply.json).not.toHaveProperty('accepts');
  expect(await namesOf(alice)).toEqual(['free']);
}

/** The call gets what it pays for once everybody is well again, and pays once. */
async function expectPaidInTheEnd(): Promise<void> {
  heal(till);
  const reply = await repeated(till, pay);
  expect(reply.status).toBe(201);
  expect(await namesOf(alice)).toEqual(['free', 'paid']);
  expect(await booksOf(till, alice, wallet.address)).toEqual(PAID);
}

/** It is refused for good once everybody is well again, and charges nothing. */
async function expectUnpaidInTheEnd(detail: RegExp): Promise<void> {
  heal(till);
  const reply = await repeated(till, pay);
  expect([reply.status, reply.json['error']]).toEqual([402, 'pagamento_invalido']);
  expect(reply.json['detail']).toMatch(detail);
  expect(await namesOf(alice)).toEqual(['free']);
  expect(await booksOf(till, alice, wallet.address)).toMatchObject(UNPAID);
}

describe('before anything is reserved', () => {
  const nodes: [string, NodeWays][] = [
    ...FAULTS.map((fault): [string, NodeWays] => [fault, { fault }]),
    ['no head', { fault: 'reset', method: 'eth_getBlockByNumber' }],
    ['no state', { fault: 'html 502', method: 'eth_call' }],
    ['an error', { error: { code: -32005, message: 'limit exceeded' } }],
    ['the answers of others', { isOutOfOrder: true }],
  ];
  const ways: [string, () => void][] = [
    ...FAULTS.map((fault): [string, () => void] => [
      `facilitator: ${fault}`,
      () => (till.facilitator.verifyWays = { fault }),
    ]),
    ['facilitator: its status is 500', () => (till.facilitator.verifyWays = { status: 500 })],
    ['facilitator: it lets through with 403', () => (till.facilitator.verifyWays = { status: 403 })],
    ...nodes.map(([name, each]): [string, () => void] => [`node: ${name}`, () => (till.node.ways = each)]),
  ];

  it.each(ways)('writes and charges nothing where nobody can be asked (%s)', async (_, fail) => {
    const before = await wholeTable(till.service);
    const settlements = till.facilitator.settlements;
    fail();

    await expectUnknown('indisponivel');

    expect(await wholeTable(till.service)).toEqual(before);
    expect(till.facilitator.settlements).toBe(settlements);
    await expectPaidInTheEnd();
  });

  it.each(['insufficient_funds', 'a text of its own'])(
    'writes and charges nothing where the facilitator refuses (%s)',
    async (refuses) => {
      const before = await wholeTable(till.service);
      till.facilitator.verifyWays = { refuses };

      const reply = await pay();

      expect([reply.status, reply.json['error']]).toEqual([402, 'pagamento_invalido']);
      expect(reply.json['detail']).toContain(refuses);
      expect(await wholeTable(till.service)).toEqual(before);
      await expectPaidInTheEnd();
    },
  );

  it('refuses a nonce that is used up already, and charges nothing more', async () => {
    const { authorization } = JSON.parse(Buffer.from(payment, 'base64').toString()).payload;
    till.chain.cancel(authorization);

    const reply = await pay();

    expect([reply.status, reply.json['error']]).toEqual([402, 'pagamento_ja_utilizado']);
    expect(await rowNow()).toBeUndefined();
  });
});

describe('while it is settled', () => {
  const answers: [string, FacilitatorWays][] = [
    ...FAULTS.map((fault): [string, FacilitatorWays] => [fault, { fault }]),
    ['a refusal in its own words', { refuses: 'nonce too low' }],
    ['a new reason', { refuses: 'invalid_exact_evm_transaction_failed' }],
    ['no reason', { refuses: 'x', says: { errorReason: null } }],
    [
      'a refusal with a hash',
      { refuses: 'insufficient_funds', says: { transaction: `0x${'ab'.repeat(32)}` } },
    ],
    ['a success of no transaction', { refuses: 'x', says: { success: true, transaction: '' } }],
    [
      'a success elsewhere',
      { refuses: 'x', says: { success: true, transaction: `0x${'ab'.repeat(32)}`, network: 'base' } },
    ],
    [
      'a success of another',
      {
        refuses: 'x',
        says: { success: true, transaction: `0x${'ab'.repeat(32)}`, payer: `0x${'cd'.repeat(20)}` },
      },
    ],
  ];
  const after = answers.map(([name, ways]): Move => [name, 'after', { ...ways, movesMoney: true }]);
  const before = answers.map(([name, ways]): Move => [name, 'before', ways]);
  const moves = [...after, ...before.slice(0, rounds(1, before.length))];

  it.each(moves)('holds it after %s %s the money moves, and gives it then', async (_, __, ways) => {
    till.facilitator.settleWays = ways;
    await expectUnknown();
    expect(await rowNow()).toMatchObject({ state: 'held' });
    await expectPaidInTheEnd();
  });

  it('gives it where the answer is slow', async () => {
    till.facilitator.settleWays = { fault: 'slow' };
    expect((await pay()).status).toBe(201);
    await expectPaidInTheEnd();
  });

  it('says 402 of a refusal before anything was sent, and lets the same payment be tried again', async () => {
    till.facilitator.settleWays = { refuses: 'insufficient_funds' };
    const reply = await pay();
    expect([reply.status, reply.json['error']]).toEqual([402, 'pagamento_invalido']);
    expect(await rowNow()).toMatchObject({ state: 'failed' });
    expect(await rowNow()).not.toHaveProperty('sent');
    await expectPaidInTheEnd();
  });

  it('says 402 of a payment that was refused and is refused again before it is reserved', async () => {
    till.facilitator.settleWays = { refuses: 'insufficient_funds' };
    expect((await pay()).status).toBe(402);
    till.facilitator.verifyWays = { refuses: 'insufficient_funds' };

    const reply = await pay();

    expect([reply.status, reply.json['error']]).toEqual([402, 'pagamento_invalido']);
    await expectPaidInTheEnd();
  });

  it('believes no refusal of a second try, though the first was one as well', async () => {
    till.facilitator.settleWays = { refuses: 'insufficient_funds' };
    expect((await pay()).status).toBe(402);

    await expectUnknown();
    expect(await rowNow()).toMatchObject({ state: 'held', tries: 2 });
    await expectPaidInTheEnd();
  });

  it.each<[string, NodeWays]>([
    ['the chain shows otherwise', {}],
    ['the chain cannot be asked', { fault: 'reset' }],
  ])('does not believe that refusal where %s', async (_, ways) => {
    // Before it is reserved the node is well.
    const meanwhile = async () => (till.node.ways = ways);
    till.facilitator.settleWays = { refuses: 'insufficient_funds', movesMoney: true, meanwhile };
    await expectUnknown();
    await expectPaidInTheEnd();
  });

  itThorough('gives what reaches the chain after the facilitator has given up', async () => {
    till.facilitator.settleWays = { isLate: true };
    await expectUnknown();
    till.facilitator.release();
    await expectPaidInTheEnd();
  });

  itThorough('believes no refusal of a second try while the first is late', async () => {
    till.facilitator.settleWays = { isLate: true };
    await expectUnknown();
    till.facilitator.settleWays = { refuses: 'insufficient_funds' };
    await expectUnknown();
    till.facilitator.release();
    await expectPaidInTheEnd();
  });

  itThorough('gives once what is settled a second time while the first is late', async () => {
    till.facilitator.settleWays = { isLate: true };
    await expectUnknown();
    till.facilitator.settleWays = {};
    expect((await pay()).status).toBe(201);
    expect(() => till.facilitator.release()).toThrow(/authorization is used/);
    await expectPaidInTheEnd();
  });

  it('has settled again what was checked and reserved, whatever the repeat signs for its nonce', async () => {
    till.facilitator.settleWays = { refuses: 'nonce too low' };
    await expectUnknown();
    heal(till);
    const { authorization } = JSON.parse(Buffer.from(payment, 'base64').toString()).payload;
    const asked = await alice.call('POST', '/api/endpoints', MONITOR);
    const over = { nonce: authorization.nonce, value: 1n, to: `0x${'ef'.repeat(20)}` };

    const reply = await callPaying(till, alice, await paymentFor(till, asked, { wallet, over }));

    expect(reply.status).toBe(201);
    expect(till.facilitator.asked.at(-1)?.body['paymentPayload'].payload.authorization).toEqual(
      authorization,
    );
    await expectPaidInTheEnd();
  });
});

describe('while the chain is asked what became of it', () => {
  const waysOfNodes: [string, NodeWays][] = [
    ['no events', { fault: 'status 500', method: 'eth_getLogs' }],
    ['hidden events', { hidesEvents: true }],
    ['hidden receipts', { hidesReceipts: true }],
    ['replaced blocks', { isReplaced: true }],
    ['a transaction that failed', { isReverted: true }],
    ['no receipt', { fault: 'reset', method: 'eth_getTransactionReceipt' }],
    ['an error', { error: { code: -32005, message: 'limit exceeded' } }],
    ['the answers of others', { isOutOfOrder: true }],
    ...FAULTS.map((fault): [string, NodeWays] => [fault, { fault }]),
  ];

  it.each(casesOf(3, waysOfNodes))('holds what moved, and says so, with %s', async (_, ways) => {
    till.facilitator.settleWays = { fault: 'reset', movesMoney: true };
    await expectUnknown();
    till.node.ways = ways;
    await expectUnknown();
    // Past its window too: what the chain does not show is not released.
    till.service.clock.advance(400);
    await till.service.check();
    await expectUnknown();
    await expectPaidInTheEnd();
  });

  it('releases what the payer cancelled', async () => {
    till.facilitator.settleWays = { fault: 'reset' };
    await expectUnknown();
    till.chain.cancel(JSON.parse(Buffer.from(payment, 'base64').toString()).payload.authorization);
    await expectUnpaidInTheEnd(/cancelled/);
  });

  it.each([{ value: 1n }, { to: `0x${'ef'.repeat(20)}` }])(
    'gives nothing for another transfer by the same nonce',
    async (transfer) => {
      till.facilitator.settleWays = { fault: 'reset', movesMoney: true, transfer };
      await expectUnknown();
      heal(till);
      const reply = await pay();
      expect([reply.status, reply.json['detail']]).toEqual([402, expect.stringMatching(/cancelled/)]);
      expect(await booksOf(till, alice, wallet.address)).toMatchObject({
        granted: 0,
        states: ['failed'],
        kept: 0,
      });
    },
  );

  it('holds what a drained wallet may still pay, and releases it once it cannot', async () => {
    till.chain.drained.add(wallet.address);
    await expectUnknown();
    await expectUnknown();
    await expectUnpaidInTheEnd(/expired|validBefore|valid/);
  });

  itThorough('does not release by our clock what the chain may still carry out', async () => {
    till.facilitator.settleWays = { isLate: true };
    await expectUnknown();
    till.chain.aheadSec = -200n;
    till.service.clock.advance(200);
    await till.service.check();
    await expectUnknown();
    till.facilitator.release();
    await expectPaidInTheEnd();
    till.chain.aheadSec = 0n;
  });
});
