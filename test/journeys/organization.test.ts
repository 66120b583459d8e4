import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { codeMailedTo } from '../support/browser/browser.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { CURL, needsCurl } from '../support/lacking.ts';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { totpOf } from '../support/accounts/totp.ts';

const run = promisify(execFile);
const ANA = 'ana@example.com';
const BEN = 'ben@example.com';

const chromium = shared(launchChromium);
const service = shared(() => startTestService({ identity: 'own', startAt: Date.now() }));

/** What a program gets by curl with a key: the status and the JSON that came. */
async function curl(key: string, ...args: string[]) {
  const headers = ['-H', `X-Api-Key: ${key}`];
  const { stdout } = await run(CURL, ['-s', '-w', '\n%{http_code}', ...headers, ...args]);
  const [body = '', status] = stdout.split(/\n(?=\d+$)/);
  return { status: Number(status), json: JSON.parse(body) };
}

/** From the issuer's page on, by the mailed code. */
async function proveByMail(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Mail me a code' }).click();
  await page.getByText('A code of six digits was mailed').waitFor();
  await page.getByLabel('Code').fill(codeMailedTo(service, email));
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** A person at a browser of its own, signed in on the account page. */
async function personAt(email: string): Promise<Page> {
  const context = await chromium.newContext();
  const page = await context.newPage();
  await page.goto(`${service.url}/account`);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await proveByMail(page, email);
  await page.getByText(`You are ${email}`).waitFor();
  return page;
}

/** Sets an authenticator app up on the page, and returns its key. */
async function setUpApp(page: Page, email: string): Promise<string> {
  await page.goto(`${service.url}/account?tab=sign-in`);
  await page.getByRole('link', { name: 'Set up or remove an authenticator app' }).click();
  await proveByMail(page, email);
  const key = (await page.locator('#key').textContent()) ?? '';
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(key));
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByText('Your second factor is set up.').waitFor();
  return key;
}

const codeOf = (key: string) => totpOf(key, Date.now() / 1000);

/** The names of an organization's monitors, as a page of a signed-in person gets them; the status where it does not. */
const seenBy = (page: Page, organizationId: string) =>
  page.evaluate<string[] | number>(`(async () => {
    const headers = { 'X-Organization': '${organizationId}' };
    const reply = await fetch('/api/endpoints', { headers });
    return reply.ok ? (await reply.json()).endpoints.map(({ name }) => name) : reply.status;
  })()`);

/** To whom mails go while something is done. */
async function mailedBy(work: () => Promise<unknown>): Promise<string[]> {
  const before = service.mailbox.messages().length;
  await work();
  const after = service.mailbox.messages();
  return after.slice(0, after.length - before).map(({ to, subject }) => `${to}: ${subject}`);
}

/** Ana makes an organization and invites Ben, who accepts. Returns the address of its page. */
async function makeTogether(ana: Page, ben: Page): Promise<string> {
  await ana.getByRole('tab', { name: 'Organizations' }).click();
  await ana.getByLabel('Name of the new organization').fill('Night shift');
  await ana.getByRole('button', { name: 'Create organization' }).click();
  await ana.getByLabel('E-mail address to invite').fill(BEN);
  await ana.getByRole('combobox', { name: 'Role', exact: true }).selectOption('admin');
  await ana.getByRole('button', { name: 'Invite', exact: true }).click();
  await ana.getByText('Invitation sent.').waitFor();

  await ben.goto(`${service.url}/account`);
  await ben.getByText('invites you as admin').waitFor();
  await ben.getByRole('button', { name: 'Accept the invitation of Night shift' }).click();
  // He looks at the monitors of the organization then.
  await ben.waitForURL(`${service.url}/app`);
  const acting = ben.getByLabel('Acting for');
  await expect.poll(() => acting.locator('option:checked').textContent()).toBe('As Night shift');
  // As mails and documents name it.
  return `${service.url}/account/organizations/${await acting.inputValue()}`;
}

/** Ben shows a second factor and makes a key on the page of the organization. */
async function makeKey(ben: Page, path: string): Promise<string> {
  const app = await setUpApp(ben, BEN);
  await ben.goto(path);
  await ben.getByRole('tab', { name: 'API keys' }).click();
  await ben.getByLabel('Name of the new key').fill('ci');
  await ben.getByRole('button', { name: 'Create key' }).click();
  await ben.getByRole('link', { name: "Confirm it's you" }).click();
  await proveByMail(ben, BEN);
  await ben.getByLabel('Code').fill(codeOf(app));
  await ben.getByRole('button', { name: 'Sign in' }).click();
  // Back where it was, with what was typed.
  await ben.getByRole('button', { name: 'Create key' }).click();
  return (await ben.getByRole('region', { name: 'API key' }).textContent()) ?? '';
}

it('two people look after monitors together, until one is removed and the alerts go on', async (test) => {
  needsCurl(test);
  const ana = await personAt(ANA);
  const ben = await personAt(BEN);
  const path = await makeTogether(ana, ben);
  for (const [page, other] of [
    [ana, BEN],
    [ben, ANA],
  ] as const) {
    await page.goto(path);
    await page.getByRole('heading', { name: 'Night shift' }).waitFor();
    await page.locator('.rows b', { hasText: other }).waitFor();
  }

  const key = await makeKey(ben, path);
  const body = JSON.stringify({ name: 'nightly backup', interval_sec: 300 });
  const made = await curl(key, '--json', body, `${service.url}/api/endpoints`);
  expect(made.status).toBe(201);
  await run(CURL, ['-s', `${service.url}/in/${made.json.id}`]);
  await ana.getByRole('tab', { name: 'Settings' }).click();
  const id = await ana.getByRole('region', { name: 'id of the organization' }).textContent();
  for (const page of [ana, ben]) expect(await seenBy(page, id ?? '')).toEqual(['nightly backup']);

  await ana.getByRole('tab', { name: 'People' }).click();
  await ana.getByRole('button', { name: `Remove ${BEN}` }).click();
  await ana
    .getByRole('dialog')
    .getByRole('button', { name: `Remove ${BEN}` })
    .click();
  await ana.getByText('The member is removed.').waitFor();
  expect((await curl(key, `${service.url}/api/endpoints`)).status).toBe(401);
  expect(await seenBy(ben, id ?? '')).toBe(404);
  await ben.goto(path);
  // His tab acted for it since he had accepted.
  await ben.getByRole('button', { name: 'Show my monitors' }).click();
  await ben.getByText('Organization not found').waitFor();
  await ben.goto(`${service.url}/account`);
  await ben.getByText(`You are ${BEN}`).waitFor();
  expect(await ben.getByText('Night shift').count()).toBe(0);
  expect(await seenBy(ana, id ?? '')).toEqual(['nightly backup']);

  const mailed = await mailedBy(async () => {
    service.clock.advance(400);
    await service.check();
    await service.drain();
  });
  expect(mailed).toEqual([expect.stringMatching(/^ana@example\.com: .*nightly backup/)]);
}, 90_000);
