import { describe, expect, it } from 'vitest';
import { newCheckedToken } from '../../../lib/adapters/accounts/checksummed-token.ts';
import { newCredit, spend } from '../../support/money/credit.ts';
import { contentsOf, expectNothingWritten, expectRefusal } from '../../support/service/refused.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

const PATH = '/api/credit';
const A_MONITOR = { sku: 'extra_endpoint', micros: 100_000 } as const;
const A_FAST_ONE = { sku: 'fast_interval', micros: 50_000 } as const;
const AT = '2027-03-01T12:00:00.000Z';

const service = shared(() => startTestService({ billingMode: 'homolog' }));

const read = (token: string, query = '') =>
  service.call('GET', PATH + query, { headers: { 'x-credito': token } });

describe('a prepaid credit', () => {
  it('is shown to whoever holds its token, with what was bought and spent', async () => {
    const { token, hash } = await newCredit(service.core.table, 5_000_000);
    await spend(service.core.table, hash, [A_MONITOR, A_MONITOR, A_FAST_ONE]);

    const shown = await read(token);

    expect([shown.status, shown.json]).toEqual([
      200,
      {
        balance_usd: 4.75,
        bought_usd: 5,
        spent_usd: 0.25,
        network: 'base-sepolia',
        created_at: AT,
        ledger: [
          {
            number: 2,
            at: AT,
            kind: 'debit',
            amount_usd: 0.25,
            what: '2 × an extra monitor (0.10 USD each), an interval or grace under the free minimum (0.05 USD)',
            balance_usd: 4.75,
          },
          {
            number: 1,
            at: AT,
            kind: 'purchase',
            amount_usd: 5,
            what: 'prepaid credit of 5.00 USD',
            balance_usd: 5,
          },
        ],
      },
    ]);
    expect(shown.headers.get('cache-control')).toBe('no-store');
    const bearer = await service.call('GET', PATH, { headers: { authorization: `Bearer ${token}` } });
    expect(bearer.json).toEqual(shown.json);
  });

  it('shows its ledger page by page', async () => {
    const { token, hash } = await newCredit(service.core.table, 1_000_000);
    for (let spent = 0; spent < 4; spent++) await spend(service.core.table, hash, [A_FAST_ONE]);
    const numbers = ({ json }: Awaited<ReturnType<typeof read>>) =>
      (json['ledger'] as { number: number }[]).map(({ number }) => number);

    const first = await read(token, '?limit=2');
    const second = await read(token, `?limit=2&cursor=${first.json['next_cursor']}`);
    const third = await read(token, `?limit=2&cursor=${second.json['next_cursor']}`);

    expect([first, second, third].map(numbers)).toEqual([[5, 4], [3, 2], [1]]);
    expect(third.json).not.toHaveProperty('next_cursor');
    expect(numbers(await read(token, `?before=${AT}`))).toEqual([]);
    const other = await newCredit(service.core.table, 10_000);
    expectRefusal(await read(other.token, `?cursor=${first.json['next_cursor']}`), {
      status: 400,
      error: 'consulta_invalida',
      names: ['cursor'],
    });
  });

  it('is kept under the hash of its token, which stands nowhere', async () => {
    const { token } = await newCredit(service.core.table, 10_000);

    expect(JSON.stringify(await contentsOf(service))).not.toContain(token);
  });
});

describe('a credit token', () => {
  it('that is unknown, mistyped or missing shows nothing', async () => {
    const { token } = await newCredit(service.core.table, 10_000);
    const swapped = token.endsWith('0') ? '1' : '0';

    for (const wrong of [newCheckedToken('cred_'), token.slice(0, -1) + swapped, token.slice(5), 'cred_'])
      await expectNothingWritten(service, () => read(wrong), {
        status: 401,
        error: 'credencial_invalida',
        names: ['credit token'],
      });
    expectRefusal(await service.call('GET', PATH), {
      status: 401,
      error: 'credencial_ausente',
      names: ['X-Credito', 'Authorization: Bearer'],
    });
  });

  it('acts for nobody, and no other credential opens a credit', async () => {
    const { token } = await newCredit(service.core.table, 10_000);
    const alice = await service.guest();
    const invalid = { status: 401, error: 'credencial_invalida' };
    const bearer = { headers: { authorization: `Bearer ${token}` } };

    expectRefusal(await service.call('GET', '/api/endpoints', bearer), invalid);
    expectRefusal(await service.call('GET', '/api/billing', bearer), invalid);
    expectRefusal(await alice.call('GET', PATH), { status: 401, error: 'credencial_ausente' });
    const asBearer = { headers: { authorization: `Bearer ${alice.token}` } };
    expectRefusal(await service.call('GET', PATH, asBearer), invalid);
  });

  it('does nothing beside the credential of an owner where nothing costs', async () => {
    const alice = await service.guest();
    const both = (headers: Record<string, string>) =>
      service.call('GET', '/api/endpoints', { token: alice.token, headers });

    expect((await both({ 'x-credito': newCheckedToken('cred_') })).status).toBe(200);
    expect((await both({ authorization: `Bearer ${newCheckedToken('cred_')}` })).status).toBe(200);
  });
});

it('a page is asked for as in other lists', async () => {
  const { token } = await newCredit(service.core.table, 10_000);

  for (const [query, name] of [
    ['?limit=0', 'limit'],
    ['?limit=501', 'limit'],
    ['?before=yesterday', 'before'],
    ['?cursor=x', 'cursor'],
  ] as const)
    expectRefusal(await read(token, query), { status: 400, error: 'consulta_invalida', names: [name] });
});
