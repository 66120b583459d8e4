import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../support/browser/chromium.ts';
import { startTestService, type TestService } from '../support/service/service.ts';
import { openAccount, violationsOf } from './account-browser.ts';

let browser: Browser;
let service: TestService;
beforeAll(async () => {
  [browser, service] = await Promise.all([launchChromium(), startTestService({ identity: 'own' })]);
});
afterAll(async () => {
  await browser.close();
  await service.stop();
});

const TEXT = 'mk_abc <b>&amp;</b>';

/** Has the page as it is sent hold a text to be copied. */
const withText = (page: Page) =>
  page.route('**/account', async (route) => {
    const reply = await route.fetch();
    const part = '<main><p><code data-copy="example">mk_abc &lt;b&gt;&amp;amp;&lt;/b&gt;</code></p>';
    await route.fulfill({ response: reply, body: (await reply.text()).replace('<main>', part) });
  });

const copyButton = (page: Page) => page.getByRole('button', { name: 'Copy example' });

it('copies the text beside it by the keyboard, and says so', async () => {
  await using opened = await openAccount(browser, service, { before: withText, width: 360 });
  const { page, complaints } = opened;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  expect((await copyButton(page).boundingBox())?.height).toBeGreaterThanOrEqual(44);

  await copyButton(page).hover();
  await copyButton(page).focus();
  for (let times = 0; times < 2; times += 1) {
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Copied', { exact: true }).waitFor();
  }

  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(TEXT);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  expect(await violationsOf(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

it('selects the text where the browser lets no page copy, and says that', async () => {
  await using opened = await openAccount(browser, service, {
    // As in a page that did not come by https.
    before: async (page) => {
      await page.addInitScript(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`);
      await withText(page);
    },
  });
  const { page } = opened;

  await copyButton(page).click();
  await page.getByRole('status').getByText('This browser did not copy it.').waitFor();

  expect(await page.evaluate('String(getSelection())')).toBe(TEXT);
});

it('copies the text of a new key, which is in no page after that', async () => {
  await using opened = await openAccount(browser, service, { width: 360 });
  const { page, complaints } = opened;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByLabel('Name of the new key').fill('nightly CI');
  await page.getByRole('button', { name: 'Make a key' }).click();

  await page.getByRole('button', { name: 'Copy API key' }).click();
  await page.getByRole('status').getByText('Copied', { exact: true }).waitFor();

  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  const reply = await service.call('GET', '/api/endpoints', { headers: { 'x-api-key': copied } });
  expect(reply.status).toBe(200);
  expect(await violationsOf(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);

  await page.goto(`${service.url}/account`);
  expect(await page.content()).not.toContain(copied);
  expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0);
  expect(complaints).toEqual([]);
});
