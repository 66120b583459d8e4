import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COOKIES } from '../../lib/contract/cookies.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { startTestService, type TestService } from '../support/service/service.ts';
import { focusPainted, openAccount, openAll, violationsOf } from './account-browser.ts';

let browser: Browser;
let service: TestService;
beforeAll(async () => {
  [browser, service] = await Promise.all([launchChromium(), startTestService({ identity: 'own' })]);
});
afterAll(async () => {
  await browser.close();
  await service.stop();
});

it('a person without scripts takes in what the browser made, by the keyboard alone', async () => {
  const guest = await service.guest();
  await guest.createMonitor();
  await using opened = await openAccount(browser, service, { javaScriptEnabled: false, width: 360 });
  const { page, alice } = opened;
  const url = service.url.replace('http:', 'https:');
  await page.context().addCookies([{ name: COOKIES.guest, value: guest.token, url, httpOnly: true }]);
  await page.reload();

  await focusPainted(page.getByRole('button', { name: 'Take them into your account' }));
  await page.keyboard.press('Enter');
  await page.getByText('Now yours: 1 monitor.').waitFor();
  expect((await alice.call('GET', '/api/endpoints')).json['endpoints']).toHaveLength(1);
  expect(opened.complaints).toEqual([]);
});

it('the forms of a claim have nothing that axe finds, and are no wider than a phone', async () => {
  const guest = await service.guest();
  await guest.createMonitor();
  await using opened = await openAccount(browser, service, { width: 320 });
  const { page } = opened;
  await openAll(page);
  await page.getByLabel('Guest token').fill(guest.token);
  await page.getByRole('button', { name: 'Take them in', exact: true }).click();
  await page.getByText('Now yours: 1 monitor.').waitFor();
  await openAll(page);

  expect(await violationsOf(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
  expect(opened.complaints).toEqual([]);
});
