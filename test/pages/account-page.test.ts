import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/browser/chromium.ts';
import { startTestService, type TestService } from '../support/service/service.ts';
import { focusPainted, openAccount, openAll, violationsOf, type AccountOptions } from './account-browser.ts';

let browser: Browser;
let service: TestService;
beforeAll(async () => {
  [browser, service] = await Promise.all([launchChromium(), startTestService({ identity: 'own' })]);
  const { config } = service.core;
  // As with a user pool, so that its part of the page is looked at too.
  if (config.identity) config.identity = { ...config.identity, pages: 'https://people.example' };
});
afterAll(async () => {
  await browser.close();
  await service.stop();
});

const openPage = (options?: AccountOptions) => openAccount(browser, service, options);
const backgroundOf = (page: Page) => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');

describe.each([{ isSignedIn: true }, { isSignedIn: false }])('the page, $isSignedIn', (how) => {
  it('has nothing that axe finds, in both themes', async () => {
    await using opened = await openPage(how);
    await openAll(opened.page);

    expect(await violationsOf(opened.page)).toEqual([]);
    expect(opened.complaints).toEqual([]);
  });

  it('is no wider than a phone, and everything on it can be hit', async () => {
    await using opened = await openPage({ ...how, width: 320 });
    await openAll(opened.page);
    const { page } = opened;

    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
    const heights = await page
      .locator('main button, main .button, main input:not([type=hidden]), main select, main summary')
      .evaluateAll((all) =>
        all.map((each) => each.getBoundingClientRect().height).filter((height) => height > 0),
      );
    expect(heights.length).toBeGreaterThan(0);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
  });
});

it('a person without scripts changes the profile and the theme, and signs out, by the keyboard alone', async () => {
  await using opened = await openPage({ javaScriptEnabled: false });
  const { page, alice } = opened;

  await focusPainted(page.getByLabel('Name', { exact: true }));
  await page.keyboard.insertText('Ann');
  for (let fields = 3; fields > 0; fields -= 1) await page.keyboard.press('Tab');
  await page.keyboard.type('Dark');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Your profile is saved.').waitFor();

  const { json } = await alice.call('GET', '/api/account/profile');
  expect(json['profile']).toMatchObject({ name: 'Ann', theme: 'dark', revision: 2 });
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');

  await focusPainted(page.getByRole('button', { name: 'Sign out' }));
  await page.keyboard.press('Enter');
  await page.getByText('You are signed out of this browser.').waitFor();
  expect((await alice.call('GET', '/api/me')).status).toBe(401);
});

it('the theme that a person chose goes before the one of the system', async () => {
  await using opened = await openPage();
  const { page } = opened;
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await backgroundOf(page);
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await backgroundOf(page);
  expect(light).not.toBe(dark);

  await page.getByLabel('Theme').selectOption('dark');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await page.getByText('Your profile is saved.').waitFor();
  expect(await backgroundOf(page)).toBe(dark);
});

it('all sessions end by a button that has to be looked for', async () => {
  await using opened = await openPage();
  const { page, alice } = opened;
  const button = page.getByRole('button', { name: 'End all sessions and keys' });
  expect(await button.isVisible()).toBe(false);

  await page.route('https://people.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">Bye' }),
  );
  await page.getByText('End all sessions', { exact: true }).click();
  await button.click();
  // The form's policy holds nobody back from the user pool.
  await page.waitForURL(/^https:\/\/people\.example\/logout\?client_id=.*done%3Dended$/);
  expect((await alice.call('GET', '/api/me')).status).toBe(401);
  expect(opened.complaints).toEqual([]);
});
