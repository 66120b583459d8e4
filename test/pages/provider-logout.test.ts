import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { codeMailedTo } from '../support/browser/browser.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { complaintsOf } from '../support/browser/complaints.ts';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { itThorough } from '../support/thorough.ts';

const chromium = shared(launchChromium);
const service = shared(() => startTestService({ identity: 'own', securityHeadersBy: 'function' }));

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(`${service.url}/auth/login?return=/account`);
  await page.getByLabel('E-mail address').fill(email);
  await page.keyboard.press('Enter');
  await page.getByLabel('Code').waitFor();
  await page.getByLabel('Code').fill(codeMailedTo(service, email));
  await page.keyboard.press('Enter');
  await page.waitForURL(`${service.url}/app/account`);
  // All it reads has come: what is still on its way when a sign-in replaces the session is refused.
  await page.getByRole('button', { name: 'Save reports' }).waitFor();
}

async function endAll(page: Page): Promise<void> {
  await page.goto(`${service.url}/account?tab=sign-in`);
  await page.getByRole('button', { name: 'End all sessions and keys' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End all sessions and keys' }).click();
}

it('ends the session at the issuer and comes back', async () => {
  const context = await chromium.newContext();
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  const issuer = service.core.config.identity?.issuer ?? '';
  const knowsIssuer = async () =>
    (await context.cookies(issuer)).some(({ name }) => name === '_session' && issuer !== '');
  await signIn(page, 'ana@example.com');
  // The issuer knows the browser: a sign-in asks for nothing.
  await page.goto(`${service.url}/auth/login?return=/api/health`);
  await page.waitForURL(`${service.url}/api/health`);
  expect(await knowsIssuer()).toBe(true);

  await endAll(page);
  await page.waitForURL((url) => url.origin === issuer);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${service.url}/account?done=ended`);
  await page.getByText('All sessions have ended').waitFor();

  expect(await knowsIssuer()).toBe(false);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail address').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

itThorough('comes back by itself where the issuer does not know the browser any more', async () => {
  const context = await chromium.newContext();
  const page = await context.newPage();
  const issuer = service.core.config.identity?.issuer ?? '';
  await signIn(page, 'bea@example.com');
  await context.clearCookies({ domain: new URL(issuer).hostname });

  await endAll(page);
  await page.waitForURL(`${service.url}/account?done=ended`);
  await context.close();
});
