import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { PAY_TO } from '../../support/money/billing.ts';
import { creditBooks } from '../../support/money/credit-books.ts';
import { failTable } from '../../support/table/failing-table.ts';
import { repeated } from '../../support/money/paid-fairly.ts';
import type { Person, Reply } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { rounds } from '../../support/thorough.ts';
import { callPaying, fullGuest, MONITOR, paymentFor, startTill } from '../../support/money/till.ts';
import { wholeTable } from '../../support/table/whole-table.ts';

const PATH = '/api/credit';
/** Longer than any lease or window of a payment. */
const PAST_ALL_SEC = 420;

const till = shared(startTill);

const which = fc.nat(2);
const buy = fc.record({
  kind: fc.constant('buy' as const),
  cents: fc.integer({ min: 1, max: 60 }),
  into: which,
});
const spend = fc.record({
  kind: fc.constant('spend' as const),
  from: which,
  /** At once, each in the name of one owner or another. */
  owners: fc.array(fc.nat(1), { minLength: 1, maxLength: 7 }),
  isFast: fc.boolean(),
  fails: fc.constantFrom('not', 'invalid', 'dry run'),
});
const remove = fc.record({ kind: fc.constant('remove' as const), owner: fc.nat(1) });
const step = fc.oneof(buy, spend, spend, remove);
/** What the table does during a step: fails from one call on or at one call, before or after it was done. */
const weather = fc.option(fc.record({ at: fc.nat(14), isLasting: fc.boolean(), answerLost: fc.boolean() }), {
  freq: 2,
});
const life = fc.array(fc.record({ step, weather }), { minLength: 3, maxLength: 8 });

type Of<A> = A extends fc.Arbitrary<infer V> ? V : never;
type Spend = Of<typeof spend>;
type Turn = Of<typeof life>[number];

interface World {
  owners: readonly Person[];
  tokens: string[];
}

/** Buys credit, or adds to one that there is, as a client does: repeats the call with the same payment until it is done. */
async function bought({ owners, tokens }: World, { cents, into }: { cents: number; into: number }) {
  const [buyer] = owners as [Person];
  const named = tokens[into];
  const headers = named === undefined ? {} : { 'x-credito': named };
  const asked = await buyer.call('POST', PATH, { cents });
  // The table may fail for the question too.
  if (asked.status !== 402) return undefined;
  const payment = await paymentFor(till, asked);
  return () => callPaying(till, buyer, payment, { path: PATH, body: { cents }, headers });
}

function spent({ owners, tokens }: World, how: Spend): Promise<Reply[]> {
  const { from, fails, isFast } = how;
  const body = { ...MONITOR, name: fails === 'invalid' ? '' : 'paid', interval_sec: isFast ? 60 : 300 };
  const path = `/api/endpoints${fails === 'dry run' ? '?dry_run=true' : ''}`;
  const headers = { 'x-credito': tokens[from] ?? tokens[0] ?? 'cred_none' };
  const calls = how.owners.map((index) =>
    till.service.call('POST', path, { token: owners[index]?.token ?? '', body, headers }),
  );
  return Promise.all(calls);
}

async function removed({ owners }: World, index: number): Promise<void> {
  const owner = owners[index] as Person;
  const { json } = await owner.call('GET', '/api/endpoints');
  const id = json['endpoints']?.[0]?.id;
  if (id !== undefined) await owner.remove(id);
}

async function lived(world: World, { step: what, weather: how }: Turn): Promise<void> {
  const isHit = (_: string, before: number) => (how?.isLasting ? before >= how.at : before === how?.at);
  const table = how && failTable(till.service, isHit, { answerLost: how.answerLost });
  const end = () => table?.end();
  if (what.kind === 'spend') await spent(world, what).finally(end);
  if (what.kind === 'remove') await removed(world, what.owner).finally(end);
  if (what.kind !== 'buy') return;
  const call = await bought(world, what);
  await call?.().finally(end);
  end();
  if (!call) return;
  const done = await repeated(till, call);
  expect(done.status).toBe(201);
  if (!done.json['topped_up']) world.tokens.push(done.json['token']);
}

it(
  'no balance is ever negative, each is the sum of its ledger, and what is charged is granted',
  { timeout: rounds(60_000, 600_000) },
  async () => {
    await fc.assert(
      fc.asyncProperty(life, async (steps) => {
        const world: World = { owners: [await fullGuest(till), await fullGuest(till)], tokens: [] };
        for (const each of steps) await lived(world, each);
        till.service.clock.advance(PAST_ALL_SEC);
        await till.service.check();

        const { faults, ...books } = creditBooks(await wholeTable(till.service));

        expect(faults).toEqual([]);
        expect(books.bought).toBe(Number(till.chain.paidTo(PAY_TO)));
        expect([books.charged, books.granted]).toEqual([books.spent, books.spent]);
      }),
      { seed: 20_270_301, numRuns: rounds(6, 60) },
    );
    // Else nothing was tried.
    expect(creditBooks(await wholeTable(till.service)).spent).toBeGreaterThan(0);
  },
);
