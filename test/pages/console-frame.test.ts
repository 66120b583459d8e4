import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { signedIn } from '../support/accounts/session.ts';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { faultsOf, openConsole, violationsOf } from './console-browser.ts';
import { casesOf, itThorough } from '../support/thorough.ts';

const service = shared(startTestService);

itThorough(
  'has nothing that axe finds and is no wider than the page, with monitors and without',
  async () => {
    const guest = await service.guest();
    await guest.createMonitor({
      name: 'nightly-backup-of-the-very-large-database-with-a-long-name-and-no-spaces',
    });
    await guest.createMonitor({ name: 'נסיון יומי' });
    await using full = await openConsole(service, { guest });
    await full.page.getByText('nightly-backup').waitFor();
    expect(await faultsOf(full.page)).toEqual([]);
    expect(full.complaints).toEqual([]);

    await using none = await openConsole(service);
    await none.page.getByRole('heading', { name: 'No monitors yet' }).waitFor();
    expect(await faultsOf(none.page)).toEqual([]);
    expect(none.complaints).toEqual([]);
    // Looking makes nobody an owner.
    expect(await none.context.cookies()).toEqual([]);
  },
);

itThorough('begins with a page for whoever has not been here', async () => {
  await using opened = await openConsole(service, { path: '/' });
  await opened.page.getByRole('heading', { level: 1 }).waitFor();

  expect(await faultsOf(opened.page)).toEqual([]);
  expect(opened.complaints).toEqual([]);
});

itThorough('a screen that asks nothing knows an account by what the browser was before', async () => {
  const alice = await signedIn(service);
  await using opened = await openConsole(service, { signedIn: alice });
  const nav = opened.page.getByRole('navigation', { name: 'Console' });
  await nav.getByRole('link', { name: 'Account' }).waitFor({ state: 'attached' });
  await opened.page.goto(`${service.url}/app/new`);
  await opened.page.getByRole('heading', { name: 'What do you want to monitor?' }).waitFor();
  expect(await nav.getByText('Account').count()).toBe(1);
  expect(await nav.getByText('Sign in').count()).toBe(0);
});

it('a first visit of any screen, and of the account, asks nothing that is refused', async () => {
  const source = readFileSync(new URL('../../lib/console/screens.ts', import.meta.url), 'utf8');
  const paths = [...source.matchAll(/path: '(\/app[^']*)'/g)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(10);
  const screens = paths.map((each) => each.replace(':id', '0'.repeat(26)));
  const left = ['/', '/account', ...casesOf(3, screens)];
  // Each is looked at until nothing is asked for half a second, several at a time.
  const visit = async () => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      await using opened = await openConsole(service, { path });
      await opened.page.getByRole('heading', { level: 1 }).waitFor();
      await opened.page.waitForLoadState('networkidle');
      expect(opened.complaints, path).toEqual([]);
    }
  };
  await Promise.all([visit(), visit(), visit(), visit()]);
  // Twenty screens and more, and among the first that a browser shows.
}, 240_000);

itThorough('who was here before is asked for at once, without the question who it is', async () => {
  const guest = await service.guest();
  await guest.createMonitor({ name: 'nightly backup' });
  await using opened = await openConsole(service, { guest });
  const { page } = opened;
  await page.getByText('nightly backup').waitFor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.reload();
  await page.getByText('nightly backup').waitFor();
  expect(asked).toContain('/api/endpoints');
  expect(asked).not.toContain('/api/billing');
  expect(opened.complaints).toEqual([]);
});

it('goes from page to page without loading one, and back', async () => {
  await using opened = await openConsole(service, { path: '/app/incidents' });
  const { page } = opened;
  await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor();
  await page.evaluate('window.isSame = true');
  await page.getByRole('link', { name: 'Monitors', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Monitors' }).waitFor();

  // A reader hears where it came to.
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Monitors');
  expect(await page.title()).toBe('Monitors · Rollcall');
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor();
  expect(await page.evaluate('window.isSame')).toBe(true);
  expect(opened.complaints).toEqual([]);
});

it('is gone through by the keyboard: past the navigation, and to the help', async () => {
  await using opened = await openConsole(service);
  const { page } = opened;
  await page.getByRole('heading', { level: 1 }).hover();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.evaluate('document.activeElement.id')).toBe('main');

  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Help' });
  await help.waitFor();
  expect(await help.textContent()).toContain('Show this help');
  const about = help.getByRole('link', { name: 'About this screen: Monitors' });
  expect(await about.getAttribute('href')).toBe('/docs/monitors');
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  expect(await page.evaluate('document.activeElement.id')).toBe('main');
  expect(opened.complaints).toEqual([]);
});

itThorough('keeps the theme that was chosen', async () => {
  await using opened = await openConsole(service);
  const { page } = opened;
  await page.emulateMedia({ colorScheme: 'light' });
  const paper = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  const light = await paper();
  const theme = page.getByRole('button', { name: /^Theme/ });
  await theme.click();
  await theme.click();
  expect(await theme.getAttribute('aria-label')).toBe('Theme: dark. Change to system');
  const dark = await paper();
  expect(dark).not.toBe(light);

  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await paper()).toBe(dark);
});

itThorough('an address without a page says so, and where to go', async () => {
  await using opened = await openConsole(service, { path: '/app/nothing/here' });

  await opened.page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  expect(await violationsOf(opened.page)).toEqual([]);
  expect(opened.complaints).toEqual([]);
});
