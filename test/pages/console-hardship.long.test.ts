import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { COOKIES } from '../../lib/contract/cookies.ts';
import { signedIn } from '../support/accounts/session.ts';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { ENDED, openConsole, signInto, widerThanScreens } from './console-browser.ts';

const LONG = `backup-${'of-a-very-large-database-'.repeat(3)}`.slice(0, 80);
const RTL = 'גיבוי לילי של מסד הנתונים 🌒 (prod)';

let id: string;
const service = shared(startTestService);
const owner = shared(() => service.guest());
beforeAll(async () => {
  id = String((await owner.createMonitor({ name: 'nightly backup' }))['id']);
  await service.ping(id);
});

const isApi = (url: URL) => url.pathname.startsWith('/api/');

/** Every call is as if nobody answered, until the function that is returned is called. */
async function takeDown(page: Page): Promise<() => Promise<void>> {
  await page.route(isApi, (route) => route.abort());
  return () => page.unroute(isApi);
}

it('where nobody answers, what there is comes when its button is pressed', async () => {
  await using opened = await openConsole(service, {
    guest: owner,
    path: '/app/nothing',
    expected: /ERR_FAILED/,
  });
  const { page } = opened;
  const bringUp = await takeDown(page);
  await page.goto(`${service.url}/app`);
  const told = page.getByRole('alert').filter({ hasText: 'Cannot reach the service.' }).first();
  await told.waitFor();
  await bringUp();
  await told.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('main').getByText('nightly backup').first().waitFor();
  expect(opened.complaints).toEqual([]);
});

it.each([
  ['/app/keys', 'Show the key'],
  ['/app/status', 'Show its address'],
])('%s, which asks when it is told to, says why nothing came', async (path, button) => {
  await using opened = await openConsole(service, { guest: owner, path, expected: /ERR_FAILED/ });
  const { page } = opened;
  await takeDown(page);
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('region', { name: 'Messages' }).getByText('Cannot reach the service.').waitFor();
  expect(await page.getByRole('button', { name: button }).isEnabled()).toBe(true);
  expect(opened.complaints).toEqual([]);
});

it('what did not come while there was no network comes with it, by itself', async () => {
  const expected = /ERR_INTERNET_DISCONNECTED|Failed to fetch/;
  await using opened = await openConsole(service, { guest: owner, path: `/app/monitors/${id}`, expected });
  const { page, context } = opened;
  await page.getByRole('heading', { level: 1, name: 'nightly backup' }).waitFor();
  await context.setOffline(true);
  await page.getByText('You are offline.').waitFor();
  // A read that no poll repeats.
  await page.getByRole('tab', { name: 'Settings' }).click();
  const failed = page.getByRole('alert').filter({ hasText: 'Cannot reach the service.' });
  await failed.waitFor();
  await context.setOffline(false);
  await page.getByText('created by').waitFor();
  await failed.waitFor({ state: 'detached' });

  await context.setOffline(true);
  await page.getByRole('link', { name: 'Channels', exact: true }).first().click();
  await page.getByText('This page could not be loaded').waitFor();
  await context.setOffline(false);
  await page.getByRole('heading', { level: 1, name: 'Channels' }).waitFor();
  expect(opened.complaints).toEqual([]);
});

it('a slow network shows that something is coming, and what is pressed twice is done once', async () => {
  const guest = await service.guest();
  const slow = Promise.withResolvers<void>();
  await using opened = await openConsole(service, {
    guest,
    before: (page) =>
      page.route(isApi, async (route) => {
        await slow.promise;
        await route.continue();
      }),
  });
  const { page } = opened;
  await page.getByRole('status').getByText('Loading').waitFor({ state: 'attached' });

  await page.getByRole('link', { name: 'Create monitor' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('payroll');
  const button = page.getByRole('button', { name: 'Create monitor' });
  await button.click();
  expect(await button.getAttribute('aria-busy')).toBe('true');
  await button.click();
  await page.keyboard.press('Enter');
  slow.resolve();
  await page.getByRole('heading', { level: 1, name: 'payroll' }).waitFor();
  expect(await guest.monitors()).toHaveLength(1);
  expect(opened.complaints).toEqual([]);
});

it('a tab of one account does not turn into the view of another that signed in beside it', async () => {
  const [alice, bob] = await Promise.all([signedIn(service), signedIn(service)]);
  await alice.createMonitor({ name: 'of alice' });
  await bob.createMonitor({ name: 'of bob' });
  await using opened = await openConsole(service, { signedIn: alice, hasClock: true });
  const { page, context } = opened;
  await page.getByText('of alice').waitFor();

  await signInto(context, service, bob);
  const beside = await context.newPage();
  await beside.goto(`${service.url}/app`);
  await beside.getByText('of bob').waitFor();
  await page.bringToFront();
  await page.clock.fastForward(31_000);
  await page.getByText('Someone signed in or out in another tab').waitFor();
  expect(await page.getByText('of bob').count()).toBe(0);
  expect(await page.getByRole('main').getAttribute('inert')).not.toBeNull();
  await page.getByRole('button', { name: 'Show my monitors' }).click();
  await page.getByText('of bob').waitFor();
  expect(opened.complaints).toEqual([]);
});

it('a session that ends while a monitor is looked at is told, and what is shown stays', async () => {
  const alice = await signedIn(service);
  const monitor = await alice.createMonitor({ name: 'of alice' });
  await using opened = await openConsole(service, {
    signedIn: alice,
    path: `/app/monitors/${monitor['id']}`,
    expected: ENDED,
    hasClock: true,
  });
  const { page, context } = opened;
  const heading = page.getByRole('heading', { level: 1, name: 'of alice' });
  await heading.waitFor();

  await context.clearCookies({ name: COOKIES.session });
  await page.clock.fastForward(31_000);
  await page.getByText('Your session has ended.').waitFor();
  expect(await heading.isVisible()).toBe(true);
  expect(opened.complaints).toEqual([]);
});

it('names that are very long or right to left stand for themselves, and are no wider than the page', async () => {
  const guest = await service.guest();
  await using opened = await openConsole(service, { guest });
  const { page } = opened;
  for (const name of [LONG, RTL]) {
    const made = await guest.createMonitor({ name, tags: [LONG.slice(0, 20)] });
    for (const path of ['/app', `/app/monitors/${made['id']}`]) {
      await page.goto(service.url + path);
      await page.getByRole('main').locator('bdi').filter({ hasText: name }).first().waitFor();
      expect(await widerThanScreens(page), path).toEqual([]);
      expect(opened.complaints).toEqual([]);
    }
  }
});
