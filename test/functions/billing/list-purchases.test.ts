import { describe, expect, it } from 'vitest';
import { hashOf } from '../../../lib/adapters/ids.ts';
import { eventIdOf } from '../../../lib/data/keys.ts';
import { getOwner, ownerOfGuestToken } from '../../../lib/data/owners.ts';
import type { Purchase } from '../../../lib/domain/billing/purchase.ts';
import { purchaseOf, record } from '../../support/money/bought.ts';
import { newOrganization } from '../../support/accounts/organization.ts';
import { PAYER } from '../../support/money/payment-builder.ts';
import { expectRefusal } from '../../support/service/refused.ts';
import { START_AT, startTestService, type Person } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { signedIn } from '../../support/accounts/session.ts';

const PATH = '/api/purchases';
const TRANSACTION = `0x${'7a'.repeat(32)}`;

const service = shared(startTestService);

const buy = (...purchases: Purchase[]) => record(service.core.table, ...purchases);
const homeOf = async ({ token }: Person) =>
  (await ownerOfGuestToken(service.core.table, hashOf(token)))?.spaces[0] ?? '';

type Who = { call(method: string, path: string): ReturnType<Person['call']> };
const listed = async (who: Who, query = '') => (await who.call('GET', PATH + query)).json['purchases'];
const idsOf = (purchases: { id: string }[]) => purchases.map(({ id }) => id);

describe('a purchase', () => {
  it('says what was paid, by whom and where it is seen', async () => {
    const alice = await service.guest();
    const spaceId = await homeOf(alice);
    const items = [
      { sku: 'extra_endpoint', count: 2, micros: 100_000 },
      { sku: 'fast_interval', count: 1, micros: 123_456 },
    ] as const;
    const bought = purchaseOf({ spaceId, items, totalMicros: 323_456 });
    await buy(bought);

    expect((await alice.call('GET', PATH)).json).toEqual({
      purchases: [
        {
          id: bought.id,
          at: '2027-03-01T12:00:00.000Z',
          items: [
            { sku: 'extra_endpoint', what: 'an extra monitor', count: 2, price_usd: 0.1 },
            {
              sku: 'fast_interval',
              what: 'an interval or grace time below the free minimum',
              count: 1,
              price_usd: 0.123456,
            },
          ],
          total_usd: 0.323456,
          paid_with: 'x402',
          network: 'base',
          transaction: TRANSACTION,
          explorer: `https://basescan.org/tx/${TRANSACTION}`,
          payer: PAYER,
          rehearsal: false,
        },
      ],
    });
  });

  it.each([
    [
      'on the test network is seen there',
      purchaseOf({
        chain: { network: 'base-sepolia', transaction: TRANSACTION, payer: PAYER, isRehearsal: false },
      }),
      { network: 'base-sepolia', explorer: `https://sepolia.basescan.org/tx/${TRANSACTION}` },
    ],
    [
      'of a rehearsal is seen nowhere',
      purchaseOf({
        chain: { network: 'base-sepolia', transaction: TRANSACTION, payer: PAYER, isRehearsal: true },
      }),
      { network: 'base-sepolia', transaction: TRANSACTION, explorer: null, payer: PAYER, rehearsal: true },
    ],
    [
      'from credit is on no chain',
      purchaseOf({ by: 'credit', chain: null }),
      {
        paid_with: 'credit',
        network: null,
        transaction: null,
        explorer: null,
        payer: null,
        rehearsal: false,
      },
    ],
    [
      'of credit says so',
      purchaseOf({
        items: [{ sku: 'prepaid_credit', count: 1, micros: 5_000_000 }],
        totalMicros: 5_000_000,
      }),
      { items: [{ sku: 'prepaid_credit', what: 'prepaid credit', count: 1, price_usd: 5 }], total_usd: 5 },
    ],
  ])('%s', async (_what, bought, shown) => {
    const alice = await service.guest();
    await buy({ ...bought, spaceId: await homeOf(alice) });

    expect(await listed(alice)).toMatchObject([shown]);
  });
});

describe('the list', () => {
  it('is empty before anything was paid', async () => {
    expect((await (await service.guest()).call('GET', PATH)).json).toEqual({ purchases: [] });
  });

  it('is of all spaces of an account together, newest first, page after page', async () => {
    const ana = await signedIn(service);
    const guest = await service.guest();
    const claimed = await homeOf(guest);
    const [home = ''] = ana.account.spaces;
    const bought = Array.from({ length: 6 }, (_, index) =>
      purchaseOf({ spaceId: index % 2 === 0 ? home : claimed, at: START_AT - index * 1_000 }),
    );
    await buy(...bought);
    expect(await listed(ana)).toHaveLength(3);
    const claim = await ana.call('POST', '/api/auth/claim', { guest_token: guest.token });
    expect(claim.status).toBe(200);

    const pages: string[][] = [];
    for (let query: string | undefined = '?limit=4'; query !== undefined;) {
      const { json } = await ana.call('GET', PATH + query);
      pages.push(idsOf(json['purchases']));
      query = json['next_cursor'] && `?limit=4&cursor=${json['next_cursor']}`;
    }

    expect(pages).toEqual([idsOf(bought.slice(0, 4)), idsOf(bought.slice(4))]);
    expect(await listed(guest)).toEqual([]);
  });

  it('begins before an instant, by when it was known to be paid', async () => {
    const alice = await service.guest();
    const spaceId = await homeOf(alice);
    const old = purchaseOf({ spaceId, at: START_AT - 5_000 });
    const late = purchaseOf({ spaceId, id: eventIdOf(START_AT - 4_000, 'a'), at: START_AT });
    await buy(old, late);

    const before = (at: number) => listed(alice, `?before=${new Date(at).toISOString()}`);
    expect(idsOf(await listed(alice))).toEqual([late.id, old.id]);
    expect(idsOf(await before(START_AT))).toEqual([old.id]);
    expect(idsOf(await before(START_AT - 5_000))).toEqual([]);
  });

  it('is of its owner alone', async () => {
    const alice = await service.guest();
    await buy(purchaseOf({ spaceId: await homeOf(alice) }), purchaseOf({ spaceId: await homeOf(alice) }));
    const bob = await service.guest();
    const { next_cursor: cursor } = (await alice.call('GET', `${PATH}?limit=1`)).json;

    expect(await listed(bob)).toEqual([]);
    expectRefusal(await bob.call('GET', `${PATH}?cursor=${cursor}`), {
      status: 400,
      error: 'consulta_invalida',
      names: ['cursor'],
    });
    expectRefusal(await service.call('GET', PATH), { status: 401, error: 'credencial_ausente' });
  });

  it('is an organization’s where its member asks for it', async () => {
    const organization = await newOrganization(service);
    const ben = await signedIn(service);
    await organization.join(ben, 'member');
    const owner = await getOwner(service.core.table, organization.id);
    const bought = purchaseOf({ spaceId: owner?.spaces[0] ?? '' });
    await buy(bought);

    const { json } = await organization.call('GET', PATH, undefined, ben);

    expect(idsOf(json['purchases'])).toEqual([bought.id]);
    expect(await listed(ben)).toEqual([]);
  });

  it.each(['limit=0', 'limit=501', 'limit=ten', 'before=yesterday', 'cursor=abc', 'cursor=', 'sku=x'])(
    'refuses ?%s',
    async (query) => {
      const reply = await (await service.guest()).call('GET', `${PATH}?${query}`);

      const [name = ''] = query.split('=');
      expectRefusal(reply, { status: 400, error: 'consulta_invalida', names: [name] });
    },
  );

  it('has as many as a page may have', async () => {
    const alice = await service.guest();
    const spaceId = await homeOf(alice);
    await buy(...Array.from({ length: 102 }, (_, index) => purchaseOf({ spaceId, at: START_AT - index })));

    expect(await listed(alice)).toHaveLength(100);
    expect(await listed(alice, '?limit=500')).toHaveLength(102);
  });
});
