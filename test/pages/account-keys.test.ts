import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
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

it('a person without scripts makes a key, and revokes it, by the keyboard alone', async () => {
  await using opened = await openAccount(browser, service, { javaScriptEnabled: false });
  const { page, alice } = opened;
  const keys = async () => (await alice.call('GET', '/api/account/keys')).json['keys'];

  await focusPainted(page.getByLabel('Name of the new key'));
  await page.keyboard.insertText('nightly CI');
  await page.keyboard.press('Enter');
  const secret = (await page.locator('#new-key').textContent()) ?? '';
  const [{ name, last4, active }] = await keys();
  expect([name, last4, active]).toEqual(['nightly CI', secret.slice(-4), true]);
  expect(page.url()).not.toContain(secret.slice(4, -4));

  await focusPainted(page.getByText('Revoke nightly CI'));
  for (const key of ['Enter', 'Tab', 'Enter']) await page.keyboard.press(key);
  await page.getByText('The key is revoked').waitFor();
  expect((await keys())[0].active).toBe(false);
  expect(await page.locator('#new-key').count()).toBe(0);
  expect(opened.complaints).toEqual([]);
});

it('the page with a new key has nothing that axe finds, and is no wider than a phone', async () => {
  await using opened = await openAccount(browser, service, { width: 320 });
  const { page, alice } = opened;
  await alice.submit('/account/keys', { name: 'W'.repeat(60) });
  const [{ id }] = (await alice.call('GET', '/api/account/keys')).json['keys'];
  await alice.submit('/account/keys/revoke', { id });
  await page.getByLabel('Name of the new key').fill('M'.repeat(60));
  await page.getByRole('button', { name: 'Make a key' }).click();
  await page.locator('#new-key').waitFor();
  await openAll(page);

  expect(await violationsOf(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
  expect(opened.complaints).toEqual([]);
});

it('whoever proved long ago who it is gets a way to prove it instead of the form', async () => {
  await using opened = await openAccount(browser, service);
  const { page } = opened;
  service.clock.advance(301);
  await page.reload();
  expect(await violationsOf(page)).toEqual([]);
  expect(await page.getByLabel('Name of the new key').count()).toBe(0);

  await page.getByRole('link', { name: 'Confirm that it is you' }).click();
  await page.getByLabel('E-mail address').waitFor();
});
