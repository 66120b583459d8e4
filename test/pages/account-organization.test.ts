import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../support/browser/chromium.ts';
import { startTestService, type TestService } from '../support/service/service.ts';
import { signedIn, type SignedIn } from '../support/accounts/session.ts';
import { focusPainted, openAccount, openAll, violationsOf, type AccountOptions } from './account-browser.ts';

let browser: Browser;
let service: TestService;
beforeAll(async () => {
  [browser, service] = await Promise.all([launchChromium(), startTestService({ identity: 'own' })]);
});
afterAll(async () => {
  await browser.close();
  await service.stop();
});

const LONG = 'W'.repeat(80);

/** An organization of somebody, with an admin, a member and an invitation. */
async function organizationOf(owner: SignedIn, name = 'Night shift') {
  const { id } = (await owner.call('POST', '/api/organizations', { name })).json['organization'];
  const path = `/account/organizations/${id}`;
  const [ben, cy] = await Promise.all([signedIn(service), signedIn(service)]);
  for (const [who, role] of [[ben, 'admin'] as const, [cy, 'member'] as const]) {
    await owner.submit(`${path}/invitations`, { email: who.account.email, role });
    await who.submit(`${path}/join`);
  }
  await owner.submit(`${path}/invitations`, { email: 'dan@example.com', role: 'member' });
  await owner.submit(`${path}/keys`, { name: LONG.slice(0, 60) });
  return { path, ben, cy };
}

/** The account page of somebody with an organization, and with an invitation to another one. */
async function openBeside(options: AccountOptions = {}) {
  const opened = await openAccount(browser, service, { proof: { mfa: true }, ...options });
  const own = await organizationOf(opened.alice);
  const other = await signedIn(service);
  const { id } = (await other.call('POST', '/api/organizations', { name: LONG })).json['organization'];
  const invited = { email: opened.alice.account.email, role: 'admin' };
  await other.submit(`/account/organizations/${id}/invitations`, invited);
  return { ...opened, ...own };
}

async function expectFits(page: Page, width: number): Promise<void> {
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  const heights = await page
    .locator('main button, main .button, main .way, main input:not([type=hidden]), main select, main summary')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height).filter((each) => each > 0));
  expect(heights.length).toBeGreaterThan(0);
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
}

it('the pages have nothing that axe finds, in both themes, and are no wider than a phone, on and off', async () => {
  await using opened = await openBeside({ width: 360 });
  const { page, path, alice } = opened;
  for (const enabled of ['true', 'false']) {
    if (enabled === 'false') await alice.submit(`${path}/switch`, { enabled });
    for (const each of ['/account', path]) {
      await page.goto(service.url + each);
      await openAll(page);
      await expectFits(page, 360);
      expect(await violationsOf(page), `${each} ${enabled}`).toEqual([]);
    }
  }
  expect(opened.complaints).toEqual([]);
});

it('a page with a name of eighty signs is no wider than a phone', async () => {
  await using opened = await openAccount(browser, service, { width: 360 });
  const { page, alice } = opened;
  const { path } = await organizationOf(alice, LONG);
  await page.goto(service.url + path);
  await openAll(page);

  await expectFits(page, 360);
});

it('each control says whom or what it concerns', async () => {
  await using opened = await openBeside();
  const { page, path, ben, cy } = opened;
  await page.goto(`${service.url}/account`);
  for (const words of ['Accept', 'Decline'])
    await page.getByRole('button', { name: `${words} the invitation of ${LONG}` }).waitFor();

  await page.goto(service.url + path);
  await openAll(page);
  for (const { account } of [ben, cy]) {
    await page.getByLabel(`New role of ${account.email}`).waitFor();
    await page.getByRole('button', { name: `Save the role of ${account.email}` }).waitFor();
    await page.getByRole('button', { name: `remove ${account.email}` }).waitFor();
  }
  await page.getByRole('button', { name: 'Withdraw the invitation of dan@example.com' }).waitFor();
  const headings = await page.getByRole('heading').allTextContents();
  expect(headings.slice(0, 4)).toEqual(['Night shift', 'Organization', 'Members', 'Invitations']);
});

it('a person without scripts makes one, invites, changes a role and removes, by the keyboard alone', async () => {
  await using opened = await openAccount(browser, service, { javaScriptEnabled: false });
  const { page, alice } = opened;
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await focusPainted(page.getByLabel('Name of the new organization'));
  await page.keyboard.insertText('Days');
  await press('Enter');
  await page.getByText('The organization is made.').waitFor();
  const { pathname } = new URL(page.url());

  const ben = await signedIn(service);
  await focusPainted(page.getByLabel('E-mail address to invite'));
  await page.keyboard.insertText(ben.account.email);
  await press('Tab');
  await page.keyboard.type('admin');
  await press('Tab', 'Enter');
  await page.getByText('The invitation is open.').waitFor();
  await ben.submit(`${pathname}/join`);

  await page.goto(service.url + pathname);
  await focusPainted(page.getByText(`Change the role of ${ben.account.email}`));
  await press('Enter', 'Tab');
  await page.keyboard.type('member');
  await press('Tab', 'Enter');
  await page.getByText('The role is saved.').waitFor();
  const { members } = (await alice.call('GET', pathname.replace('/account/', '/api/'))).json['organization'];
  expect(members.map(({ role }: { role: string }) => role).toSorted()).toEqual(['member', 'owner']);

  await focusPainted(page.getByText(`Remove ${ben.account.email}`, { exact: true }));
  await press('Enter', 'Tab', 'Enter');
  await page.getByText('The member is removed.').waitFor();
  expect(await page.getByText(ben.account.email).count()).toBe(0);
  expect(opened.complaints).toEqual([]);
});

it('whoever is invited accepts and leaves again', async () => {
  await using opened = await openAccount(browser, service);
  const { page, alice } = opened;
  const other = await signedIn(service);
  const { path } = await organizationOf(other);
  await other.submit(`${path}/invitations`, { email: alice.account.email, role: 'member' });

  await page.reload();
  await page.getByRole('button', { name: 'Accept the invitation of Night shift' }).click();
  await page.getByText('You are in the organization.').waitFor();
  expect(await page.getByLabel('E-mail address to invite').count()).toBe(0);
  await page.getByText('Leave the organization', { exact: true }).click();
  await page.getByRole('button', { name: 'Yes, leave the organization' }).click();
  await page.getByText('You have left the organization.').waitFor();
  expect(await page.getByText('Night shift').count()).toBe(0);
  expect(opened.complaints).toEqual([]);
});

it('makes a key of an organization and copies it, and revokes it by the keyboard', async () => {
  await using opened = await openBeside({ width: 360 });
  const { page, path } = opened;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(service.url + path);
  await page.getByLabel('Name of the new key').fill('nightly CI');
  await page.getByRole('button', { name: 'Make a key' }).click();
  await page.getByRole('button', { name: 'Copy API key' }).click();
  await page.getByRole('status').getByText('Copied', { exact: true }).waitFor();
  const headers = { 'x-api-key': await page.evaluate<string>('navigator.clipboard.readText()') };
  expect((await service.call('GET', '/api/endpoints', { headers })).status).toBe(200);
  await openAll(page);
  await expectFits(page, 360);
  expect(await violationsOf(page)).toEqual([]);

  await page.getByRole('link', { name: 'I have copied it' }).click();
  await focusPainted(page.getByText('Revoke nightly CI'));
  for (const key of ['Enter', 'Tab', 'Enter']) await page.keyboard.press(key);
  await page.getByText('The key is revoked').waitFor();
  expect((await service.call('GET', '/api/endpoints', { headers })).status).toBe(401);
  expect(opened.complaints).toEqual([]);
});

it('leads whoever shows no second factor to a proof with one', async () => {
  await using opened = await openBeside({ proof: {} });
  const { page, path } = opened;
  await page.goto(service.url + path);
  expect(await page.getByLabel('Name of the new key').count()).toBe(0);
  expect(await violationsOf(page)).toEqual([]);

  await page.getByRole('link', { name: 'Confirm with your second factor' }).click();
  await page.getByLabel('E-mail address').waitFor();
});
