import { expect, it } from 'vitest';
import { DAY_MS } from '../../lib/domain/calendar.ts';
import { startTestService, type Person } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { faultsAt, faultsOf, openConsole } from './console-browser.ts';
import { casesOf, itThorough } from '../support/thorough.ts';

const service = shared(startTestService);

/** A job that ran some times, failed with an output, and then fell silent; somebody was told. */
async function silentJob(guest: Person): Promise<string> {
  const { id } = await guest.createMonitor({ name: 'nightly backup', alert_url: 'https://example.com/hook' });
  // From here on it is known when something was down.
  await service.check();
  for (const outcome of ['0', '0', '3']) {
    await service.call('GET', `/in/${id}/start`);
    service.clock.advance(20);
    await service.call('POST', `/in/${id}/${outcome}`, outcome === '3' ? { body: 'tar: disk full' } : {});
    service.clock.advance(60);
  }
  await service.call('GET', `/in/${id}/0`);
  service.clock.advance(400);
  await service.check();
  return id;
}

it('says how a monitor stands with the arithmetic, what ran, what is open and who was told', async () => {
  const guest = await service.guest();
  const id = await silentJob(guest);
  await using opened = await openConsole(service, { guest, path: `/app/monitors/${id}` });
  const { page } = opened;
  page.setDefaultTimeout(8000);
  await page.getByText(/^Late since .*: last ping .* \+ 5 min of interval\./).waitFor();
  await page.getByRole('list', { name: 'The last 4 runs, 1 of them failed' }).waitFor();
  await page.getByRole('img', { name: 'Durations of the last runs' }).locator('canvas').waitFor();
  const legend = page.getByRole('img', { name: 'Durations of the last runs' }).locator('.u-legend');
  expect(await legend.textContent()).not.toMatch(/(?:Median|Longest)\W*0 ms/);
  await page.getByText(/\(the last ping\) \+ 5 min of interval/).waitFor();
  await page.getByText('No alert has reached anybody.').waitFor();
  expect(await page.getByRole('region', { name: 'Incidents' }).getByRole('row').count()).toBe(3);

  await page.getByRole('img', { name: /^Up \d+(?:\.\d+)? % of the last day, down on 1 Mar$/ }).waitFor();
  await page.getByRole('img', { name: '4 runs by day and time of day, 1 of them failed' }).waitFor();
  expect(await page.locator('.calendar .fail').count()).toBe(1);

  await page.getByRole('tab', { name: 'Runs' }).click();
  await page.getByText('tar: disk full').waitFor();
  await page.getByRole('button', { name: /^Show output of the run at / }).click();
  await page.getByRole('region', { name: 'output' }).getByText('tar: disk full').waitFor();
  expect(new URL(page.url()).searchParams.get('tab')).toBe('events');

  // What would end an incident is asked for twice.
  await page.getByRole('button', { name: 'Ping now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect((await guest.call('GET', `/api/endpoints/${id}`)).json['incident']).not.toBeNull();
  await page.getByRole('button', { name: 'Test alert' }).click();
  await page.getByText('The test alert is on its way.').waitFor();
  await page.getByRole('list', { name: 'Alerts' }).getByText('One attempt').first().click();
  await page
    .getByRole('list', { name: 'Alerts' })
    .getByText(/ ms\. /)
    .first()
    .waitFor();
  expect(opened.complaints).toEqual([]);
});

itThorough('pings that are older than the newest hundred are shown when they are asked for', async () => {
  const guest = await service.guest();
  const { id } = await guest.createMonitor({ name: 'nightly backup' });
  for (let ping = 0; ping < 103; ping += 1) await service.call('GET', `/in/${id}/${ping % 2}`);
  await using opened = await openConsole(service, {
    guest,
    path: `/app/monitors/${id}?tab=events`,
  });
  const { page } = opened;
  page.setDefaultTimeout(8000);
  const rows = page.getByRole('region', { name: 'Runs' }).locator('tbody tr');
  const more = page.getByRole('button', { name: 'Show older ones' });
  await more.waitFor();
  expect(await rows.count()).toBe(100);

  await more.click();
  await more.waitFor({ state: 'detached' });
  expect(await rows.count()).toBe(103);

  // The newest page pushes one out, which stays.
  await service.call('GET', `/in/${id}`);
  await expect
    .poll(async () => {
      // What is asked just then may be older.
      await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
      return rows.count();
    })
    .toBe(104);
});

it('when it ran on a day is seen in one look: one row a run, its first line, filters, and the day it is asked for', async () => {
  const guest = await service.guest();
  const { id } = await guest.createMonitor({
    name: 'nightly backup',
    interval_sec: undefined,
    cron: '30 2 * * *',
    tz: 'UTC',
    grace_sec: 600,
    max_duration_sec: 900,
  });
  for (const [lateSec, exit] of NIGHTS) {
    const now = service.clock.now();
    const due = Math.ceil((now - HALF_PAST_TWO_MS) / DAY_MS) * DAY_MS + HALF_PAST_TWO_MS;
    service.clock.advance((due - now) / 1000 + lateSec);
    await service.call('GET', `/in/${id}/start`);
    service.clock.advance(240);
    await service.call('POST', `/in/${id}/${exit}`, {
      body: exit === 0 ? 'all is kept' : 'tar: disk full\nbye',
    });
  }
  await using opened = await openConsole(service, { guest, path: `/app/monitors/${id}?tab=events` });
  const { page } = opened;
  page.setDefaultTimeout(8000);
  const rows = page.getByRole('region', { name: 'Runs' }).locator('tbody tr');
  await page.locator('.first-line', { hasText: 'tar: disk full' }).waitFor();
  expect(await rows.count()).toBe(NIGHTS.length);
  expect(await page.locator('.runs .day').count()).toBe(NIGHTS.length);
  expect(await rows.first().textContent()).toMatch(/02:30:08.*4 min.*OK, started 8 s after schedule/);
  expect(await rows.locator('.run-bar .grace').count()).toBe(NIGHTS.length);

  // What a phone sets under each other is a table still.
  await page.setViewportSize({ width: 320, height: 800 });
  await page
    .getByRole('row', { name: /02:30:08/ })
    .getByRole('cell', { name: /all is kept/ })
    .waitFor();

  const choose = (name: string) => page.getByRole('button', { name }).click();
  await choose('Failures 1');
  expect(await rows.count()).toBe(1);
  await page.getByRole('button', { name: /^Compare the run at 02:30:05 with the good one of / }).click();
  const difference = page.getByRole('region', { name: /^difference to the good run of / });
  expect(await difference.locator('ins').allTextContents()).toEqual(['+ tar: disk full\n', '+ bye\n']);
  expect(await difference.locator('del').allTextContents()).toEqual(['− all is kept\n']);
  expect(await faultsOf(page)).toEqual([]);
  await choose('Late 1');
  await page.getByText(/late by .+, started 12 min after schedule/).waitFor();
  await choose('All 4');
  await page.getByRole('searchbox', { name: 'Search first lines' }).fill('DISK');
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByRole('searchbox', { name: 'Search first lines' }).fill('');

  const failedOn = new Date(service.clock.now() - 2 * DAY_MS).toISOString().slice(0, 10);
  await page.getByLabel('Until the end of').fill(failedOn);
  await expect.poll(() => rows.count()).toBe(2);
  expect(await rows.first().textContent()).toContain('Failure, exit code 3');
  expect(new URL(page.url()).searchParams.get('day')).toBe(failedOn);
  expect(opened.complaints).toEqual([]);
});

/** How many seconds after its time each run began, and its exit code. */
const NIGHTS = [
  [2, 0],
  [5, 3],
  [720, 0],
  [8, 0],
] as const;
const HALF_PAST_TWO_MS = 2.5 * 3_600_000;

it('all settings are saved as one with the next runs in sight, and what was changed is written down in words', async () => {
  const guest = await service.guest();
  const { id } = await guest.createMonitor({ name: 'nightly backup' });
  await using opened = await openConsole(service, {
    guest,
    path: `/app/monitors/${id}?tab=settings`,
  });
  const { page } = opened;
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('cron');
  await page.getByRole('textbox', { name: 'Schedule' }).fill('0 9 * * 1');
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Europe/Berlin');
  await page.getByRole('list', { name: 'Next runs' }).getByText(/09:00/).first().waitFor();
  await page.getByRole('textbox', { name: 'Webhook' }).fill('https://example.com/hook');
  await page.getByRole('combobox', { name: 'Remind every' }).selectOption('30 days, the longest');
  await page.getByRole('textbox', { name: 'Run limit' }).fill('30');
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') writes.push(request.url());
  });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved.').waitFor();
  expect(writes).toHaveLength(1);
  expect((await guest.call('GET', `/api/endpoints/${id}`)).json).toMatchObject({
    cron: '0 9 * * 1',
    tz: 'Europe/Berlin',
    grace_sec: 3_600,
    alert_url: 'https://example.com/hook',
    alert_repeat_sec: 2_592_000,
    max_duration_sec: 1_800,
    tags: [],
  });
  await page.reload();
  await page.getByText('Schedule: 0 9 * * 1, was none', { exact: true }).waitFor();
  await page.getByText('Remind every: 30 d, was day', { exact: true }).waitFor();
  expect(opened.complaints).toEqual([]);
});

itThorough(
  'is paused, resumed, pinged, duplicated, and deleted only after the time to take it back',
  async () => {
    const guest = await service.guest();
    const { id } = await guest.createMonitor({ tags: ['db'], alert_repeat_sec: 7_200 });
    await using opened = await openConsole(service, { guest, path: `/app/monitors/${id}` });
    const { page } = opened;
    const choose = async (menu: string, name: string) => {
      await page.getByRole('button', { name: `${menu} nightly backup` }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    expect(await page.getByRole('list', { name: 'Tags' }).getByRole('link').getAttribute('href')).toBe(
      '/app?tag=db',
    );
    await choose('Pause', 'For 20 min');
    await page.getByText(/^Paused until/).waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('Waiting for its first ping').waitFor();
    await page.getByRole('button', { name: 'Ping now' }).click();
    await page.getByText('Pinged. It counts as a success.').waitFor();
    await page.getByText(/^On time/).waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('heading', { name: 'Schedule' }).waitFor();
    await page.getByRole('button', { name: 'Duplicate' }).click();
    await page.getByRole('heading', { name: 'nightly backup copy' }).waitFor();
    const listed = async () =>
      (await guest.call('GET', '/api/endpoints')).json['endpoints'] as { active: boolean }[];
    const copied = { tags: ['db'], alert_repeat_sec: 7_200 };
    expect(await listed()).toMatchObject([copied, copied]);

    await page.goto(`${service.url}/app/monitors/${id}`);
    await choose('More for', 'Delete');
    await page.getByText('“nightly backup” is deleted.').waitFor();
    expect((await listed()).every(({ active }) => active)).toBe(true);
    const link = page.getByRole('link', { name: 'nightly backup', exact: true });
    await page.getByRole('link', { name: 'nightly backup copy' }).waitFor();
    expect(await link.count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await link.click();
    await choose('More for', 'Delete');
    await page.getByText('“nightly backup” is deleted.').waitFor();
    await page.goto('about:blank');
    await expect.poll(async () => (await listed()).filter(({ active }) => active).length).toBe(1);
  },
);

itThorough('no tab of it has anything that axe finds or that is wider than the page', async () => {
  const guest = await service.guest();
  const id = await silentJob(guest);
  await using opened = await openConsole(service, { guest });
  for (const query of casesOf(1, ['', '?tab=settings', '?tab=events', '?tab=deliveries'])) {
    const faults = await faultsAt(opened, `/app/monitors/${id}${query}`, '[role=tabpanel]');
    expect(faults, query).toEqual([]);
  }
});
