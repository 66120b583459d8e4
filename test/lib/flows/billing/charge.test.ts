import { customerOf } from '../../../../lib/domain/billing/customer.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { hashOf } from '../../../../lib/adapters/ids.ts';
import { ownerKey, type Key } from '../../../../lib/data/keys.ts';
import { countItem, type OwnedSpace } from '../../../../lib/data/accounts/owner-counters.ts';
import { ownerOfGuestToken, type Owner } from '../../../../lib/data/owners.ts';
import { transact, type Table } from '../../../../lib/data/table.ts';
import type { Quote } from '../../../../lib/domain/billing/quote.ts';
import { NO_USAGE } from '../../../../lib/domain/billing/allowance.ts';
import { SPEC_TARIFF } from '../../../../lib/domain/billing/tariff.ts';
import { charge, type Action, type Charged } from '../../../../lib/flows/billing/charge.ts';
import { pay } from '../../../../lib/flows/billing/pay.ts';
import { decidingOwner, homeOf } from '../../../../lib/runtime/current-owner.ts';
import type { Write } from '../../../../lib/runtime/context.ts';
import { contentsOf } from '../../../support/service/refused.ts';
import { startTestService, type Person } from '../../../support/service/service.ts';
import { fresh, shared } from '../../../support/service/shared.ts';
import { tableBehind } from '../../../support/table/table-behind.ts';
import { refusal, startTableProxy, type TableProxy } from '../../../support/table/table-proxy.ts';
import { billingFor } from '../../../support/money/billing.ts';

const origins = { base: 'https://rollcall.example', ingest: 'https://ping.example' };

let proxy: TableProxy;
/** The table behind the proxy. */
let table: Table;
/** How many more transactions meet another one, and what is done first, once. */
let conflicts = 0;
let meanwhile: (() => Promise<unknown>) | null = null;
/** What the flow did, in order. */
let steps: string[] = [];

const service = shared(startTestService);
beforeAll(async () => {
  const { standIns: endpoints } = service.core.config;
  proxy = await startTableProxy(endpoints.dynamodb, async ({ operation, forward }) => {
    if (operation !== 'TransactWriteItems') return forward();
    steps.push('commit');
    const work = meanwhile;
    meanwhile = null;
    await work?.();
    if (conflicts === 0) return forward();
    conflicts -= 1;
    const { status, body } = refusal('TransactionCanceledException');
    return { status, body: { ...body, CancellationReasons: [{ Code: 'TransactionConflict' }] } };
  });
  table = tableBehind(service, proxy.url);
});
afterAll(() => proxy[Symbol.asyncDispose]());
const alice = fresh(() => service.guest());
beforeEach(() => void ([conflicts, meanwhile, steps] = [0, null, []]));

async function ownerOf(person: Person): Promise<Owner> {
  const owner = await ownerOfGuestToken(service.core.table, hashOf(person.token));
  if (!owner) throw new Error('The guest has no owner.');
  return owner;
}

async function setUsage({ id }: Owner, monitors: number): Promise<void> {
  await service.core.table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: { ...ownerKey(id) },
      UpdateExpression: 'SET monitors = :monitors',
      ExpressionAttributeValues: { ':monitors': monitors },
    }),
  );
}

const thing = (owner: Owner): Key => ({ pk: `THING#${owner.id}`, sk: 'THING' });
const hasThing = async (owner: Owner) => (await contentsOf(service)).some(({ pk }) => pk === thing(owner).pk);

const PAYS_NOTHING = {
  payment: undefined,
  credit: undefined,
  credential: undefined,
  call: () => {
    throw new Error('Nothing is paid.');
  },
};
const TERMS = { tariff: SPEC_TARIFF, isUnlimited: false, now: 0 };

const written = async <T>(charged: Charged<T>, write: Write | null) => {
  await write?.([]);
  return charged;
};

/** Makes one more thing that counts as a monitor, as an operation does; a payment is one call of the real `pay`. */
async function make(caller: Owner, billingMode: 'dev' | 'live') {
  const config = { ...service.core.config, billing: billingFor(billingMode) };
  const ctx = {
    table,
    config,
    origins,
    route: { method: 'POST' as const, path: '/api/things/:id' },
    isDryRun: false,
    now: 0,
    log: service.core.log,
    clock: service.core.clock,
    paying: PAYS_NOTHING,
  } as const;
  const settle = (quote: Quote, owned: OwnedSpace) => {
    steps.push('pay');
    return pay(ctx, quote, owned);
  };
  const decide = async (conflict: Parameters<typeof decidingOwner>[2]): Promise<Action<string>> => {
    const owner = await decidingOwner(table, caller, conflict);
    const request = { monitors: 1, emailAlerts: 0, fast: 0 };
    const owned = { ownerId: owner.id, spaceId: homeOf(owner) };
    return {
      customer: customerOf(owner, TERMS),
      owned,
      request,
      counted: (ceiling, bought) => countItem(table, owned, request, ceiling, bought),
      result: 'made',
      write: (items) =>
        transact(table, [{ Put: { TableName: table.name, Item: { ...thing(owner) } } }, ...items]),
    };
  };
  return charge(settle, decide, written);
}

describe('what is charged', () => {
  it.each(['dev', 'live'] as const)('pays once, however often its commit conflicts, in %s', async (mode) => {
    conflicts = 8;
    const owner = await ownerOf(alice);

    expect(await make(owner, mode)).toEqual({ result: 'made', charges: [], receipt: null });

    expect(steps).toEqual(['pay', ...Array.from({ length: 9 }, () => 'commit')]);
    expect(await ownerOf(alice)).toMatchObject({ monitors: 1 });
  });

  it('pays before it writes, and writes nothing when that is refused', async () => {
    await setUsage(await ownerOf(alice), 10);
    const owner = await ownerOf(alice);

    await expect(make(owner, 'live')).rejects.toMatchObject({
      code: 'pagamento_necessario',
      extra: {
        accepts: [{ resource: 'https://rollcall.example/api/things/:id', maxAmountRequired: '100000' }],
      },
    });

    expect(steps).toEqual(['pay']);
    expect(await hasThing(owner)).toBe(false);
  });

  it('is refused when its quote no longer holds after a conflict, without paying again', async () => {
    const owner = await ownerOf(alice);
    meanwhile = () => setUsage(owner, 10);

    await expect(make(owner, 'live')).rejects.toMatchObject({ code: 'pagamento_necessario' });

    expect(steps).toEqual(['pay', 'commit']);
    expect(await hasThing(owner)).toBe(false);
    expect(await ownerOf(alice)).toMatchObject({ monitors: 10 });
  });

  it('is let through in development billing when its quote no longer holds, with the note of what it costs', async () => {
    const owner = await ownerOf(alice);
    meanwhile = () => setUsage(owner, 10);

    const { charges } = await make(owner, 'dev');

    expect(charges).toMatchObject([{ sku: 'extra_endpoint' }]);
    expect(steps).toEqual(['pay', 'commit', 'commit']);
    expect(await ownerOf(alice)).toMatchObject({ monitors: 11 });
  });
});

it('what has nothing to write pays nothing', async () => {
  const settle = (): never => {
    throw new Error('Nothing is to be paid.');
  };

  expect(await charge(settle, async () => ({ done: 'known' }), written)).toEqual({
    result: 'known',
    charges: [],
    receipt: null,
  });
  expect(steps).toEqual([]);
});

/** It compiles only because it is marked as wrong. */
it('a commit without a payment of ours does not compile', async () => {
  const { commit } = await import('../../../../lib/flows/billing/charge.ts');
  const decide = async () => ({ done: 1 });
  const first: Action<number> = {
    customer: customerOf(await ownerOf(alice), TERMS),
    owned: { ownerId: 'owner', spaceId: 'space' },
    request: NO_USAGE,
    counted: () => ({}),
    result: 1,
    write: async () => {},
  };

  const unsettled = {
    cover: () => {},
    bought: () => NO_USAGE,
    rows: () => [],
    receipt: () => null,
    recheck: async () => {},
    giveAlone: async () => false,
  };

  // @ts-expect-error Only `pay` and `freeOrRefused` make one.
  const { result } = await commit(unsettled, first, decide, written);

  expect(result).toBe(1);
});
