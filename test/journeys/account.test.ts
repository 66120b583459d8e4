import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { launchChromium } from '../support/browser/chromium.ts';
import { CURL, needsCurl } from '../support/lacking.ts';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { totpOf } from '../support/accounts/totp.ts';

const run = promisify(execFile);
const ANA = 'ana@example.com';

const chromium = shared(launchChromium);
const service = shared(() => startTestService({ identity: 'own', startAt: Date.now() }));

/** What a program gets by curl: the status and the JSON that came. */
async function curl(...args: string[]) {
  const { stdout } = await run(CURL, ['-s', '-w', '\n%{http_code}', ...args]);
  const [body = '', status] = stdout.split(/\n(?=\d+$)/);
  return { status: Number(status), json: JSON.parse(body) };
}

const post = (token: string, body: object) =>
  curl('-H', `X-Guest-Token: ${token}`, '--json', JSON.stringify(body), `${service.url}/api/endpoints`);
const listedBy = (key: string) => curl('-H', `X-Api-Key: ${key}`, `${service.url}/api/endpoints`);

/** The code that was mailed last, read where the page of the issuer says it lies. */
async function mailedCode(): Promise<string> {
  const { json } = await curl(`${service.url}/_local/mail`);
  const { text } = json.messages.find(({ to }: { to: string }) => to === ANA);
  return /\b\d{6}\b/.exec(text)?.[0] ?? '';
}

/** From the issuer's page to the account, by the mailed code. */
async function proveByMail(page: Page): Promise<void> {
  await page.getByLabel('E-mail address').fill(ANA);
  await page.getByRole('button', { name: 'Mail me a code' }).click();
  await page.getByText('A code of six digits was mailed').waitFor();
  await page.getByLabel('Code').fill(await mailedCode());
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const isSignedIn = (page: Page) => page.getByText(`You are ${ANA}`).waitFor();

/** The monitors of a guest become Ana's. */
async function claim(page: Page, token: string): Promise<void> {
  await page.getByRole('tab', { name: 'Your data' }).click();
  await page.getByLabel('Guest token').fill(token);
  await page.getByRole('button', { name: 'Move guest', exact: true }).click();
  await page.getByText('Now yours: 1 monitor.').waitFor();
}

/** The text of a new key, which the page shows once. */
async function makeKey(page: Page, name: string): Promise<string> {
  await page.getByRole('tab', { name: 'API keys' }).click();
  await page.getByLabel('Name of the new key').fill(name);
  await page.getByRole('button', { name: 'Create key' }).click();
  return (await page.getByRole('region', { name: 'API key' }).textContent()) ?? '';
}

it('a guest becomes a person, whose key outlives the sign-out and not the end of all sessions', async (test) => {
  needsCurl(test);
  const { json: guest } = await curl('-X', 'POST', `${service.url}/api/guest`);
  const { json: monitor } = await post(guest.token, { name: 'nightly backup', interval_sec: 300 });
  await using context = await chromium.newContext();
  const page = await context.newPage();

  await page.goto(`${service.url}/account`);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await proveByMail(page);
  await isSignedIn(page);
  await claim(page, guest.token);
  const key = await makeKey(page, 'ci');
  const listed = await listedBy(key);
  expect(listed.json.endpoints.map(({ id }: { id: string }) => id)).toEqual([monitor.id]);

  await curl('--json', '{"advance_sec":400}', `${service.url}/_local/clock`);
  await page.goto(`${service.url}/account?tab=keys`);
  await page.getByLabel('Name of the new key').fill('later');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('link', { name: "Confirm it's you" }).click();
  await proveByMail(page);
  // What was typed is there again.
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('region', { name: 'API key' }).getByText(/^mmk_/).waitFor();
  await page.goto(`${service.url}/auth/login?mfa=1&return=/account`);
  await proveByMail(page);
  const secret = (await page.locator('#key').textContent()) ?? '';
  await page.getByLabel('Code').fill(totpOf(secret, Date.now() / 1000));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await isSignedIn(page);

  await page.getByRole('tab', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Sign out of this browser' }).click();
  await page.getByText('You are signed out of Rollcall in this browser.').waitFor();
  expect((await listedBy(key)).status).toBe(200);

  await page.getByRole('link', { name: 'Sign in' }).click();
  await isSignedIn(page);
  await page.getByRole('tab', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'End all sessions and keys' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End all sessions and keys' }).click();
  // At the issuer, which asks before it forgets the browser.
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByText('All sessions have ended').waitFor();
  expect((await listedBy(key)).status).toBe(401);
}, 60_000);
