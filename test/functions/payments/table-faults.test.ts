import { expect, it } from 'vitest';
import { failTable } from '../../support/table/failing-table.ts';
import { booksOf, heal, paymentRows, repeated } from '../../support/money/paid-fairly.ts';
import type { Person, Reply } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { callPaying, fullGuest, MONITOR, namesOf, paymentFor, startTill } from '../../support/money/till.ts';
import { rounds } from '../../support/thorough.ts';
import { Wallet } from '../../support/money/wallet.ts';

const till = shared(startTill);

/** A call that pays, what it costs, and what is there once it was done. */
interface Paying {
  call: (
    alice: Person,
  ) => Promise<{ method: string; path: string; body: unknown; headers?: { 'content-type': string } }>;
  costs: number;
  done: (alice: Person) => Promise<boolean>;
}

const has = async (alice: Person, ...names: string[]) => String(await namesOf(alice)) === String(names);
const oneOf = async (alice: Person) => (await alice.monitors())[0];

const CREATION: Paying = {
  call: async () => ({ method: 'POST', path: '/api/endpoints', body: MONITOR }),
  costs: 100_000,
  done: (alice) => has(alice, 'free', 'paid'),
};
const IMPORT: Paying = {
  call: async () => ({
    method: 'POST',
    path: '/api/import/crontab?apply=1',
    body: '0 3 * * * backup\n0 4 * * * rotate\n',
    headers: { 'content-type': 'text/plain' },
  }),
  costs: 200_000,
  done: (alice) => has(alice, 'backup', 'free', 'rotate'),
};
const CHANGE: Paying = {
  call: async (alice) => ({
    method: 'PATCH',
    path: `/api/endpoints/${(await oneOf(alice)).id}`,
    body: { interval_sec: 60 },
  }),
  costs: 50_000,
  done: async (alice) => (await oneOf(alice)).interval_sec === 60,
};

async function newPayer({ call }: Paying) {
  heal(till);
  const alice = await fullGuest(till);
  const wallet = new Wallet();
  const { headers = {}, ...sent } = await call(alice);
  const asked = await till.service.call(sent.method, sent.path, {
    token: alice.token,
    body: sent.body,
    headers,
  });
  const payment = await paymentFor(till, asked, { wallet });
  return { alice, wallet, pay: () => callPaying(till, alice, payment, { ...sent, headers: { ...headers } }) };
}

/** How many calls of the table a call that pays makes. */
async function callsOfTable(paying: Paying): Promise<number> {
  const { pay } = await newPayer(paying);
  const table = failTable(till.service, () => false);
  expect((await pay()).status).toBeLessThan(300);
  table.end();
  return table.commands.length;
}

/** Whose payment is held, or given, is not asked for another one; all else that failed is worth a repeat. */
function expectNotAskedForMore({ status, json }: Reply, isReserved: boolean): void {
  if (isReserved) expect(json).not.toHaveProperty('accepts');
  if (status >= 500) expect(status).toBe(503);
}

const ONCE: [string, boolean][] = [
  ['once', false],
  ['once, its answer lost', true],
];
const FROM_THEN_ON: [string, boolean][] = [
  ['from then on', false],
  ['from then on, its answers lost', true],
];
const CASES = (
  [
    ['a creation', CREATION, rounds(2, 4)],
    ['an import', IMPORT, rounds(0, 4)],
    ['a change', CHANGE, rounds(0, 4)],
  ] as const
).flatMap(([name, paying, ways]) =>
  [...ONCE, ...FROM_THEN_ON].slice(4 - ways).map(([how, lost]) => ({ name, paying, how, lost })),
);

it.each(CASES)('$name costs what it gives where the table fails $how', async ({ paying, how, lost }) => {
  const calls = await callsOfTable(paying);
  expect(calls).toBeGreaterThan(5);
  const { costs } = paying;
  const fair = { received: costs, granted: costs, purchased: costs, states: ['done'], kept: 0 };
  for (let at = 0; at < calls; at++) {
    const { alice, wallet, pay } = await newPayer(paying);
    const isBroken = (_: string, before: number) => (how.startsWith('once') ? before === at : before >= at);
    const table = failTable(till.service, isBroken, { answerLost: lost });
    const first = await pay();
    table.end();
    const place = `${how}, call ${at}: ${table.commands[at]}, answered ${first.status}`;

    const rows = await paymentRows(till);
    expectNotAskedForMore(
      first,
      rows.some(({ pk }) => String(pk).includes(wallet.address)),
    );
    const last = await repeated(till, pay);

    expect([place, last.status]).toEqual([place, expect.toBeOneOf([200, 201])]);
    expect([place, await paying.done(alice)]).toEqual([place, true]);
    expect([place, await booksOf(till, alice, wallet.address)]).toEqual([place, fair]);
  }
});
