import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hashOf } from '../../lib/adapters/ids.ts';
import { COOKIES } from '../../lib/contract/cookies.ts';
import { getSession } from '../../lib/data/accounts/sessions.ts';
import { codeMailedTo } from '../support/browser/browser.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { complaintsOf } from '../support/browser/complaints.ts';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { totpOf } from '../support/accounts/totp.ts';

let context: BrowserContext;
let page: Page;
/** What a browser refused of the pages: scripts, forms and styles that their own policy does not allow. */
let complaints: string[];

const chromium = shared(launchChromium);
const service = shared(() => startTestService({ identity: 'own', securityHeadersBy: 'function' }));
beforeEach(async () => {
  context = await chromium.newContext();
  page = await context.newPage();
  complaints = complaintsOf(page);
});
afterEach(() => context.close());

/** A page of the service that there is, to come back to. */
const RETURN = '/api/health';

async function signIn(email: string, query = ''): Promise<void> {
  await page.goto(`${service.url}/auth/login?return=${RETURN}${query}`);
  await page.getByLabel('E-mail address').fill(email);
  await page.keyboard.press('Enter');
  await page.getByLabel('Code').waitFor();
  await page.getByLabel('Code').fill(codeMailedTo(service, email));
  await page.keyboard.press('Enter');
}

async function storedSession() {
  const cookies = await context.cookies(service.url);
  const secret = cookies.find(({ name }) => name === COOKIES.session)?.value ?? '';
  return getSession(service.core.table, hashOf(secret));
}

const isBack = () => page.waitForURL(service.url + RETURN);

it('a person signs in by the mailed code, and its writes go through', async () => {
  await signIn('ana@example.com');
  await isBack();
  const status = await page.evaluate(`(async () => {
    const { csrf } = await (await fetch('/api/auth/bootstrap')).json();
    const headers = { 'content-type': 'application/json', 'x-csrf-token': csrf };
    const body = JSON.stringify({ name: 'nightly backup', interval_sec: 300 });
    return (await fetch('/api/endpoints', { method: 'POST', headers, body })).status;
  })()`);

  expect(status).toBe(201);
  expect(complaints).toEqual([]);
  const cookies = (await context.cookies(service.url)).filter(({ name }) => name.startsWith('__Host-mm'));
  expect(cookies.map(({ httpOnly, secure, sameSite, path }) => [httpOnly, secure, sameSite, path])).toEqual([
    [true, true, 'Lax', '/'],
    [true, true, 'Lax', '/'],
  ]);
});

it('a person proves by a second factor who it is', async () => {
  await signIn('eve@example.com');
  await isBack();
  await signIn('eve@example.com', '&mfa=1');
  const key = (await page.locator('#key').textContent()) ?? '';
  await page.getByLabel('Code').fill(totpOf(key, Date.now() / 1000));
  await page.keyboard.press('Enter');
  await isBack();

  expect((await storedSession())?.mfa).toBe(true);
  expect(complaints).toEqual([]);
});
