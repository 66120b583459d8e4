import { expect, it, vi } from 'vitest';
import { readDayCounts } from '../../../lib/data/statistics/day-counts.ts';
import { STRANGERS_WELCOME } from '../../../lib/domain/accounts/users.ts';
import { dayOf } from '../../../lib/domain/calendar.ts';
import type { Counts } from '../../../lib/domain/statistics/counted.ts';
import { legacy, post } from '../../support/service/mcp.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

const service = shared(() => {
  const users = { ...STRANGERS_WELCOME, publicPages: 'on' } as const;
  return startTestService({ users, countsCalls: true });
});

const counts = async (): Promise<Counts> => {
  const today = dayOf(service.clock.now());
  return (await readDayCounts(service.core.table, today, today))[0]?.counts ?? {};
};
const get = (path: string) => service.call('GET', path, { headers: { 'user-agent': 'curl/8' } });

it('each area counts its calls, refused ones too, but pings, readings, visits and pages', async () => {
  const id = '0'.repeat(26);
  await get(`/in/${id}`);
  await get('/account');
  await service.call('POST', '/api/visit', { body: { p: '/' } });
  await get('/api/metrics');
  expect(Object.keys(await counts()).filter((name) => name.startsWith('calls'))).toEqual([]);

  await get('/api/templates');
  await get(`/api/endpoints/${id}/alerts`);
  await get('/api/me');
  await get('/api/billing');
  await get('/api/ambientes');
  await get('/api/coletas');
  await service.call('POST', '/api/contact', { body: {}, headers: { 'user-agent': 'curl/8' } });
  await get('/s/0000.json');
  await get('/api/health');

  const all = { calls_machine: 9, calls_at_api: 7, calls_at_feed: 1, calls_at_documents: 1 };
  await vi.waitFor(async () => expect(await counts()).toMatchObject(all), { timeout: 10_000 });
  expect(service.logged).not.toContain('calls_not_counted');
});

it('a tool of an agent is a call of an agent, whatever it says it is', async () => {
  const before = await counts();
  const params = { name: 'createGuest', arguments: {} };
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0' };
  await post(service, legacy('tools/call', params), { headers });

  const more = { calls_agent: 1, calls_at_mcp: 1 };
  await vi.waitFor(async () => expect(await counts()).toEqual({ ...before, ...more }), { timeout: 10_000 });
});
