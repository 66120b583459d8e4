import { expect, it } from 'vitest';
import { signedIn } from '../support/accounts/session.ts';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { ENDED, openConsole } from './console-browser.ts';

const service = shared(() => startTestService({ identity: 'own' }));

it('every browser of a person has the zone and the theme of the profile, and a guest its own', async () => {
  const alice = await signedIn(service);
  await alice.createMonitor({ name: 'nightly backup' });
  const profile = { timeZone: 'Pacific/Kiritimati', theme: 'dark', revision: 1 };
  await alice.call('PATCH', '/api/account/profile', profile);
  await using opened = await openConsole(service, { signedIn: alice });
  const { page, context } = opened;
  await page.getByText('Times in Pacific/Kiritimati').waitFor();
  const html = page.locator('html');
  expect(await html.getAttribute('data-theme')).toBe('dark');

  // The switch is that of the profile.
  await page.getByRole('button', { name: 'Theme: dark' }).click();
  const themeOf = async () => (await alice.call('GET', '/api/account/profile')).json['profile'];
  await expect.poll(async () => (await themeOf()).theme).toBe('system');
  expect((await themeOf()).timeZone).toBe('Pacific/Kiritimati');

  // The next page begins with the zone, and one without a session has the browser's.
  await context.route('**/api/account/profile', () => undefined);
  await page.reload();
  await page.getByText('Times in Pacific/Kiritimati').waitFor();
  await context.clearCookies();
  await page.reload();
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  await page.getByText(`Times in ${own}`).waitFor();
  expect(opened.complaints.filter((each) => !ENDED.test(each))).toEqual([]);
});

it('somebody sees where it is signed in, and signs a browser out, then all others', async () => {
  const alice = await signedIn(service, { proof: { browser: 'Firefox 128 on Linux' } });
  const elsewhere = (browser: string) => signedIn(service, { account: alice.account, proof: { browser } });
  const phone = await elsewhere('Safari 17 on an iPhone');
  const desk = await elsewhere('Chrome 142 on Windows');
  await using opened = await openConsole(service, {
    signedIn: alice,
    path: '/app/account?tab=sign-in',
    width: 320,
  });
  const { page } = opened;
  const row = page.getByRole('listitem').filter({ hasText: 'Firefox 128 on Linux' });
  await row.getByText('This browser', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Sign out Safari 17 on an iPhone' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('That browser is signed out.').waitFor();
  expect((await phone.call('GET', '/api/me')).status).toBe(401);
  expect((await desk.call('GET', '/api/me')).status).toBe(200);

  await page.getByRole('button', { name: 'Sign out all other browsers' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out all other browsers' }).click();
  await page.getByText('All other browsers are signed out.').waitFor();
  expect((await desk.call('GET', '/api/me')).status).toBe(401);
  expect(await page.getByRole('button', { name: /^Sign out/ }).allTextContents()).toEqual([
    'Sign out of this browser',
  ]);
  expect(opened.complaints).toEqual([]);
});
