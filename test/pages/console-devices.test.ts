import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { PUSHES } from '../support/collectors.ts';
import { detectedDevice } from '../support/devices.ts';
import { newMachine } from '../support/machine.ts';
import { storeReading } from '../support/readings.ts';
import { startTestService, type Person, type TestService } from '../support/service.ts';
import { openConsole, scrollWidthOf, violationsOf } from './console-browser.ts';

let browser: Browser;
let service: TestService;
beforeAll(async () => {
  [browser, service] = await Promise.all([launchChromium(), startTestService()]);
});
afterAll(async () => {
  await browser.close();
  await service.stop();
});

/** A stranger's list is answered 401, which Chromium writes down. */
const NOBODY = /401 \(Unauthorized\)/;
const NAME = 'עֶרֶב 🌒 web 1';
const MIN_MS = 60_000;

/** Polls at once, where that is worth it. */
const look = (page: Page) => page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');

const run = (line: string) => promisify(execFile)('sh', ['-c', line]);

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

it('a stranger names a machine, which tells what it is, sends, and is drawn', async () => {
  await using opened = await openConsole(browser, service, { path: '/app/devices', expected: NOBODY });
  const { page, context } = opened;
  await page.getByRole('main').getByRole('link', { name: 'Watch a machine' }).first().press('Enter');
  await page.getByRole('textbox', { name: 'Name' }).fill(NAME);
  await page.keyboard.press('Enter');

  const probe = page.getByRole('region', { name: 'line that tells what the machine is' });
  await run((await probe.textContent()) ?? '');
  await look(page);
  await page.getByRole('heading', { name: 'What shall be measured?' }).waitFor();
  await page.getByRole('button', { name: 'Essentials' }).click();
  await page.getByRole('button', { name: /^Measure these/ }).press('Enter');

  const starting = page.getByRole('region', { name: 'line that starts sending' });
  await starting.waitFor();
  expect(await starting.textContent()).toContain('crontab');
  const [cookie] = await context.cookies();
  const { json } = await service.call('GET', '/api/coletas', { token: cookie?.value ?? '' });
  await run(json['equipamentos'][0].comandos.agora);
  service.clock.advance(60);
  await page.getByRole('figure').filter({ hasText: 'Memory' }).getByText('GiB').first().waitFor();
  await page.getByText('Sending').waitFor();
  expect(await starting.count()).toBe(0);
  expect(opened.complaints).toEqual([]);
});

it('measures are drawn, paused, and deleted with a way back', async () => {
  const guest = await service.guest();
  const { symbolOf } = await sendingMachine(guest);
  await using opened = await openConsole(browser, service, { guest, path: '/app/devices' });
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
  await more.click();
  await page.getByRole('menuitem', { name: 'Pause' }).press('Enter');
  await page.getByRole('figure').filter({ hasText: 'CPU' }).getByText('Paused').waitFor();
  await expect.poll(isRead).toBe(false);
  await more.click();
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  await page.getByText('CPU of').waitFor();
  expect(await more.count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await more.waitFor();
  expect(await isRead()).toBe(false);
  expect(opened.complaints).toEqual([]);
});

it('a machine is deleted after its line was shown that takes it away', async () => {
  const guest = await service.guest();
  const { device } = await newMachine(service, ['cpu'], { owner: guest });
  await using opened = await openConsole(browser, service, { guest, path: `/app/devices/${device.id}` });
  const { page } = opened;
  await page.getByRole('button', { name: 'More for web 1' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByRole('region').textContent()).toContain('removido');
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
  await page.getByText('No machine sends yet').waitFor();
  const listed = async () => (await guest.call('GET', '/api/ambientes')).json['ambientes'];
  expect(await listed()).toHaveLength(1);
  // Who leaves the page does not take it back.
  await page.goto('about:blank');
  await expect.poll(listed).toEqual([]);
  expect(opened.complaints).toEqual([]);
});

it('a collector is connected, heard of, given another credential and removed', async () => {
  const guest = await service.guest();
  const { id } = await detectedDevice(service, guest);
  const path = `/app/devices/${id}?for=collector`;
  await using opened = await openConsole(browser, service, { guest, path });
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
  await look(page);
  await page.getByText('Load, 1 minute').waitFor();
  expect(await page.locator('.gauge').textContent()).toMatch(/Telegraf.*Sending.*4\.5/);

  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'More for Telegraf' }).click();
    await page.getByRole('menuitem', { name: item }).press('Enter');
  };
  await choose('Replace its credential');
  await page.getByRole('button', { name: 'Replace it' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await credentialIn()).not.toBe(first);
  await choose('Pause');
  await page.locator('.gauge').getByText('Paused').waitFor();
  await choose('Remove');
  await page.getByText('Telegraf is removed').waitFor();
  expect(await page.locator('.gauge').count()).toBe(0);
  await page.goto('about:blank');
  const listed = async () => (await guest.call('GET', `/api/ambientes/${id}/inputs`)).json['inputs'];
  await expect.poll(listed).toEqual([]);
  expect(opened.complaints).toEqual([]);
});

describe.each([390, 1280])('at %i px', (width) => {
  it('machines have nothing that axe finds and are no wider than the page', async () => {
    const guest = await service.guest();
    const { device } = await sendingMachine(guest);
    const { ambiente } = (await guest.call('POST', '/api/ambientes', { nome: 'w'.repeat(60) })).json;
    const { id } = await detectedDevice(service, guest);
    await guest.call('POST', `/api/ambientes/${id}/inputs`, { collector: 'snmp', monitoring: ['system'] });
    const pages = [
      ['/app/devices', 'table'],
      ['/app/devices/new', 'form'],
      [`/app/devices/${ambiente.id}`, '.heard'],
      [`/app/devices/${device.id}`, 'canvas'],
      [`/app/devices/${id}`, '.gauge'],
    ] as const;
    for (const [path, there] of pages) {
      await using opened = await openConsole(browser, service, { guest, path, width });
      await opened.page.locator(there).first().waitFor();
      expect(await violationsOf(opened.page), path).toEqual([]);
      expect(await scrollWidthOf(opened.page), path).toBeLessThanOrEqual(width);
      expect(opened.complaints).toEqual([]);
    }
  });
});
