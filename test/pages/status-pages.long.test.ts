import { expect, it } from 'vitest';
import { violationsOf } from '../support/browser/axe.ts';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { openConsole } from './console-browser.ts';

const service = shared(startTestService);

const LONG = `نسخ احتياطي 👩🚀 ${'one-name-that-no-line-can-break'.repeat(2)}`.slice(0, 80);
const WIDTHS = [320, 390, 768, 1280, 1920];

it('a page is made in the console, shows its monitors alone, and fits every screen in both themes', async () => {
  await service.check();
  const guest = await service.guest();
  const { id } = await guest.createMonitor({ name: 'nightly backup', tags: ['db'], interval_sec: 3_600 });
  await guest.createMonitor({ name: LONG, tags: ['web'] });
  await guest.createMonitor({ name: 'internal', tags: ['own'] });
  await service.ping(id);
  service.clock.advance(7_200);
  await service.check();
  await using opened = await openConsole(service, { guest, path: '/app/status' });
  const { page } = opened;
  await page.getByRole('textbox', { name: 'Title' }).fill('Acme jobs');
  await page.getByRole('textbox', { name: 'Note' }).fill('Of the night.\nAsk ops.');
  for (const tag of ['web', 'db']) await page.getByRole('button', { name: tag, exact: true }).click();
  await page.getByRole('button', { name: 'Create page' }).click();
  const own = page.getByRole('region', { name: 'Acme jobs' });
  await own.getByText('Shows monitors tagged db or web.').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  const href = (await own.getByRole('link', { name: 'Open' }).getAttribute('href')) ?? '';

  await page.goto(service.url + new URL(href).pathname);
  await page.getByRole('heading', { level: 1, name: '1 of 2 is late' }).waitFor();
  expect(await page.locator('h2').allTextContents()).toEqual(['Now 1', 'db 1', 'web 1', 'Past incidents']);
  expect(await page.getByText('internal').count()).toBe(0);
  const bars = page.getByRole('img', { name: /^Up 50 % of the last day, down on 2027-03-01 for 1 h$/ });
  expect(await bars.count()).toBe(1);
  expect(await violationsOf(page)).toEqual([]);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  }
  await page.getByRole('link', { name: 'For a screen on a wall' }).click();
  await page.getByText('Acme jobs').waitFor();
  expect(opened.complaints).toEqual([]);
});
