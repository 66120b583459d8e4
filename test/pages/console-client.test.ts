import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COOKIES } from '../../lib/contract/cookies.ts';
import { launchChromium } from '../support/chromium.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { openConsole } from './console-browser.ts';

let browser: Browser;
let service: TestService;
beforeAll(async () => {
  [browser, service] = await Promise.all([launchChromium(), startTestService()]);
});
afterAll(async () => {
  await browser.close();
  await service.stop();
});

const NOBODY = /401 \(Unauthorized\)/;

it('a stranger becomes a guest with the first monitor, by the keyboard alone', async () => {
  await using opened = await openConsole(browser, service, { path: '/app/new', expected: NOBODY });
  const { page, context } = opened;
  await page.getByRole('textbox', { name: 'Name' }).focus();
  await page.keyboard.type('nightly backup');
  await page.keyboard.press('Enter');

  await page.getByRole('heading', { name: 'nightly backup' }).waitFor();
  const cookies = await context.cookies();
  expect(cookies.find(({ name: each }) => each === COOKIES.guest)).toMatchObject({ httpOnly: true });
  await page.goto(`${service.url}/app`);
  await page.getByRole('cell', { name: 'nightly backup' }).waitFor();
  expect(opened.complaints).toEqual([]);
});

it('what the service refuses is said in its words, and typed text stays', async () => {
  const guest = await service.guest();
  await using opened = await openConsole(browser, service, {
    guest,
    path: '/app/new',
    expected: /400 \(Bad Request\)/,
  });
  const { page } = opened;
  await page.getByRole('textbox', { name: 'Name' }).fill('!!!');
  await page.getByRole('button', { name: 'Watch it' }).click();

  expect(await page.getByRole('alert').textContent()).toBe(
    'name must have a letter or digit in it; got "!!!".',
  );
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('!!!');
  expect(opened.complaints).toEqual([]);
});

it('a service that is down is told, and its return shows the list by itself', async () => {
  const guest = await service.guest();
  await guest.createMonitor({ name: 'nightly backup' });
  await using opened = await openConsole(browser, service, { guest, expected: /ERR_FAILED|503/ });
  const { page } = opened;
  await page.getByText('nightly backup').waitFor();
  await page.clock.install();
  await page.route('**/api/endpoints', (route) => route.abort());
  await page.reload();
  await page.getByText('The service cannot be reached.').waitFor();

  await page.unroute('**/api/endpoints');
  await page.clock.fastForward(31_000);
  await page.getByRole('cell', { name: 'nightly backup' }).waitFor();
  await page.route('**/api/endpoints', (route) =>
    route.fulfill({
      status: 503,
      headers: { 'retry-after': '90' },
      json: { error: 'indisponivel', detail: 'Later.' },
    }),
  );
  await page.clock.fastForward(31_000);
  await page.getByText('What you see may be old: Later.').waitFor();
  expect(await page.getByRole('cell', { name: 'nightly backup' }).isVisible()).toBe(true);
  expect(opened.complaints).toEqual([]);
});

it('a guest that the browser has lost is told once, and keeps what is shown', async () => {
  const guest = await service.guest();
  await guest.createMonitor({ name: 'nightly backup' });
  await using opened = await openConsole(browser, service, { guest, expected: NOBODY });
  const { page, context } = opened;
  await page.clock.install();
  await page.reload();
  await page.getByText('nightly backup').waitFor();

  await context.clearCookies();
  await page.clock.fastForward(31_000);
  await page.getByText('This browser has lost its guest').waitFor();
  expect(await page.getByText('nightly backup').isVisible()).toBe(true);
  expect(opened.complaints).toEqual([]);
});

it('moments are told by the clock of the service, where that of the machine is wrong', async () => {
  const guest = await service.guest();
  const { id } = await guest.createMonitor({ name: 'nightly backup' });
  await service.call('GET', `/in/${id}`);
  service.clock.advance(7 * 60);
  await using opened = await openConsole(browser, service, { guest });

  await opened.page.getByText('7 min ago').waitFor();
});

it('tells the tab how many are down', async () => {
  const guest = await service.guest();
  const { id } = await guest.createMonitor({ name: 'nightly backup' });
  await service.call('GET', `/in/${id}`);
  service.clock.advance(301);
  await using opened = await openConsole(browser, service, { guest });

  await opened.page.getByText('Late').waitFor();
  expect(await opened.page.title()).toBe('1 late · Monitors · Rollcall');
  const icon = await opened.page.locator('link[rel=icon]').getAttribute('href');
  expect(decodeURIComponent(icon ?? '')).toContain('#b3261e');
});
