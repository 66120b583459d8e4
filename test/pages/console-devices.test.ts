import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { PUSHES } from '../support/machines/collectors.ts';
import { startCrontabSpool } from '../support/machines/crontab-spool.ts';
import { detectedDevice } from '../support/machines/devices.ts';
import { needsCurl } from '../support/lacking.ts';
import { newMachine } from '../support/machines/machine.ts';
import { storeReading } from '../support/machines/readings.ts';
import { startTestService, type Person } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { faultsAt, openConsole } from './console-browser.ts';
import { casesOf, itThorough } from '../support/thorough.ts';

const service = shared(startTestService);

const NAME = 'עֶרֶב 🌒 web 1';
const MIN_MS = 60_000;

/** Has a page ask anew until it shows something: what it is asking just then may be older. */
async function lookUntil(page: Page, shown: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
      return shown.count();
    })
    .toBeGreaterThan(0);
}

/** Chooses from a menu by the keyboard: as soon as the menu has put it on its first item. */
async function choose(page: Page, menu: string, item: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click();
  await page.locator('[role=menu] :focus').waitFor();
  await page.getByRole('menuitem', { name: item }).press('Enter');
}

/** A machine of a guest that sent for half an hour, with a gap in it. */
async function sendingMachine(owner: Person) {
  const machine = await newMachine(service, ['cpu', 'memoria', 'rede'], { owner, name: NAME });
  const beganAt = service.clock.now();
  for (let minute = 1; minute <= 30; minute += 1) {
    if (minute > 15 && minute < 22) continue;
    await storeReading(service, machine.device, beganAt + minute * MIN_MS, {
      cpu: { uso: 20 + minute, espera: 1, roubo: 0 },
      memoria: { usada: 1_500 + minute, total: 4_096, pct: 36 },
    });
  }
  service.clock.advance(31 * 60);
  return machine;
}

it('a stranger names a machine, which tells what it is, sends, and is drawn', async (test) => {
  needsCurl(test);
  await using spool = await startCrontabSpool();
  await using opened = await openConsole(service, { path: '/app/devices' });
  const { page, context } = opened;
  await page.getByRole('main').getByRole('link', { name: 'Add a machine' }).first().press('Enter');
  await page.getByRole('textbox', { name: 'Name' }).fill(NAME);
  await page.keyboard.press('Enter');

  const probe = page.getByRole('region', { name: 'report line' });
  expect(await spool.run(['sh'], [(await probe.textContent()) ?? ''])).toMatchObject({ code: 0 });
  await lookUntil(page, page.getByRole('heading', { name: 'What should be measured?' }));
  await page.getByRole('button', { name: 'Essentials' }).click();
  await page.getByRole('button', { name: /^Measure these/ }).press('Enter');

  const starting = page.getByRole('region', { name: 'start line' });
  await starting.waitFor();
  expect(await starting.textContent()).toContain('crontab');
  const [cookie] = await context.cookies();
  const { json } = await service.call('GET', '/api/coletas', { token: cookie?.value ?? '' });
  expect(await spool.run(['sh'], [json['equipamentos'][0].comandos.agora])).toMatchObject({ code: 0 });
  service.clock.advance(60);
  await lookUntil(page, page.getByRole('figure').filter({ hasText: 'Memory' }).getByText('GiB'));
  await page.getByText('Sending').waitFor();
  expect(await starting.count()).toBe(0);
  expect(opened.complaints).toEqual([]);
});

itThorough('measures are drawn, paused, and deleted with a way back', async () => {
  const guest = await service.guest();
  const { symbolOf } = await sendingMachine(guest);
  await using opened = await openConsole(service, { guest, path: '/app/devices' });
  const { page } = opened;
  const row = page.getByRole('row').filter({ hasText: NAME });
  await row.getByText('50%').waitFor();
  expect(await row.textContent()).toMatch(/Sending.*debian 12.*CPU 50%.*Memory 36%/);
  await row.getByRole('link').press('Enter');
  await page.getByRole('img', { name: 'CPU: Use 50%, Waiting 1%, Stolen 0%' }).waitFor();
  expect(await page.locator('canvas').count()).toBe(2);

  const more = page.getByRole('button', { name: 'More for CPU' });
  const isRead = async () =>
    (await guest.call('GET', `/api/coletas/${symbolOf('cpu')}/serie`)).json['coleta']?.ativa;
  await choose(page, 'More for CPU', 'Pause');
  await page.getByRole('figure').filter({ hasText: 'CPU' }).getByText('Paused').waitFor();
  await expect.poll(isRead).toBe(false);
  await choose(page, 'More for CPU', 'Delete');
  await page.getByText('CPU of').waitFor();
  expect(await more.count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await more.waitFor();
  expect(await isRead()).toBe(false);
  expect(opened.complaints).toEqual([]);
});

itThorough('a machine is deleted after its line was shown that takes it away', async () => {
  const guest = await service.guest();
  const { device } = await newMachine(service, ['cpu'], { owner: guest });
  await using opened = await openConsole(service, { guest, path: `/app/devices/${device.id}` });
  const { page } = opened;
  await choose(page, 'More for web 1', 'Delete');
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByRole('region', { name: 'removal line' }).textContent()).toContain('removed');
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
  await page.getByText('No machines yet').waitFor();
  const listed = async () => (await guest.call('GET', '/api/ambientes')).json['ambientes'];
  expect(await listed()).toHaveLength(1);
  // Who leaves the page does not take it back.
  await page.goto('about:blank');
  await expect.poll(listed).toEqual([]);
  expect(opened.complaints).toEqual([]);
});

itThorough('a collector is connected, heard of, given another credential and removed', async () => {
  const guest = await service.guest();
  const { id } = await detectedDevice(service, guest);
  const path = `/app/devices/${id}?for=collector`;
  await using opened = await openConsole(service, { guest, path });
  const { page } = opened;
  await page.getByRole('combobox', { name: 'Collector' }).selectOption('Telegraf');
  await page.getByRole('button', { name: 'Connect Telegraf' }).press('Enter');
  await page.getByText('is not shown again').waitFor();
  const credentialIn = async () =>
    /hpc_[\w-]+/.exec((await page.locator('.setup').textContent()) ?? '')?.[0] ?? '';
  const first = await credentialIn();
  const push = (credential: string) =>
    service.call('POST', PUSHES.telegraf.path, {
      body: PUSHES.telegraf.body,
      headers: { 'content-type': PUSHES.telegraf.type, authorization: `Token ${credential}` },
    });
  expect((await push(first)).status).toBe(204);
  await lookUntil(page, page.getByText('Load, 1 minute'));
  expect(await page.locator('.gauge').textContent()).toMatch(/Telegraf.*Sending.*4\.5/);

  await choose(page, 'More for Telegraf', 'Replace its credential');
  await page.getByRole('button', { name: 'Replace it' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await credentialIn()).not.toBe(first);
  await choose(page, 'More for Telegraf', 'Pause');
  await page.locator('.gauge').getByText('Paused').waitFor();
  await choose(page, 'More for Telegraf', 'Remove');
  await page.getByText('Telegraf is removed').waitFor();
  expect(await page.locator('.gauge').count()).toBe(0);
  await page.goto('about:blank');
  const listed = async () => (await guest.call('GET', `/api/ambientes/${id}/inputs`)).json['inputs'];
  await expect.poll(listed).toEqual([]);
  expect(opened.complaints).toEqual([]);
});

it('no screen of machines has anything that axe finds or that is wider than the page', async () => {
  const guest = await service.guest();
  const { device } = await sendingMachine(guest);
  const { ambiente } = (await guest.call('POST', '/api/ambientes', { nome: 'w'.repeat(60) })).json;
  const { id } = await detectedDevice(service, guest);
  await guest.call('POST', `/api/ambientes/${id}/inputs`, { collector: 'snmp', monitoring: ['system'] });
  const screens = [
    ['/app/devices', 'table'],
    [`/app/devices/${device.id}`, 'canvas'],
    ['/app/devices/new', 'form'],
    [`/app/devices/${ambiente.id}`, '.heard'],
    [`/app/devices/${id}`, '.gauge'],
  ] as const;
  await using opened = await openConsole(service, { guest });
  for (const [path, there] of casesOf(1, screens))
    expect(await faultsAt(opened, path, there), path).toEqual([]);
});
