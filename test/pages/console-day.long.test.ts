import { beforeAll, expect, it } from 'vitest';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { atEachWidth, faultsOf, openConsole } from './console-browser.ts';

/** Whether the page is wider than its window. */
const CUT = `document.documentElement.scrollWidth > innerWidth ? ['wider than the window'] : []`;
const DAY_MS = 86_400_000;
const service = shared(startTestService);
const alice = shared(() => service.guest());
const names = ['تقرير يومي', '🧾 books', 'a'.repeat(80)];
let id: string;
beforeAll(async () => {
  const schedule = { interval_sec: undefined, tz: 'UTC', grace_sec: 600, tags: ['night'] };
  ({ id } = (await alice.createMonitor({ ...schedule, name: 'backup', cron: '0 2 * * *' })) as {
    id: string;
  });
  for (const name of names) await alice.createMonitor({ ...schedule, name, cron: '10 2,14 * * *' });
  await alice.createMonitor({ ...schedule, name: 'probe', cron: '* * * * *', tags: ['probe'] });
  await service.ping(id);
  const midnight = (Math.floor(service.clock.now() / DAY_MS) + 1) * DAY_MS;
  service.clock.advance((midnight + 2 * 3_600_000 - service.clock.now()) / 1000);
  await service.call('POST', `/in/${id}/start`);
  service.clock.advance(41 * 60);
  await service.ping(id);
  service.clock.advance(6 * 3_600);
});

it('a day says what runs at an hour, by the mouse and by keys, at every width', async () => {
  await using opened = await openConsole(service, { guest: alice, path: '/app/day' });
  const { page } = opened;
  const hour = page.getByRole('slider', { name: 'Hour' });
  await hour.focus();
  for (let at = 0; at < 6; at++) await page.keyboard.press('ArrowLeft');
  expect(await hour.getAttribute('aria-valuetext')).toBe('02:00');
  const told = page.getByRole('status').filter({ hasText: 'At 02:00' });
  expect(await told.innerText()).toContain('backup 02:00–02:41');
  // Whether those ran that were never heard of nobody knows.
  await page.getByText('Busiest at 14:10: 3 at once.').waitFor();

  // A press into a lane.
  const lane = page.getByRole('listitem').filter({ hasText: 'backup' }).last().locator('svg');
  const { width = 0 } = (await lane.boundingBox()) ?? {};
  await lane.click({ position: { x: (width * 14.5) / 24, y: 5 } });
  expect(await page.getByRole('status').filter({ hasText: 'At 14:00: 3 jobs' }).count()).toBe(1);
  expect(await faultsOf(page)).toEqual([]);
  expect(await atEachWidth(page, () => page.evaluate<string[]>(CUT), [320, 768, 1920])).toEqual([]);

  await page.getByRole('combobox', { name: 'Tag' }).selectOption('probe');
  await page.getByText('probe every 1 min from 00:00 to 23:59').waitFor();
  await page.getByRole('button', { name: 'Next day' }).click();
  await page.waitForURL(/date=/);
  expect(opened.complaints).toEqual([]);
});

it('an import shows the night to come, and ends with that of all jobs', async () => {
  await using opened = await openConsole(service, { guest: alice, path: '/app/import' });
  const { page } = opened;
  await page.getByLabel('Your crontab').fill('0 2 * * * /opt/one\n0 2 * * * /opt/two\n');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('Busiest at 02:00: 2 at once.').waitFor();
  await page.getByRole('button', { name: 'Import these 2 jobs' }).click();
  await page.getByRole('heading', { name: 'Your night' }).waitFor();
  await page.getByText('Busiest at 02:10: 4 at once').waitFor();
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole('link', { name: 'Each day of your jobs' }).click();
  await page.getByRole('heading', { name: 'Day', level: 1 }).waitFor();
});

it('who has no job is told what would stand here', async () => {
  await using opened = await openConsole(service, { guest: await service.guest(), path: '/app/day' });
  await opened.page.getByRole('heading', { name: 'No job to show yet' }).waitFor();
});
