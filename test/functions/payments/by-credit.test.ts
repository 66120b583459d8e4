import { describe, expect, it } from 'vitest';
import { newCheckedToken } from '../../../lib/adapters/accounts/checksummed-token.ts';
import { PAY_TO } from '../../support/money/billing.ts';
import { creditOf, newCredit, spend } from '../../support/money/credit.ts';
import { contentsOf, expectNothingWritten } from '../../support/service/refused.ts';
import { startTestService, type Person, type Reply } from '../../support/service/service.ts';
import { fresh, shared } from '../../support/service/shared.ts';
import { fullGuest, MONITOR, namesOf, paymentFor, slotsOf, startTill } from '../../support/money/till.ts';
import { watchingTable, type TableCall } from '../../support/table/watching-table.ts';
import { itThorough } from '../../support/thorough.ts';

const till = shared(startTill);
const alice = fresh(() => fullGuest(till));

/** A call of an owner that names a credit. */
function callWith(
  person: Person,
  credit: string,
  { path = '/api/endpoints', method = 'POST', body = MONITOR as unknown, headers = {} } = {},
): Promise<Reply> {
  return till.service.call(method, path, {
    token: person.token,
    body,
    headers: { 'x-credito': credit, ...headers },
  });
}

const give = (micros: number) => newCredit(till.service.core.table, micros);
const left = async (hash: string) => (await creditOf(till.service.core.table, hash)).balanceMicros;

describe('a call that names a credit', () => {
  it('is paid from it, in the ledger and among the purchases of the owner', async () => {
    const { token, hash } = await give(1_000_000);

    const made = await callWith(alice, token, { body: { ...MONITOR, interval_sec: 60 } });

    expect(made.status).toBe(201);
    expect(made.json).not.toHaveProperty('billing');
    expect(made.headers.get('x-credito-balance')).toBe('0.85');
    expect(await left(hash)).toBe(850_000);
    expect(await namesOf(alice)).toEqual(['free', 'paid']);
    expect(await slotsOf(alice)).toEqual({ endpoints: 1, fast_intervals: 1, email_alerts: 0 });
    const [bought] = (await alice.call('GET', '/api/purchases')).json['purchases'];
    expect(bought).toMatchObject({ total_usd: 0.15, paid_with: 'credit', transaction: null });
    const shown = await till.service.call('GET', '/api/credit', { headers: { 'x-credito': token } });
    expect(shown.json['ledger'][0]).toMatchObject({ kind: 'debit', amount_usd: 0.15, balance_usd: 0.85 });
  });

  it('may name it as a bearer, beside a key of its own in another header', async () => {
    const { token, hash } = await give(100_000);

    const made = await till.service.call('POST', '/api/endpoints', {
      token: alice.token,
      body: MONITOR,
      headers: { authorization: `Bearer ${token}` },
    });

    expect([made.status, await left(hash)]).toEqual([201, 0]);
  });

  it('that changes or imports is paid so too', async () => {
    const { token, hash } = await give(1_000_000);
    const [{ id }] = await alice.monitors();

    const changed = await callWith(alice, token, {
      method: 'PATCH',
      path: `/api/endpoints/${id}`,
      body: { interval_sec: 60 },
    });
    const imported = await callWith(alice, token, {
      path: '/api/import/crontab?apply=1',
      body: '0 3 * * * backup\n0 4 * * * vacuum\n',
      headers: { 'content-type': 'text/plain' },
    });

    expect([changed.status, imported.status]).toEqual([200, 200]);
    expect(await left(hash)).toBe(1_000_000 - 50_000 - 200_000);
    expect(await slotsOf(alice)).toEqual({ endpoints: 2, fast_intervals: 1, email_alerts: 0 });
  });

  it('is charged once by its Idempotency-Key', async () => {
    const { token, hash } = await give(1_000_000);
    const once = { headers: { 'idempotency-key': 'once' } };

    const first = await callWith(alice, token, once);
    const again = await callWith(alice, token, once);

    expect([again.status, again.json]).toEqual([201, first.json]);
    expect(again.headers.get('x-credito-balance')).toBe('0.9');
    expect(await left(hash)).toBe(900_000);
  });

  it('is charged nothing where nothing costs, for a dry run or a refusal', async () => {
    const { token, hash } = await give(1_000_000);
    const bob = await till.service.guest();

    expect((await callWith(bob, token)).status).toBe(201);
    const asked = await callWith(alice, token, { path: '/api/endpoints?dry_run=true' });
    expect([asked.status, asked.json['dry_run']]).toEqual([201, true]);
    expect((await callWith(alice, token, { body: { ...MONITOR, name: '' } })).status).toBe(400);
    expect(await left(hash)).toBe(1_000_000);
    expect(await namesOf(alice)).toEqual(['free']);
  });

  it('is charged nothing where it costs nothing any more when it is written', async () => {
    const { token, hash } = await give(1_000_000);
    const { table } = till.service.core;
    const [{ id }] = await alice.monitors();
    let isFirst = true;
    const before = async ({ command }: TableCall) => {
      if (command !== 'TransactWriteItemsCommand' || !isFirst) return;
      isFirst = false;
      await alice.remove(id);
      await spend(table, hash, [{ sku: 'extra_endpoint', micros: 100_000 }]);
    };

    const made = await watchingTable(till.service, { before }, () => callWith(alice, token));

    expect([made.status, made.headers.get('x-credito-balance')]).toEqual([201, null]);
    expect(await left(hash)).toBe(900_000);
    expect(await slotsOf(alice)).toEqual({ endpoints: 0, fast_intervals: 0, email_alerts: 0 });
  });

  it('and carries a payment is paid by the payment', async () => {
    const { token, hash } = await give(1_000_000);
    const before = till.chain.paidTo(PAY_TO);
    const payment = await paymentFor(till, await callWith(alice, (await give(10_000)).token));

    const made = await callWith(alice, token, { headers: { 'x-payment': payment } });

    expect(made.status).toBe(201);
    expect(till.chain.paidTo(PAY_TO) - before).toBe(100_000n);
    expect(await left(hash)).toBe(1_000_000);
  });
});

describe('a credit that cannot pay', () => {
  it('charges nothing where it holds too little, and the 402 says how much', async () => {
    const { token } = await give(50_000);

    await expectNothingWritten(till.service, () => callWith(alice, token), {
      status: 402,
      error: 'credito_insuficiente',
      names: ['0.05 USD', '0.10 USD', 'an extra monitor', '/api/credit'],
    });
    const { json } = await callWith(alice, token);
    expect(json['accepts']).toMatchObject([{ maxAmountRequired: '100000' }]);
  });

  it('is refused where it is unknown or mistyped, not passed over', async () => {
    const { token } = await give(1_000_000);

    for (const wrong of [newCheckedToken('cred_'), `${token}x`, 'credit'])
      await expectNothingWritten(till.service, () => callWith(alice, wrong), {
        status: 401,
        error: 'credencial_invalida',
        names: ['credit token', 'nothing was charged'],
      });
  });

  it('is refused where it was paid on another chain', async () => {
    const { token } = await newCredit(till.service.core.table, 1_000_000, { network: 'base' });

    await expectNothingWritten(till.service, () => callWith(alice, token), {
      status: 402,
      error: 'credito_insuficiente',
      names: ['base', 'base-sepolia'],
    });
  });

  it('is passed over in development billing', async () => {
    await using service = await startTestService();
    const { token, hash } = await newCredit(service.core.table, 1_000_000);
    const person = await service.guest();
    const body = { ...MONITOR, interval_sec: 60 };

    for (const credit of [token, newCheckedToken('cred_')]) {
      const headers = { 'x-credito': credit };
      const made = await service.call('POST', '/api/endpoints', { token: person.token, body, headers });
      expect([made.status, made.json['billing']['mode']]).toEqual([201, 'dev']);
    }
    expect((await creditOf(service.core.table, hash)).balanceMicros).toBe(1_000_000);
  });
});

describe('thirty calls at once', () => {
  const THIRTY = Array.from({ length: 30 }, (_, index) => index);

  /** The sum of what owners bought from credit. */
  async function soldFromCredit(): Promise<number> {
    const items = await contentsOf(till.service);
    return items.reduce((sum, { by, totalMicros }) => sum + (by === 'credit' ? Number(totalMicros) : 0), 0);
  }

  itThorough('of as many owners get what the credit holds, and not one more', async () => {
    const { token, hash } = await give(1_150_000);
    const owners = await Promise.all(THIRTY.map(() => fullGuest(till)));
    const before = await soldFromCredit();

    const replies = await Promise.all(owners.map((owner) => callWith(owner, token)));

    const made = replies.filter(({ status }) => status === 201);
    const refused = replies.filter(({ json }) => json['error'] === 'credito_insuficiente');
    expect([made.length, refused.length]).toEqual([11, 19]);
    expect(await creditOf(till.service.core.table, hash)).toMatchObject({
      balanceMicros: 50_000,
      spentMicros: 1_100_000,
      entries: 12,
    });
    expect((await soldFromCredit()) - before).toBe(1_100_000);
  });

  it('of one owner get what the credit holds, beside what is free', async () => {
    const { token, hash } = await give(1_000_000);
    const bob = await till.service.guest();

    const replies = await Promise.all(
      THIRTY.map((index) => callWith(bob, token, { body: { ...MONITOR, name: `job ${index}` } })),
    );

    expect(replies.filter(({ status }) => status === 201).length).toBe(11);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 402]));
    expect(await left(hash)).toBe(0);
    expect(await namesOf(bob)).toHaveLength(11);
    expect(await slotsOf(bob)).toMatchObject({ endpoints: 10 });
  });
});
