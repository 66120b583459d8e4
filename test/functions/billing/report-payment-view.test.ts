import { expect, it } from 'vitest';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { contentsOf } from '../../support/service/refused.ts';

const service = shared(() => startTestService({ allowLoopbackAlerts: false }));

const own = () => ({ origin: service.url, 'sec-fetch-site': 'same-origin', 'x-mm-payment-view': '1' });

it.each<[string, object, number]>([
  ['all three headers', {}, 202],
  ['another origin', { origin: 'https://shop.example' }, 204],
  ['no origin', { origin: undefined }, 204],
  ['an origin of another port', { origin: 'http://localhost:1' }, 204],
  ['a page of the same site', { 'sec-fetch-site': 'same-site' }, 204],
  ['no word of the browser', { 'sec-fetch-site': undefined }, 204],
  ['another view', { 'x-mm-payment-view': '2' }, 204],
  ['no view', { 'x-mm-payment-view': undefined }, 204],
])('a report with %s', async (_what, change, status) => {
  const before = await contentsOf(service);
  const given = Object.entries({ ...own(), ...change }).filter(([, value]) => value !== undefined);

  const reply = await service.call('POST', '/api/pagamento/aberto', { headers: Object.fromEntries(given) });

  expect([reply.status, reply.text]).toEqual([status, '']);
  expect(reply.headers.get('cache-control')).toBe('no-store');
  expect(await contentsOf(service)).toEqual(before);
});
