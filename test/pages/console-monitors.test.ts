import { beforeAll, expect, it } from 'vitest';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { faultsOf, openConsole } from './console-browser.ts';
import { itThorough } from '../support/thorough.ts';

const service = shared(startTestService);
const owner = shared(() => service.guest());
beforeAll(async () => {
  const late = await owner.createMonitor({ name: 'sync 10', tags: 'db,prod', alert_to: 'ana@example.com' });
  const failing = await owner.createMonitor({ name: 'sync 2', tags: 'prod' });
  await owner.createMonitor({ name: 'עֶרֶב 🌒', tags: 'db' });
  const ok = await owner.createMonitor({ name: 'import', interval_sec: 86_400, cron: undefined });
  await service.call('GET', `/in/${late['id']}`);
  service.clock.advance(250);
  for (const code of [0, 0, 1]) await service.call('GET', `/in/${failing['id']}/${code}`);
  await service.call('GET', `/in/${ok['id']}`);
  service.clock.advance(60);
});

const NAMES = '.monitors .rows .who a';

it('has nothing that axe finds, is no wider than the page, and has a menu', async () => {
  await using opened = await openConsole(service, { guest: owner, width: 390 });
  const { page } = opened;
  await page.getByText('1 of 4 is late, 1 is failing').waitFor();
  await page.getByRole('button', { name: 'Actions for import' }).click();
  await page.getByRole('menuitem', { name: 'Select' }).click();
  const selected = page.getByRole('status').getByText('1 selected');
  await selected.waitFor();

  expect(await faultsOf(page)).toEqual([]);
  expect(await selected.isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Actions for import' }).click();
  await page.getByRole('menuitem', { name: 'Select' }).waitFor();
  expect(opened.complaints).toEqual([]);
});

it('is searched, filtered and sorted, which the address says', async () => {
  await using opened = await openConsole(service, { guest: owner });
  const { page } = opened;
  const names = () => page.locator(NAMES).allTextContents();
  await page.getByText('sync 10').waitFor();
  expect(await names()).toEqual(['sync 10', 'sync 2', 'עֶרֶב 🌒', 'import']);
  await page.keyboard.press('/');
  await page.keyboard.type('sync');
  await expect.poll(names).toEqual(['sync 10', 'sync 2']);
  // What is typed gets there a moment later.
  await expect.poll(() => new URL(page.url()).search).toBe('?q=sync');
  await page.getByRole('group', { name: 'By tag' }).getByRole('button', { name: 'db 2' }).click();
  await expect.poll(names).toEqual(['sync 10']);
  await page.reload();
  await expect.poll(names).toEqual(['sync 10']);

  expect(new URL(page.url()).search).toBe('?q=sync&tag=db');
  await page.getByRole('searchbox').fill('');
  await page.getByRole('button', { name: 'db 2' }).click();
  await page.getByRole('button', { name: 'waiting 1' }).click();
  await expect.poll(names).toEqual(['עֶרֶב 🌒']);
  await page.getByRole('button', { name: 'waiting 1' }).click();
  await page.getByRole('combobox').selectOption('name');
  await expect.poll(names).toEqual(['sync 2', 'sync 10', 'import', 'עֶרֶב 🌒']);
  expect(opened.complaints).toEqual([]);
});

itThorough('shows runs, schedule and who hears about it, and is gone through by keys', async () => {
  await using opened = await openConsole(service, { guest: owner });
  const { page } = opened;
  await page.getByRole('img', { name: 'The last 3 runs: 1 failed' }).waitFor();
  const row = page.getByRole('row').filter({ hasText: 'sync 10' });
  expect(await row.textContent()).toContain('every 5 min');
  expect(await row.textContent()).toContain('ana@example.com: has not confirmed yet');

  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('sync 10');
  await page.keyboard.press('x');
  await page.getByText('1 selected').waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/app\/monitors\/\w+$/);
});

it('pauses, tags and deletes what is selected, and a deletion is taken back', async () => {
  const guest = await service.guest();
  for (const name of ['one', 'two', 'three', 'four', 'five', 'six']) await guest.createMonitor({ name });
  const listed = async () =>
    (await guest.call('GET', '/api/endpoints')).json['endpoints'] as {
      name: string;
      state: string;
      tags: string[];
    }[];
  await using opened = await openConsole(service, { guest });
  const { page } = opened;
  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check();
  await page.getByRole('button', { name: 'Pause the selected' }).click();
  await page.getByRole('menuitem', { name: 'Pause for 8 h' }).click();
  await page.getByText('Paused 6 monitors.').waitFor();
  expect((await listed()).map(({ state }) => state)).toEqual(Array(6).fill('paused'));

  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('Resumed 6 monitors.').waitFor();
  await page.getByRole('checkbox', { name: 'Select one' }).uncheck();
  await page.getByRole('button', { name: 'Tags', exact: true }).click();
  await page.getByRole('textbox', { name: 'Add' }).fill('Prod, db');
  await page.keyboard.press('Enter');
  await page.getByText('Tagged 5 monitors.').waitFor();
  expect((await listed()).filter(({ tags }) => tags.join() === 'db,prod')).toHaveLength(5);
  expect((await listed()).map(({ state }) => state)).toEqual(Array(6).fill('waiting'));

  // What only some of them have is neither on nor off until somebody says so.
  await page.getByRole('checkbox', { name: 'Select one' }).check();
  await page.getByRole('button', { name: 'Tags', exact: true }).click();
  const [db, prod] = ['db', 'prod'].map((name) => page.getByRole('checkbox', { name, exact: true }));
  expect(await page.locator('dialog input:indeterminate').count()).toBe(2);
  await db?.click();
  await prod?.click();
  await prod?.click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Tagged 6 monitors.').waitFor();
  expect((await listed()).map(({ tags }) => tags.join())).toEqual(Array(6).fill('db'));
  await page.getByRole('checkbox', { name: 'Select one' }).uncheck();

  await page.clock.install();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => page.locator(NAMES).allTextContents()).toEqual(['one']);
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await page.locator(NAMES).count()).toBe(6);
  await page.getByRole('button', { name: 'Actions for one' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.clock.fastForward(11_000);
  await expect.poll(async () => (await listed()).filter(({ state }) => state === 'inactive')).toHaveLength(1);
  await page.getByRole('button', { name: 'inactive 1' }).waitFor();
  expect(await page.locator(NAMES).allTextContents()).not.toContain('one');
  expect(opened.complaints).toEqual([]);
});

itThorough('names what could not be done, and shows it as it was', async () => {
  const guest = await service.guest();
  await guest.createMonitor({ name: 'one' });
  const { id } = await guest.createMonitor({ name: 'two' });
  await using opened = await openConsole(service, { guest, expected: /404/ });
  const { page } = opened;
  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check();
  await guest.call('DELETE', `/api/endpoints/${id}`);
  await page.getByRole('button', { name: 'Pause the selected' }).click();
  await page.getByRole('menuitem', { name: 'Pause for 20 min' }).click();

  await page.getByText('This failed for one monitor:').waitFor();
  expect(await page.getByRole('listitem').filter({ hasText: 'two:' }).textContent()).toMatch(/monitor/i);
  await page.getByRole('button', { name: 'paused 1' }).waitFor();
  expect(opened.complaints).toEqual([]);
});

itThorough('shows hundreds of which a few are in the page, and asks again only for what is new', async () => {
  const guest = await service.guest();
  const crontab = Array.from({ length: 600 }, (_, at) => `0 3 * * * /usr/local/bin/job-${at}.sh`).join('\n');
  const headers = { 'content-type': 'text/plain' };
  const made = await service.call('POST', '/api/import/crontab?apply=1', {
    token: guest.token,
    body: crontab,
    headers,
  });
  expect(made.status).toBe(200);
  await using opened = await openConsole(service, { guest });
  const { page } = opened;
  await page.getByText('All 600 are waiting for a first ping').waitFor();
  const seen = page.locator(NAMES);
  expect(await seen.count()).toBeLessThan(40);
  expect(await seen.first().textContent()).toContain('job-0');
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await expect.poll(() => seen.last().textContent()).toContain('job-599');
  expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe('601');

  const statuses: number[] = [];
  page.on('response', (reply) => statuses.push(reply.status()));
  // The browser asks anew when the network is back.
  await page.evaluate('dispatchEvent(new Event("online"))');
  await expect.poll(() => statuses).toEqual([304, 304, 304]);
  expect(opened.complaints).toEqual([]);
});
