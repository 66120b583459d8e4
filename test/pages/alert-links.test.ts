import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { startTestService, type Reply } from '../support/service/service.ts';
import { fresh, shared } from '../support/service/shared.ts';
import { signedIn } from '../support/accounts/session.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { violationsOf } from '../support/browser/axe.ts';
import { faultsAt, faultsOf, openConsole } from './console-browser.ts';
import { itThorough } from '../support/thorough.ts';

let id: string;
/** Of the mail about the failure, by what they are called there. */
let links: Record<'open' | 'pause', string>;

const service = shared(startTestService);
const alice = fresh(() => signedIn(service));
beforeEach(async () => {
  const { json } = await alice.call('POST', '/api/endpoints', {
    name: 'nightly backup',
    interval_sec: 3_600,
  });
  id = json['id'];
  await fail();
  await service.call('GET', `/in/${id}`);
  await service.check();
  await fail();
  const mail = service.mailbox.messages().find(({ to }) => to === alice.account.email);
  const linkOf = (label: string) =>
    new RegExp(`href="([^"]+)"[^>]*>${label}</a>`).exec(mail?.html ?? '')?.[1] ?? '';
  links = { open: linkOf('Open this incident'), pause: linkOf('Pause for 8 hours') };
});

async function fail(): Promise<void> {
  await service.call('POST', `/in/${id}/3`, { body: 'tar: disk full' });
  await service.check();
}

const read = async (): Promise<Reply['json']> => (await alice.call('GET', `/api/endpoints/${id}`)).json;
const pathOf = (url: string) => url.slice(service.url.length);

it('the first link of a mail leads to its incident, open and over, and from there to what fell with it', async () => {
  const { id: other } = (await alice.call('POST', '/api/endpoints', { name: 'vacuum', interval_sec: 3_600 }))
    .json;
  await service.fail(other);
  await service.check();
  await using opened = await openConsole(service, { signedIn: alice, path: pathOf(links.open) });
  const { page } = opened;
  page.setDefaultTimeout(8000);

  await page.getByRole('heading', { name: 'nightly backup, incident 2' }).waitFor();
  await page.getByText(/^Failed .*, open\.$/).waitFor();
  await page.getByText('tar: disk full').waitFor();
  await page
    .getByRole('list', { name: 'Who was notified' })
    .getByText(/e-mail.*notified once/)
    .waitFor();
  await page.getByRole('link', { name: 'vacuum' }).click();
  await page.getByRole('heading', { name: 'vacuum, incident 1' }).waitFor();

  await service.ping(id);
  await service.check();
  expect(await faultsAt(opened, pathOf(links.open), '.packet')).toEqual([]);
  await page.getByText(/^Failed .*, over .*\.$/).waitFor();
  await page
    .getByRole('list', { name: 'Who was notified' })
    .getByText('notified once, recovery sent')
    .waitFor();
  await page.getByText('tar: disk full').waitFor();

  await page.getByRole('link', { name: 'Incidents', exact: true }).click();
  await page.getByRole('button', { name: /^2 monitors, .*, one cause\?$/ }).click();
  expect(await faultsOf(page)).toEqual([]);
  await page.locator('.lanes rect.open').click();
  await page.getByRole('heading', { name: 'vacuum, incident 1' }).waitFor();
});

itThorough(
  'who is not signed in is led to sign in and back, and who has no such incident is told so',
  async () => {
    const back = `/auth/login?return=${encodeURIComponent(pathOf(links.open))}`;
    await using stranger = await openConsole(service, { path: pathOf(links.open) });
    await stranger.page.getByRole('heading', { name: 'Sign in to see this incident' }).waitFor();
    const link = stranger.page.getByRole('main').getByRole('link', { name: 'Sign in' });
    expect(await link.getAttribute('href')).toBe(back);
    expect([...(await violationsOf(stranger.page)), ...stranger.complaints]).toEqual([]);

    const bob = await signedIn(service);
    await using other = await openConsole(service, {
      signedIn: bob,
      path: pathOf(links.open),
      expected: /404 \(Not Found\)/,
    });
    await other.page.getByRole('heading', { name: 'You have no such incident' }).waitFor();
    const main = other.page.getByRole('main');
    expect(await main.getByRole('link', { name: 'your monitors' }).getAttribute('href')).toBe('/app');
    expect(await main.getByRole('link', { name: 'sign in' }).getAttribute('href')).toBe(back);
    expect([...(await violationsOf(other.page)), ...other.complaints]).toEqual([]);
  },
);

it('the second leads to a page that pauses when its button is pressed, and not before', async () => {
  const page = await openedAt(links.pause);
  await page.getByRole('heading', { name: 'Pause this monitor?' }).waitFor();
  await page.reload();
  expect(await read()).toMatchObject({ paused_until: null });

  await page.getByRole('button', { name: 'Pause for 8 hours' }).click();

  await page.getByRole('heading', { name: 'This monitor is paused' }).waitFor();
  const until = new Date(service.clock.now() + 8 * 3_600_000).toISOString();
  expect(await read()).toMatchObject({ state: 'paused', paused_until: until });
  expect(await page.getByRole('button').count()).toBe(0);
  await page.goBack();
  await page.getByText('nightly backup is paused until 2027-03-01').waitFor();
  const console = page.getByRole('link', { name: 'its page in the console' });
  expect(await console.getAttribute('href')).toBe(`/app/monitors/${id}`);
  await page.context().close();
});

itThorough('that page runs no script and loads nothing', async () => {
  const page = await openedAt(links.pause);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));

  await page.reload();

  expect(asked.filter((url) => !url.startsWith('data:'))).toEqual([links.pause]);
  expect(await page.evaluate<number>('document.scripts.length')).toBe(0);
  await page.context().close();
});

async function openedAt(url: string): Promise<Page> {
  const context = await (await launchChromium()).newContext();
  const page = await context.newPage();
  await page.goto(url);
  return page;
}
