import { expect, it } from 'vitest';
import { startTestService, type Person } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { faultsAt, openConsole } from './console-browser.ts';
import { casesOf, itThorough } from '../support/thorough.ts';

const service = shared(startTestService);

/** A job that ran some times, failed with an output, and then fell silent; somebody was told. */
async function silentJob(guest: Person): Promise<string> {
  const { id } = await guest.createMonitor({ name: 'nightly backup', alert_url: 'https://example.com/hook' });
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
  await page.getByText('No alert of it has reached anybody.').waitFor();
  expect(await page.getByRole('region', { name: 'Incidents' }).getByRole('row').count()).toBe(3);

  await page.getByRole('tab', { name: 'Pings' }).click();
  await page.getByRole('button', { name: 'Show output of this ping' }).click();
  await page.getByText('tar: disk full').waitFor();
  expect(new URL(page.url()).searchParams.get('tab')).toBe('events');

  await page.getByRole('tab', { name: 'Alerts' }).click();
  const told = (await guest.call('GET', `/api/endpoints/${id}/alerts`)).json['alerts'];
  await page.getByRole('list', { name: 'Alerts' }).waitFor();
  expect(await page.getByRole('list', { name: 'Alerts' }).locator('> li').count()).toBe(told.length);
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
  const rows = page.getByRole('region', { name: 'Pings' }).locator('tbody tr');
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

itThorough('a schedule is changed with its next runs in sight, and the change is written down', async () => {
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
  await page.getByRole('button', { name: 'Save schedule' }).click();
  await page.getByText('Saved.').waitFor();
  expect((await guest.call('GET', `/api/endpoints/${id}`)).json).toMatchObject({
    cron: '0 9 * * 1',
    tz: 'Europe/Berlin',
    grace_sec: 3_600,
  });
  await page.reload();
  await page.getByText(/Schedule: none → 0 9/).waitFor();
  expect(opened.complaints).toEqual([]);
});

it('is paused, resumed, copied, and deleted only after the time to take it back', async () => {
  const guest = await service.guest();
  const { id } = await guest.createMonitor({ tags: ['db'], alert_repeat_sec: 7_200 });
  await using opened = await openConsole(service, { guest, path: `/app/monitors/${id}` });
  const { page } = opened;
  const more = page.getByRole('button', { name: 'More for nightly backup' });
  const choose = async (name: string) => {
    await more.click();
    await page.getByRole('menuitem', { name }).click();
  };
  await choose('Pause for 20 min');
  await page.getByText(/^Paused until/).waitFor();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('Waiting for its first ping').waitFor();
  await choose('Copy');
  await page.getByRole('heading', { name: 'nightly backup copy' }).waitFor();
  const listed = async () =>
    (await guest.call('GET', '/api/endpoints')).json['endpoints'] as { active: boolean }[];
  const copied = { tags: ['db'], alert_repeat_sec: 7_200 };
  expect(await listed()).toMatchObject([copied, copied]);

  await page.goto(`${service.url}/app/monitors/${id}`);
  await choose('Delete');
  await page.getByText('“nightly backup” is deleted.').waitFor();
  expect((await listed()).every(({ active }) => active)).toBe(true);
  const link = page.getByRole('link', { name: 'nightly backup', exact: true });
  await page.getByRole('link', { name: 'nightly backup copy' }).waitFor();
  expect(await link.count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await link.click();
  await choose('Delete');
  await page.getByText('“nightly backup” is deleted.').waitFor();
  await page.goto('about:blank');
  await expect.poll(async () => (await listed()).filter(({ active }) => active).length).toBe(1);
});

it('no tab of it has anything that axe finds or that is wider than the page', async () => {
  const guest = await service.guest();
  const id = await silentJob(guest);
  await using opened = await openConsole(service, { guest });
  for (const query of casesOf(1, ['', '?tab=settings', '?tab=events', '?tab=deliveries'])) {
    const faults = await faultsAt(opened, `/app/monitors/${id}${query}`, '[role=tabpanel]');
    expect(faults, query).toEqual([]);
  }
});
