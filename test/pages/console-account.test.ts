import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { COOKIES } from '../../lib/contract/cookies.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import { newOrganization } from '../support/accounts/organization.ts';
import { signedIn, type SignedIn, type SignInOptions } from '../support/accounts/session.ts';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { casesOf, itThorough } from '../support/thorough.ts';
import { faultsAt, faultsOf, openConsole, type ConsoleOptions } from './console-browser.ts';

const service = shared(() => startTestService({ identity: 'own' }));

async function openFor(options: ConsoleOptions & { proof?: SignInOptions['proof'] } = {}) {
  const { proof = {}, ...ofConsole } = options;
  const alice = await signedIn(service, { proof });
  const opened = await openConsole(service, { signedIn: alice, path: '/app/account', ...ofConsole });
  return { ...opened, alice };
}

const keysOf = async (who: SignedIn) => (await who.call('GET', '/api/account/keys')).json['keys'];

itThorough('a person changes its profile, and the page follows its theme', async () => {
  await using opened = await openFor();
  const { page, alice } = opened;
  await page.getByRole('textbox', { name: 'Name' }).fill('Alice');
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('America/Sao_Paulo');
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await page.getByText('Your profile is saved.').waitFor();
  const { profile } = (await alice.call('GET', '/api/account/profile')).json;
  expect(profile).toMatchObject({ name: 'Alice', timeZone: 'America/Sao_Paulo', theme: 'dark' });
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  await page.getByText('Times in America/Sao_Paulo').waitFor();
  expect(await page.getByLabel('Language').count()).toBe(0);
  expect(opened.complaints).toEqual([]);
});

itThorough('a person switches weekly reports on, and off again', async () => {
  await using opened = await openFor({ width: 390 });
  const { page, alice } = opened;
  const reports = async () => (await alice.call('GET', '/api/account/reports')).json['reports'];
  await page.getByRole('checkbox', { name: 'Weekly, on Monday' }).check();
  await page.getByRole('button', { name: 'Save reports' }).click();
  await page.getByText('Your reports are saved.').waitFor();
  await page.getByText('The next one comes').waitFor();
  expect(await reports()).toMatchObject({ weekly: true, monthly: false, to: alice.account.email });

  await page.getByRole('checkbox', { name: 'Weekly, on Monday' }).uncheck();
  await page.getByRole('button', { name: 'Save reports' }).click();
  await page.getByText('The next one comes').waitFor({ state: 'detached' });
  expect(await reports()).toMatchObject({ weekly: false, next_at: null });
  expect(opened.complaints).toEqual([]);
});

itThorough('a profile that was changed elsewhere meanwhile is not lost, nor what was typed', async () => {
  await using opened = await openFor({ expected: /409 \(Conflict\)/ });
  const { page, alice } = opened;
  await page.getByRole('textbox', { name: 'Name' }).fill('Alice');
  await alice.call('PATCH', '/api/account/profile', { theme: 'light', revision: 1 });
  await page.getByRole('button', { name: 'Save profile' }).click();
  await page.getByText('It has changed elsewhere.').waitFor();
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Alice');

  await page.getByRole('button', { name: 'Save profile' }).click();
  await page.getByText('Your profile is saved.').waitFor();
  expect((await alice.call('GET', '/api/account/profile')).json['profile'].name).toBe('Alice');
  expect(opened.complaints).toEqual([]);
});

it('a person makes a key and copies it, and revokes it by the keyboard', async () => {
  await using opened = await openFor({ path: '/app/account?tab=keys', width: 390 });
  const { page, context, alice } = opened;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('combobox', { name: 'What programs can do with it' }).selectOption('Read only');
  await page.getByRole('textbox', { name: 'Name of the new key' }).fill('nightly CI');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Copy API key' }).click();
  await page.getByText('Copied', { exact: true }).waitFor();
  const headers = { 'x-api-key': await page.evaluate<string>('navigator.clipboard.readText()') };
  expect((await service.call('GET', '/api/endpoints', { headers })).status).toBe(200);
  expect(page.url()).not.toContain(headers['x-api-key'].slice(4, -4));
  await page.getByText('Active. Read-only.').waitFor();
  expect((await keysOf(alice))[0].readOnly).toBe(true);

  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('button', { name: 'Revoke nightly CI' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke nightly CI' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('The key is revoked.').waitFor();
  await page.getByText('Ended keys (1)').waitFor();
  expect((await service.call('GET', '/api/endpoints', { headers })).status).toBe(401);
  expect((await keysOf(alice))[0].active).toBe(false);
  expect(opened.complaints).toEqual([]);
});

itThorough('a second new key leaves the text of the first, and each goes by itself', async () => {
  await using opened = await openFor({ path: '/app/account?tab=keys' });
  const { page, alice } = opened;
  for (const name of ['first', 'second']) {
    await page.getByRole('textbox', { name: 'Name of the new key' }).fill(name);
    await page.keyboard.press('Enter');
    await page.getByText(`The text of ${name} is shown only now`).waitFor();
  }
  expect(await page.getByRole('button', { name: 'Copy API key' }).count()).toBe(2);
  await page.getByRole('button', { name: 'I have copied it' }).first().click();
  await page.getByText('The text of second').waitFor({ state: 'detached' });
  await page.getByText('The text of first').waitFor();
  expect(await keysOf(alice)).toHaveLength(2);
  expect(opened.complaints).toEqual([]);
});

itThorough('a key whose answer is lost is in the list all the same', async () => {
  await using opened = await openFor({ path: '/app/account?tab=keys', expected: /ERR_FAILED/ });
  const { page } = opened;
  await page.route('**/api/account/keys/create', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('textbox', { name: 'Name of the new key' }).fill('lost');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Revoke lost' }).waitFor();
});

it('what one person typed is not shown to the next one who signs in', async () => {
  await using opened = await openFor({ path: '/app/account?tab=keys' });
  const { page, context } = opened;
  const field = page.getByRole('textbox', { name: 'Name of the new key' });
  await field.fill('of Alice');
  await page.reload();
  expect(await field.inputValue()).toBe('of Alice');

  const bob = await signedIn(service);
  const url = service.url.replace('http:', 'https:');
  await context.addCookies([{ name: COOKIES.session, value: bob.secrets.session, url, httpOnly: true }]);
  await page.reload();
  expect(await field.inputValue()).toBe('');
  expect(await page.evaluate<string>('JSON.stringify(sessionStorage)')).not.toContain('of Alice');
});

itThorough('who proved long ago who it is does so again and comes back to what was typed', async () => {
  await using opened = await openFor({
    path: '/app/account?tab=keys',
    proof: { authTime: service.core.clock.now() - 301_000 },
    expected: /401 \(Unauthorized\)|localhost|127\.0\.0\.1/,
  });
  const { page, alice } = opened;
  const field = page.getByRole('textbox', { name: 'Name of the new key' });
  await field.fill('nightly CI');
  const may = page.getByRole('combobox', { name: 'What programs can do with it' });
  await may.selectOption('Read only');
  await page.getByRole('button', { name: 'Create key' }).click();
  const way = page.getByRole('link', { name: "Confirm it's you" });
  const { pathname, searchParams } = new URL((await way.getAttribute('href')) ?? '', service.url);
  expect([pathname, searchParams.get('step')]).toEqual(['/auth/login', '1']);
  // The session goes on, and so does the page.
  expect(await page.getByText('Your session has ended').count()).toBe(0);
  await way.click();
  await page.getByLabel('E-mail address').waitFor();

  await page.goto(service.url + searchParams.get('return'));
  expect([await field.inputValue(), await may.inputValue()]).toEqual(['nightly CI', 'read']);
  expect(await keysOf(alice)).toEqual([]);
  await page.getByRole('link', { name: 'Monitors' }).click();
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByRole('tab', { name: 'API keys' }).click();
  expect(await field.inputValue()).toBe('');
});

itThorough('an eleventh key is refused in the words of the service, and what was typed stays', async () => {
  await using opened = await openFor({ path: '/app/account?tab=keys', expected: /409 \(Conflict\)/ });
  const { page, alice } = opened;
  for (let count = 0; count < LIMITS.apiKeysMax; count += 1)
    await alice.call('POST', '/api/account/keys/create', { name: `key ${count}`, organizationId: null });
  const field = page.getByRole('textbox', { name: 'Name of the new key' });
  await field.fill('one more');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('alert').getByText('revoke one first').waitFor();
  expect(await field.inputValue()).toBe('one more');
  expect(opened.complaints).toEqual([]);
});

itThorough('a person takes in what its browser made, and what a token opens', async () => {
  const guests = [await service.guest(), await service.guest()] as const;
  for (const guest of guests) await guest.createMonitor();
  await using opened = await openFor();
  const { page, context, alice } = opened;
  const url = service.url.replace('http:', 'https:');
  await context.addCookies([{ name: COOKIES.guest, value: guests[0].token, url, httpOnly: true }]);
  await page.reload();
  await page.getByRole('tab', { name: 'Your data' }).click();
  await page.getByText('Made in this browser without an account: 1 monitor.').waitFor();
  await page.getByRole('button', { name: 'Move to my account' }).click();
  await page.getByText('Now yours: 1 monitor.').first().waitFor();
  await page.getByRole('button', { name: 'Move to my account' }).waitFor({ state: 'detached' });

  await page.getByRole('textbox', { name: 'Guest token' }).fill(` ${guests[1].token} `);
  await page.keyboard.press('Enter');
  await page.getByText('Now yours: 1 monitor.').nth(1).waitFor();
  expect((await alice.call('GET', '/api/endpoints')).json['endpoints']).toHaveLength(2);
  expect(opened.complaints).toEqual([]);
});

it('a person takes its data along and deletes the account by typing its address', async () => {
  await using opened = await openFor({ path: '/app/account?tab=data', expected: /400|401/ });
  const { page, alice } = opened;
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download it' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^rollcall-\d{4}-\d\d-\d\d\.json$/);
  const exported = JSON.parse(readFileSync(await file.path(), 'utf8'));
  expect(exported.account.email).toBe(alice.account.email);

  await page.getByRole('button', { name: 'Delete the account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('there is no second trial').waitFor();
  await dialog.getByRole('textbox').fill('bob@example.com');
  await page.keyboard.press('Enter');
  await dialog.getByText('must be the e-mail address of your account').waitFor();
  await dialog.getByRole('textbox').fill(alice.account.email.toUpperCase());
  await dialog.getByRole('button', { name: 'Delete the account for good' }).click();
  await page.waitForURL((at) => !at.pathname.startsWith('/app'));
  expect((await alice.call('GET', '/api/me')).status).toBe(401);
});

itThorough(
  'a deletion that needs another proof is still there after it, and waits for the person',
  async () => {
    await using opened = await openFor({
      path: '/app/account?tab=data',
      proof: { authTime: service.core.clock.now() - 301_000 },
      expected: /401 \(Unauthorized\)/,
    });
    const { page, alice } = opened;
    await page.getByRole('button', { name: 'Delete the account' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill(alice.account.email);
    await dialog.getByRole('button', { name: 'Delete the account for good' }).click();
    const way = await page.getByRole('link', { name: "Confirm it's you" }).getAttribute('href');
    expect(await faultsOf(page)).toEqual([]);

    await page.goto(service.url + new URL(way ?? '', service.url).searchParams.get('return'));
    await dialog.waitFor();
    expect(await dialog.getByRole('textbox').inputValue()).toBe(alice.account.email);
    expect((await alice.call('GET', '/api/me')).status).toBe(200);
    await dialog.getByRole('button', { name: 'Close' }).click();
    // A dialog tells that it is closed a moment after.
    await dialog.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'Delete the account' }).waitFor();
    expect(await dialog.count()).toBe(0);
    expect(opened.complaints).toEqual([]);
  },
);

itThorough('who is not signed in, a guest too, is led to the sign-in and back', async () => {
  const guest = await service.guest();
  for (const who of [{}, { guest }]) {
    await using opened = await openConsole(service, { ...who, path: '/app/account?tab=keys' });
    const way = opened.page.getByRole('main').getByRole('link', { name: 'Sign in' });
    expect(await way.getAttribute('href')).toBe('/auth/login?return=%2Fapp%2Faccount%3Ftab%3Dkeys');
    expect(await opened.page.getByText('has lost its guest').count()).toBe(0);
    expect(opened.complaints).toEqual([]);
  }
});

itThorough('axe finds nothing in any tab, in both themes and on a phone', async () => {
  await using opened = await openFor({ proof: { mfa: true } });
  const { alice } = opened;
  for (const name of ['W'.repeat(60), 'ended']) {
    const made = await alice.call('POST', '/api/account/keys/create', { name, organizationId: null });
    if (name === 'ended') await alice.call('POST', '/api/account/keys/revoke', { id: made.json['key'].id });
  }
  await alice.call('POST', '/api/organizations', { name: 'W'.repeat(80) });
  const { id, owner } = await newOrganization(service, 'W'.repeat(80));
  const invited = { email: alice.account.email, role: 'admin' };
  await owner.call('POST', `/api/organizations/${id}/invitations`, invited);
  for (const tab of casesOf(1, ['keys', 'organizations', 'profile', 'sign-in', 'data']))
    expect(await faultsAt(opened, `/app/account?tab=${tab}`, '[role=tabpanel] h2'), tab).toEqual([]);
});
