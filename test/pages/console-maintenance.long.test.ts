import { expect, it } from 'vitest';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { faultsOf, openConsole } from './console-browser.ts';
import { itThorough } from '../support/thorough.ts';

const service = shared(startTestService);

it('maintenance is planned again and again with a look at its next times, refused at its field, and ended', async () => {
  const guest = await service.guest();
  await using opened = await openConsole(service, { guest, path: '/app/maintenance', expected: /40[09]/ });
  const { page } = opened;
  const windows = async () => (await guest.call('GET', '/api/maintenance')).json['windows'];
  await page.getByRole('textbox', { name: 'Name' }).fill('patch night');
  await page.getByRole('combobox', { name: 'How often' }).selectOption('again');
  await page.getByRole('textbox', { name: 'Starts' }).fill('0 * * * *');
  await page.getByRole('textbox', { name: 'Time zone' }).fill('Mars/Olympus');
  await page.getByText(/Mars\/Olympus/).waitFor();
  await page.getByRole('textbox', { name: 'Time zone' }).fill('Europe/Berlin');
  await expect.poll(() => page.getByRole('list', { name: 'Next times' }).locator('li').count()).toBe(3);
  await page.getByRole('button', { name: 'Plan window' }).click();
  // Two hours, again each hour.
  await page.getByText(/“Length” must be shorter than the time between two starts of cron/).waitFor();
  expect(await windows()).toEqual([]);
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole('textbox', { name: 'Length, in minutes' }).fill('60');
  await page.getByRole('button', { name: 'Plan window' }).click();
  const planned = page.getByRole('region', { name: 'patch night' });
  await planned.getByText(/^It is open until /).waitFor();
  expect(await windows()).toMatchObject([{ cron: '0 * * * *', tz: 'Europe/Berlin', length_sec: 3_600 }]);
  expect(await faultsOf(page)).toEqual([]);
  await planned.getByRole('button', { name: 'End patch night' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End patch night' }).click();
  await planned.waitFor({ state: 'detached' });
  expect(await windows()).toEqual([]);
  expect(opened.complaints).toEqual([]);
});

itThorough('a channel is changed where it is shown, and kept from selected monitors by keys', async () => {
  const guest = await service.guest();
  const url = 'https://hooks.slack.com/services/T0/B0/x';
  await guest.call('POST', '/api/channels', { url, name: 'Ops' });
  for (const name of ['backup', 'report']) await guest.createMonitor({ name });
  await using opened = await openConsole(service, { guest, path: '/app/channels', expected: /400/ });
  const { page } = opened;
  const channels = async () => (await guest.call('GET', '/api/channels')).json['channels'];
  const ops = page.getByRole('region', { name: 'Ops', exact: true });
  await ops.getByRole('button', { name: 'Change Ops' }).click();
  expect(await faultsOf(page)).toEqual([]);
  await ops.getByRole('textbox', { name: 'URL' }).fill('https://10.0.0.1/hook');
  await ops.getByRole('checkbox', { name: 'recoveries' }).uncheck();
  await ops.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => ops.getByRole('textbox', { name: 'URL' }).getAttribute('aria-invalid'))
    .toBe('true');
  await ops.getByRole('textbox', { name: 'URL' }).fill(`${url}y`);
  await ops.getByRole('textbox', { name: 'Name' }).fill('Night shift');
  await ops.getByRole('button', { name: 'Save' }).click();
  await page.getByText('gets silence, failures and long runs from every monitor.').waitFor();
  const hears = ['silence', 'fail', 'too_long'];
  expect(await channels()).toMatchObject([{ name: 'Night shift', url: `${url}y`, hears }]);

  await page.goto(`${service.url}/app`);
  const marks = () => page.locator('.channels-of').allTextContents();
  await expect.poll(marks).toEqual(Array(2).fill('channel Night shift'));
  const press = async (name: string) => {
    await page.getByRole('button', { name: 'Alerts of the selected' }).press('Enter');
    await page.getByRole('menuitem', { name }).press('Enter');
  };
  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check();
  await press('Turn channels off');
  await page.getByText('Turned channels off for 2 monitors.').waitFor();
  await expect.poll(marks).toEqual(Array(2).fill('nobody'));
  expect(await faultsOf(page)).toEqual([]);
  await press('Turn channels on');
  await expect.poll(marks).toEqual(Array(2).fill('channel Night shift'));
  expect(opened.complaints).toEqual([]);
});
