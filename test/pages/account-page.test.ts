import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COOKIES } from '../../lib/contract/cookies.ts';
import { launchChromium } from '../support/chromium.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signedIn } from '../support/session.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser: Browser;
let service: TestService;
beforeAll(async () => {
  [browser, service] = await Promise.all([launchChromium(), startTestService({ identity: 'own' })]);
});
afterAll(async () => {
  await browser.close();
  await service.stop();
});

interface Options {
  javaScriptEnabled?: boolean;
  isSignedIn?: boolean;
  width?: number;
}

/** The account page in a browser, with everything that must not happen written down in `complaints`. */
async function openPage({ isSignedIn = true, width = 1024, ...options }: Options = {}) {
  const alice = await signedIn(service);
  const context = await browser.newContext({ viewport: { width, height: 800 }, ...options });
  // By their own scheme, since Chromium sets no secure cookie of a plain address from outside.
  const url = service.url.replace('http:', 'https:');
  const cookie = (name: string, value: string) => ({ name, value, url, httpOnly: true });
  const { browser: own, session } = alice.secrets;
  if (isSignedIn) await context.addCookies([cookie(COOKIES.browser, own), cookie(COOKIES.session, session)]);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${service.url}/account`);
  return { page, alice, complaints, [Symbol.asyncDispose]: () => context.close() };
}

async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await page.evaluate<AxeResults>('axe.run({ resultTypes: ["violations"] })');
    found.push(...violations.map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes[0]?.html}`));
  }
  return found;
}

const backgroundOf = (page: Page) => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');

/** A page that is not painted yet takes no keys; to be hovered over, a part of it has to be. */
async function focusPainted(part: Locator): Promise<void> {
  await part.hover();
  await part.focus();
}

/** Opens whatever can be opened, so that it is looked at too. */
const openAll = (page: Page) =>
  page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');

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
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
    expect(heights.length).toBeGreaterThan(0);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
  });
});

it('a person without scripts changes the profile and the theme, and signs out, by the keyboard alone', async () => {
  await using opened = await openPage({ javaScriptEnabled: false });
  const { page, alice } = opened;

  await focusPainted(page.getByLabel('Name'));
  await page.keyboard.insertText('Ann');
  for (let fields = 3; fields > 0; fields -= 1) await page.keyboard.press('Tab');
  await page.keyboard.type('Dark');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Your profile is saved.').waitFor();

  const { json } = await alice.call('GET', '/api/account/profile');
  expect(json['profile']).toMatchObject({ name: 'Ann', theme: 'dark', revision: 2 });
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await page.locator('html').getAttribute('class')).toBe('dark');

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

  await page.getByText('End all sessions', { exact: true }).click();
  await button.click();
  await page.getByText('All sessions have ended').waitFor();
  expect((await alice.call('GET', '/api/me')).status).toBe(401);
  expect(opened.complaints).toEqual([]);
});
