import { describe, expect, it } from 'vitest';
import { PAY_TO } from '../../support/money/billing.ts';
import { expectNothingWritten } from '../../support/service/refused.ts';
import { startTestService, type Person, type Reply } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { paymentRequired } from '../../../lib/contract/billing/paying-document.ts';
import { x402Body } from '../../support/money/x402-body.ts';

const live = shared(() => startTestService({ billingMode: 'live' }));
const dev = shared(startTestService);

const create = (person: Person, fields: Record<string, unknown> = {}) =>
  person.call('POST', '/api/endpoints', { name: 'n', interval_sec: 300, ...fields });

async function createMany(person: Person, count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await person.createMonitor();
}

const PAYMENT = { status: 402, error: 'pagamento_necessario' };

describe('the free allowance in live billing', () => {
  it('is ten monitors per owner; the eleventh answers 402 with a way to pay', async () => {
    const alice = await live.guest();
    await createMany(alice, 10);
    let refused: Reply | undefined;

    await expectNothingWritten(live, async () => (refused = await create(alice)), {
      ...PAYMENT,
      names: ['monitor', '0.10 USD'],
    });

    expect(x402Body.parse(refused?.json).accepts[0]).toMatchObject({
      network: 'base',
      payTo: PAY_TO,
      maxAmountRequired: '100000',
      resource: `${live.url}/api/endpoints`,
    });
    const bob = await live.guest();
    expect((await create(bob)).status).toBe(201);
  });

  it('holds under twenty simultaneous creations: exactly ten go through', async () => {
    const alice = await live.guest();

    const replies = await Promise.all(Array.from({ length: 20 }, () => create(alice)));

    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([
      ...Array.from({ length: 10 }, () => 201),
      ...Array.from({ length: 10 }, () => 402),
    ]);
    expect(await alice.monitors()).toHaveLength(10);
  });

  it.each([
    ['an interval of 89 s', { interval_sec: 89 }],
    ['an interval of 30 s', { interval_sec: 30 }],
    ['a schedule with a grace of 89 s', { interval_sec: undefined, cron: '0 * * * *', grace_sec: 89 }],
  ])('asks 0.05 USD for %s', async (_what, fields) => {
    const alice = await live.guest();

    await expectNothingWritten(live, () => create(alice, fields), {
      ...PAYMENT,
      names: ['interval', '0.05 USD'],
    });
  });

  it.each([
    ['an interval of 90 s', { interval_sec: 90 }],
    ['a schedule with a grace of 90 s', { interval_sec: undefined, cron: '0 * * * *', grace_sec: 90 }],
  ])('is not used up by %s', async (_what, fields) => {
    expect((await create(await live.guest(), fields)).status).toBe(201);
  });

  it('has one e-mail registration; the second costs 0.10 USD', async () => {
    const alice = await live.guest();
    expect((await create(alice, { alert_to: 'alice@example.com' })).status).toBe(201);

    await expectNothingWritten(live, () => create(alice, { alert_to: 'alice@example.com' }), {
      ...PAYMENT,
      names: ['e-mail', '0.10 USD'],
    });
  });

  it('adds up what one call would cost', async () => {
    const alice = await live.guest();
    await createMany(alice, 10);

    const { json } = await create(alice, { interval_sec: 60 });

    expect(json['accepts'][0]).toMatchObject({ maxAmountRequired: '150000' });
  });

  it('asks for a shorter interval by patch, and the old one stays', async () => {
    const alice = await live.guest();
    const { id } = await alice.createMonitor();

    await expectNothingWritten(live, () => alice.patch(id, { interval_sec: 60 }), PAYMENT);
    expect((await alice.patch(id, { interval_sec: 90 })).status).toBe(200);
  });

  it('asks for a second e-mail registration by patch, and gives it back with null', async () => {
    const alice = await live.guest();
    const first = await alice.createMonitor({ alert_to: 'alice@example.com' });
    const second = await alice.createMonitor();
    const patch = (id: string, alertTo: string | null) => alice.patch(id, { alert_to: alertTo });

    await expectNothingWritten(live, () => patch(second['id'], 'alice@example.com'), PAYMENT);
    expect((await patch(first['id'], 'other@example.com')).status).toBe(200);
    expect((await patch(first['id'], null)).status).toBe(200);
    expect((await patch(second['id'], 'alice@example.com')).status).toBe(200);
  });

  it('names the way to an answer and no id or key of it, to pages of other sites too', async () => {
    const alice = await live.guest();
    const { id } = await alice.createMonitor();
    const { key } = (await alice.call('GET', '/api/ingest-key')).json;
    const replies = {
      '/api/endpoints/:id': await alice.patch(id, { interval_sec: 60 }),
      '/api/endpoints/by-slug/:slug': await alice.call('PUT', '/api/endpoints/by-slug/job', {
        interval_sec: 60,
      }),
      '/in/:ingestKey/:slug': await live.call('GET', `/in/${key}/job?interval=60`),
    };

    for (const [path, reply] of Object.entries(replies)) {
      expect(reply.status).toBe(402);
      expect(x402Body.parse(reply.json).accepts[0]?.resource).toBe(live.url + path);
      expect(paymentRequired.safeParse(reply.json).error).toBeUndefined();
      expect(reply.text).not.toContain(id);
      expect(reply.text).not.toContain(key);
      expect(reply.headers.get('cache-control')).toBe('no-store');
      expect(reply.headers.get('access-control-allow-origin')).toBe('*');
      expect(reply.headers.get('access-control-expose-headers')).toContain('X-PAYMENT-RESPONSE');
    }
    const preflight = await live.call('OPTIONS', '/api/endpoints');
    const allowed = preflight.headers.get('access-control-allow-headers');
    for (const name of [
      'X-PAYMENT',
      'X-Homolog-Credential',
      'Access-Control-Expose-Headers',
      'X-Guest-Token',
    ])
      expect(allowed).toContain(name);
  });

  it('looks at the rules before the price', async () => {
    const alice = await live.guest();

    expect((await create(alice, { interval_sec: 60, name: '' })).status).toBe(400);
  });
});

describe('the free allowance in development billing', () => {
  it('lets the eleventh monitor through and says what it would have cost', async () => {
    const alice = await dev.guest();
    await createMany(alice, 10);

    const { status, json } = await create(alice);

    expect(status).toBe(201);
    expect(json['billing']).toMatchObject({
      mode: 'dev',
      charges: [{ sku: 'extra_endpoint', price_usd: 0.1 }],
    });
    expect(json['billing']['note']).toContain('nothing was charged');
  });

  it('says nothing about money while the allowance lasts', async () => {
    const alice = await dev.guest();

    expect((await create(alice)).json).not.toHaveProperty('billing');
  });

  it('says so for a fast interval by patch too', async () => {
    const alice = await dev.guest();
    const { id } = await alice.createMonitor();

    const { status, json } = await alice.patch(id, { interval_sec: 60 });

    expect(status).toBe(200);
    expect(json['billing']).toMatchObject({ charges: [{ sku: 'fast_interval', price_usd: 0.05 }] });
  });
});
