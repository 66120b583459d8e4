import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { openConsole } from './console-browser.ts';

const service = shared(startTestService);

const focused = (page: Page) =>
  page.evaluate('`${document.activeElement.tagName} ${document.activeElement.textContent}`');

it('a screen that loads first has a heading at once, and keeps the focus and the tab with it', async () => {
  const guest = await service.guest();
  const { id } = await guest.createMonitor();
  const slow = Promise.withResolvers<void>();
  await using opened = await openConsole(service, {
    guest,
    path: '/',
    before: (page) =>
      page.route(`**/api/endpoints/${id}`, async (route) => {
        await slow.promise;
        await route.continue();
      }),
  });
  const { page } = opened;
  await page.getByRole('link', { name: 'Open the console' }).click();
  await page.getByRole('link', { name: 'nightly backup' }).press('Enter');
  await expect.poll(() => focused(page)).toBe('H1 Monitor');
  expect(await page.title()).toContain('Monitor · Rollcall');

  slow.resolve();
  await expect.poll(() => focused(page)).toBe('H1 nightly backup');
  expect(await page.title()).toContain('nightly backup · Rollcall');

  // The pages for the signed-out name the tab as well.
  await page.goBack();
  await page.goBack();
  await expect.poll(() => page.title()).toBe('Rollcall: know when a job goes silent');
  expect(opened.complaints).toEqual([]);
});
