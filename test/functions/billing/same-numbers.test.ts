import { expect, it } from 'vitest';
import type { BillingSettings } from '../../../lib/domain/billing/billing-settings.ts';
import { billingSettingsFor } from '../../support/money/billing.ts';
import { startTestService, type Reply, type TestService } from '../../support/service/service.ts';
import { x402Body } from '../../support/money/x402-body.ts';

const TUNED: Partial<BillingSettings> = {
  prices: 'extra_endpoint=0.123456,fast_interval=7,email_alert=0.001',
  freeAllowance: 'max_endpoints=1,min_interval_sec=600,email_alerts=0',
};

/** What each thing costs by a real call that asks for one more of it; what is free for now is not asked for. */
async function askedFor(service: TestService): Promise<Record<string, Reply>> {
  const { json } = await service.call('GET', '/api/billing');
  const slow = json['free_min_interval_sec'] as number;
  const crowded = await service.guest();
  for (let made = 0; made < json['free_max_endpoints']; made++)
    await crowded.createMonitor({ interval_sec: slow });
  const mailed = await service.guest();
  for (let made = 0; made < json['free_email_alerts']; made++)
    await mailed.createMonitor({ interval_sec: slow, alert_to: 'a@example.com' });
  const { key } = (await crowded.call('GET', '/api/ingest-key')).json;
  const one = { name: 'n', interval_sec: slow };
  const fresh = await service.guest();
  return {
    extra_endpoint: await crowded.call('POST', '/api/endpoints', one),
    by_key: await service.call('GET', `/in/${key}/job?interval=${slow}`),
    fast_interval: await fresh.call('POST', '/api/endpoints', { ...one, interval_sec: slow - 1 }),
    email_alert: await mailed.call('POST', '/api/endpoints', { ...one, alert_to: 'b@example.com' }),
  };
}

/** What of an operation the OpenAPI document says that it may cost. */
async function paymentInfoOf(service: TestService): Promise<Record<string, unknown>> {
  const { json } = await service.call('GET', '/openapi.json');
  const items = Object.values(json['paths']) as Record<string, Record<string, unknown>>[];
  const described = items.flatMap((item) => Object.values(item));
  return Object.fromEntries(
    described.flatMap((each) => {
      const { price } = (each['x-payment-info'] ?? {}) as { price?: unknown };
      return price === undefined ? [] : [[String(each['operationId']), price]];
    }),
  );
}

it.each<[string, BillingSettings]>([
  ['live billing as the specification has it', billingSettingsFor('live')],
  [
    'live billing on the test network, tuned',
    billingSettingsFor('live', { ...TUNED, payNetwork: 'base-sepolia' }),
  ],
  ['a rehearsal, tuned', billingSettingsFor('homolog', TUNED)],
])('402, billing, pricing, index, list, x402 and OpenAPI say the same in %s', async (_what, settings) => {
  await using service = await startTestService({ billing: settings });
  const of = async (path: string) => (await service.call('GET', path)).json;
  const [manifest, billing, pricing, { quota }] = [
    await of('/.well-known/x402'),
    await of('/api/billing'),
    await of('/api/pricing'),
    await of('/api/'),
  ];
  const { by_key: byKey, ...asked } = await askedFor(service);

  for (const [sku, reply] of Object.entries(asked)) {
    const [option] = x402Body.parse(reply.json).accepts;
    const price = pricing['prices'].find((each: { sku: string }) => each.sku === sku);
    const paid = quota.paid.find((each: { o_que: string }) => each.o_que === sku);

    expect([reply.status, option?.maxAmountRequired]).toEqual([402, price.amount]);
    expect(manifest['prices'][sku]).toEqual({ price_usd: price.price_usd, amount: price.amount });
    expect(manifest['resources']).toContain(option?.resource);
    expect(option).toMatchObject({
      network: billing['network'],
      payTo: billing['pay_to'],
      asset: billing['asset_address'],
    });
    expect(billing['prices'][`${sku}_usd`]).toBe(price.price_usd);
    expect(paid.price_usd).toBe(price.price_usd);
    expect(Number(price.amount)).toBe(Math.round(price.price_usd * 1_000_000));
  }
  expect(byKey?.json['accepts'][0].maxAmountRequired).toBe(
    asked['extra_endpoint']?.json['accepts'][0].maxAmountRequired,
  );
  for (const field of ['network', 'chain_id', 'asset', 'asset_address', 'pay_to', 'facilitator', 'homolog'])
    expect(manifest[field], field).toEqual(billing[field]);
  const { extra_endpoint_usd: extra, fast_interval_usd: fast, email_alert_usd: mailed } = billing['prices'];
  const usd = (...prices: number[]) =>
    String(prices.reduce((sum, each) => sum + Math.round(each * 1e6), 0) / 1e6);
  const upTo = (max: string) => ({ mode: 'dynamic', currency: 'USD', min: '0', max });
  expect(await paymentInfoOf(service)).toMatchObject({
    createMonitor: upTo(usd(extra, fast, mailed)),
    patchMonitor: upTo(usd(fast, mailed)),
    takeProposal: upTo(usd(fast)),
  });
  expect(quota.free.map((each: { limite: number }) => each.limite)).toEqual([
    billing['free_max_endpoints'],
    billing['free_min_interval_sec'],
    billing['free_email_alerts'],
  ]);
  expect(pricing['quota']).toEqual(quota);
  expect(pricing['network']).toBe(billing['network']);
  expect(quota.live).toBe(`${service.url}/api/billing`);
  const { usage: _usage, ...listed } = (await (await service.guest()).call('GET', '/api/endpoints')).json[
    'billing'
  ];
  expect(listed).toEqual(billing);
});
