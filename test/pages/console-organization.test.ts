import type { BrowserContext } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { newOrganization, type TestOrganization } from '../support/accounts/organization.ts';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { signedIn } from '../support/accounts/session.ts';
import { faultsOf, openConsole } from './console-browser.ts';
import { itThorough } from '../support/thorough.ts';

const service = shared(startTestService);
const night = shared(() => newOrganization(service));
beforeAll(async () => {
  await night.createMonitor({ name: 'job of the night shift' });
  await night.owner.call('POST', '/api/endpoints', { name: 'job of my own', interval_sec: 300 });
});

/** Who has signed out, or is no member any more. */
const expected = /401 \(Unauthorized\)|404 \(Not Found\)/;

const openFor = (who: TestOrganization['owner']) => openConsole(service, { signedIn: who, expected });

const newTab = async (context: BrowserContext, path = '/app') => {
  const page = await context.newPage();
  await page.goto(service.url + path);
  return page;
};

it('what is an organization’s is shown and made for it once it is chosen', async () => {
  await using opened = await openFor(night.owner);
  const { page, context } = opened;
  const choice = page.getByRole('combobox', { name: 'Acting for' });
  await page.getByRole('link', { name: 'job of my own' }).waitFor();
  const before = await newTab(context);
  await choice.selectOption('As Night shift');
  await page.getByRole('link', { name: 'job of the night shift' }).waitFor();
  expect(await page.getByRole('link', { name: 'job of my own' }).count()).toBe(0);
  expect(await faultsOf(page)).toEqual([]);

  await page.goto(`${service.url}/app/new`);
  const name = 'made for all';
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Create monitor' }).click();
  await page.getByRole('heading', { name }).waitFor();
  expect(await page.getByRole('textbox', { name: 'E-mail' }).inputValue()).toBe('organization');
  const names = ({ json }: Awaited<ReturnType<typeof night.call>>) =>
    json['endpoints'].map((each: { name: string }) => each.name);
  expect(names(await night.call('GET', '/api/endpoints'))).toContain(name);
  expect(names(await night.owner.call('GET', '/api/endpoints'))).toEqual(['job of my own']);

  // A tab keeps its own choice; one that is opened now begins with the last.
  const after = await newTab(context);
  await after.getByRole('link', { name: 'job of the night shift' }).waitFor();
  await before.reload();
  await before.getByRole('link', { name: 'job of my own' }).waitFor();
  expect(opened.complaints).toEqual([]);
});

itThorough(
  'who is no member any more is told, changes nothing there, and gets to what is its own',
  async () => {
    const bob = await signedIn(service);
    await night.join(bob, 'member');
    await using opened = await openFor(bob);
    const { page } = opened;
    await page.getByRole('combobox', { name: 'Acting for' }).selectOption('As Night shift');
    await page.getByRole('link', { name: 'job of the night shift' }).waitFor();
    await night.remove(bob);
    await page.getByRole('link', { name: 'Create monitor' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('payroll');
    await page.getByRole('button', { name: 'Create monitor' }).click();
    await page.getByText('an organization you cannot open').waitFor();
    expect(await page.getByRole('main').getAttribute('inert')).not.toBeNull();

    await page.getByRole('button', { name: 'Show my monitors' }).click();
    await page.getByText('an organization you cannot open').waitFor({ state: 'detached' });
    await page.goto(`${service.url}/app`);
    await page.getByRole('heading', { name: 'No monitors yet' }).waitFor();
    expect((await bob.call('GET', '/api/endpoints')).json['endpoints']).toEqual([]);
    expect(opened.complaints).toEqual([]);
  },
);

itThorough('a guest of the same browser is nobody’s member', async () => {
  await using opened = await openFor(night.owner);
  const { page, context } = opened;
  await page.getByRole('combobox', { name: 'Acting for' }).selectOption('As Night shift');
  await page.getByRole('link', { name: 'job of the night shift' }).waitFor();
  await context.clearCookies();
  await page.goto(`${service.url}/app/new`);
  await page.getByRole('textbox', { name: 'Name' }).fill('payroll');
  await page.getByRole('button', { name: 'Create monitor' }).click();

  await page.getByRole('heading', { name: 'payroll' }).waitFor();
  expect(opened.complaints).toEqual([]);
});
