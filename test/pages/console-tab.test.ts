import { expect, it } from 'vitest';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { openConsole } from './console-browser.ts';

const service = shared(startTestService);

it('the tab tells what is late on every screen, and nothing where that is not known', async () => {
  const guest = await service.guest();
  const made = await guest.createMonitor({ name: 'payroll' });
  await service.call('GET', `/in/${made['id']}`);
  const path = `/app/monitors/${made['id']}`;
  await using opened = await openConsole(service, { guest, path, expected: /ERR_FAILED/ });
  const { page } = opened;
  const icon = () => page.locator('link[rel=icon]').getAttribute('href');
  await expect.poll(() => page.title()).toBe('payroll · Rollcall');
  const fine = await icon();

  service.clock.advance(400);
  // The browser asks anew when the network is back.
  const ask = () => page.evaluate('dispatchEvent(new Event("online"))');
  await ask();
  await expect.poll(() => page.title()).toBe('1 late · payroll · Rollcall');
  expect(await icon()).not.toBe(fine);
  expect(decodeURIComponent((await icon()) ?? '')).toContain('#b3261e');
  await page.getByRole('link', { name: 'Billing' }).click();
  await expect.poll(() => page.title()).toBe('1 late · Billing · Rollcall');

  await page.route('**/api/**', (route) => route.abort());
  await ask();
  await expect.poll(() => page.title()).toBe('Billing · Rollcall');
  await page.unroute('**/api/**');
  await service.call('GET', `/in/${made['id']}`);
  await ask();
  await expect.poll(icon).toBe(fine);
  expect(await page.title()).toBe('Billing · Rollcall');
  expect(opened.complaints).toEqual([]);
});
