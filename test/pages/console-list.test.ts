import type { Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { openConsole } from './console-browser.ts';
import { itThorough } from '../support/thorough.ts';

const service = shared(startTestService);

itThorough('shows what changed on the first page after the second one could not be read', async () => {
  const guest = await service.guest();
  const body = Array.from({ length: 60 }, (_, at) => `0 3 * * * job-${at}.sh`).join('\n');
  const headers = { 'content-type': 'text/plain' };
  await service.call('POST', '/api/import/crontab?apply=1', { token: guest.token, body, headers });
  const first = (await guest.call('GET', '/api/endpoints?limit=1')).json['endpoints'] as { id: string }[];
  await using opened = await openConsole(service, { guest, expected: /ERR_FAILED/ });
  const { page } = opened;
  await page.getByText('All 60 are waiting for a first ping').waitFor();

  await guest.call('PATCH', `/api/endpoints/${first[0]?.id}`, { name: 'a new name' });
  const isSecond = (url: URL) => url.searchParams.has('cursor');
  const fail = (route: Route) => route.abort();
  await page.route(isSecond, fail);
  // The browser asks anew when the network is back.
  const ask = () => page.evaluate('dispatchEvent(new Event("online"))');
  await ask();
  await page.getByText('This may be out of date').waitFor();
  await page.unroute(isSecond, fail);
  await ask();
  await page.getByText('a new name').waitFor();
  expect(opened.complaints).toEqual([]);
});

it('is where it was left, when one comes back to it', async () => {
  const guest = await service.guest();
  const body = Array.from({ length: 40 }, (_, at) => `0 3 * * * job-${at}.sh`).join('\n');
  const headers = { 'content-type': 'text/plain' };
  await service.call('POST', '/api/import/crontab?apply=1', { token: guest.token, body, headers });
  await using opened = await openConsole(service, { guest, path: '/app?q=%6Aob' });
  const { page } = opened;
  await page.getByText('All 40 are waiting for a first ping').waitFor();
  await page.evaluate('scrollTo(0, 1000)');
  await page.getByRole('link', { name: 'job-17.sh' }).click();
  await page.getByRole('heading', { level: 1, name: 'job-17.sh' }).waitFor();
  expect(await page.evaluate('scrollY')).toBe(0);

  await page.goBack();
  await page.getByRole('link', { name: 'job-17.sh' }).waitFor();
  await expect.poll(() => page.evaluate('scrollY')).toBe(1000);
  expect(opened.complaints).toEqual([]);
});
