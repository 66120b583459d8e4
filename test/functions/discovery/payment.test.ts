import { expect, it } from 'vitest';
import { operations } from '../../../lib/contract/catalogue.ts';
import { takesPayment } from '../../../lib/contract/billing/billing-note.ts';
import { billingSettingsFor } from '../../support/money/billing.ts';
import { startTestService } from '../../support/service/service.ts';
import { casesOf } from '../../support/thorough.ts';

it('says of each operation that takes a payment what it may cost, and of no other', () => {
  for (const [name, operation] of operations)
    expect([name, operation.charges !== undefined]).toEqual([name, takesPayment(operation)]);
});

it('the payment manifest names addresses without ids as resources, and all that is charged with its things', async () => {
  await using service = await startTestService({ billing: billingSettingsFor('live') });
  const { json } = await service.call('GET', '/.well-known/x402');

  expect(json).toMatchObject({ version: 1, x402Version: 1, mode: 'live', gratis: [] });
  expect(json['resources']).toEqual(
    [
      '/api/endpoints',
      '/api/import/crontab',
      '/api/import/json',
      '/api/import/healthchecks',
      '/api/import/uptime-kuma',
      '/api/import/cronitor',
      '/api/import/snitch',
      '/api/import/aws',
      '/api/channels',
      '/api/credit',
      '/api/ambientes',
    ].map((path) => service.url + path),
  );
  expect(json['operations']).toContainEqual({
    method: 'PATCH',
    path: '/api/endpoints/:id',
    skus: ['fast_interval', 'email_alert'],
  });
  expect(json['instructions']).toContain('X-PAYMENT');
});

it('what is free for now is asked for nowhere', async () => {
  const settings = billingSettingsFor('live', { gratis: 'extra_endpoint,fast_interval' });
  await using service = await startTestService({ billing: settings });
  const { json } = await service.call('GET', '/.well-known/x402');
  const { paths } = (await service.call('GET', '/openapi.json')).json;

  expect(json['gratis']).toEqual(['extra_endpoint', 'fast_interval']);
  for (const { path, skus } of json['operations'])
    expect(skus).toEqual([path === '/api/credit' ? 'prepaid_credit' : 'email_alert']);
  expect(paths['/api/credit'].post['x-payment-info'].price).toEqual({
    mode: 'dynamic',
    currency: 'USD',
    min: '0.01',
    max: '100',
  });
  expect(json['resources']).not.toContain(`${service.url}/api/import/crontab`);
  expect(paths['/api/import/crontab'].post).not.toHaveProperty('x-payment-info');
  expect(paths['/api/endpoints'].post['x-payment-info']).toEqual({
    protocols: [{ x402: {} }],
    price: { mode: 'dynamic', currency: 'USD', min: '0', max: '0.1' },
  });
});

it.each(
  casesOf<[string, Parameters<typeof startTestService>[0]]>(1, [
    ['in development', {}],
    [
      'with an unlimited allowance',
      {
        billing: billingSettingsFor('live'),
        users: { signUp: 'open', guests: 'on', publicPages: 'off', allowance: 'unlimited' } as const,
      },
    ],
  ]),
)('%s no call is answered 402, so none is named', async (_what, options) => {
  await using service = await startTestService(options);
  const { json } = await service.call('GET', '/.well-known/x402');

  expect([json['resources'], json['operations']]).toEqual([[], []]);
  expect((await service.call('GET', '/openapi.json')).text).not.toContain('x-payment-info');
});
