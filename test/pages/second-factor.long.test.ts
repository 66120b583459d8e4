import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { violationsOf } from '../support/browser/axe.ts';
import { codeMailedTo } from '../support/browser/browser.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { complaintsOf } from '../support/browser/complaints.ts';
import { codeNow } from '../support/accounts/second-factor.ts';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';

const EMAIL = 'ana@example.com';

const browser = shared(launchChromium);
const service = shared(() => startTestService({ identity: 'own', securityHeadersBy: 'function' }));

async function enter(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: label }).fill(text);
  await page.keyboard.press('Enter');
}

/** Answers the issuer's pages: address, mailed code, and the authenticator's where it is asked for. */
async function signIn(page: Page, key: string | null): Promise<void> {
  await enter(page, 'E-mail address', EMAIL);
  await page.getByText('A code of six digits was mailed').waitFor();
  await enter(page, 'Code', codeMailedTo(service, EMAIL));
  if (key === null) return;
  await page.getByText('Enter the code that your authenticator app shows.').waitFor();
  await enter(page, 'Code', codeNow(key));
}

/** What a wrong code is answered with. */
const isWrongCode = (status: number, path: string) => status === 400 && path === '/account/second-factor';

/** The page to set an authenticator up on, and its key; `complaints` is what the browser refused of any page. */
async function begun() {
  const context = await browser.newContext({ viewport: { width: 320, height: 700 } });
  const page = await context.newPage();
  const complaints = complaintsOf(page, isWrongCode);
  await page.goto(`${service.url}/auth/login?return=/account?tab=sign-in`);
  await signIn(page, null);
  await page.getByText('You have signed in without a second factor.').waitFor();
  await page.getByRole('link', { name: 'Set up or remove' }).click();
  await signIn(page, null);
  const key = (await page.locator('#key').textContent()) ?? '';
  return { page, key, complaints, [Symbol.asyncDispose]: () => context.close() };
}

it('the page has nothing that axe finds, and is no wider than a phone', async () => {
  await using opened = await begun();

  expect(await violationsOf(opened.page)).toEqual([]);
  expect(await opened.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
  const main = opened.page.locator('main button, main .button, main input:not([type=hidden])');
  const heights = await main.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
  expect(opened.complaints).toEqual([]);
});

it('a person sets an authenticator up, confirms with it, and removes it', async () => {
  await using opened = await begun();
  const { page, key } = opened;
  expect(await page.getByRole('link', { name: 'Open the app' }).getAttribute('href')).toContain(key);
  await enter(page, 'Code', codeNow(key, 10));
  await page.getByText('code must be the six digits').waitFor();
  await page.getByRole('link', { name: 'Try again' }).click();
  await enter(page, 'Code', codeNow(key));
  await page.getByText('Your second factor is set up.').waitFor();

  await page.getByRole('link', { name: 'Confirm with second factor' }).click();
  await signIn(page, key);
  await page.getByText('You have signed in with a second factor.').waitFor();
  await page.getByRole('link', { name: 'Set up or remove' }).click();
  await signIn(page, key);
  await page.getByRole('button', { name: 'Remove the authenticator app' }).click();
  await page.getByText('Your second factor is removed').waitFor();
  expect(opened.complaints).toEqual([]);
});
