/** `node bench/pictures.ts`: takes the pictures of the console that the README and the landing page show, by a service of its own. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startChromium } from '../test/support/browser/chromium.ts';
import { startTestService, type Person, type TestService } from '../test/support/service/service.ts';
import { addAgreeingAddress } from '../test/pages/agreeing-address.ts';
import { openConsole } from '../test/pages/console-browser.ts';

const FOLDER = join(import.meta.dirname, '../docs/img');
const LANDING = join(import.meta.dirname, '../lib/console/images');
/** In both themes. */
const LANDING_SIZES = { desk: { width: 1120, height: 716 }, phone: { width: 390, height: 640 } };

async function save(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(FOLDER, `${name}.png`), animations: 'disabled' });
}

/** A stranger has a monitor that answered, and a test alert that arrived. */
async function firstMinute(browser: Browser, service: TestService): Promise<void> {
  await using opened = await openConsole(service, { browser, path: '/app/new', width: 1120 });
  const { page } = opened;
  await page.setViewportSize({ width: 1120, height: 900 });
  await page.getByRole('textbox', { name: 'Name' }).fill('nightly backup');
  await page.getByRole('button', { name: 'Create monitor' }).click();
  await page.getByRole('button', { name: 'Ping now' }).click();
  await page.getByText('It answered').waitFor();
  await addAgreeingAddress(page, service, 'me@example.com');
  await page.getByRole('button', { name: 'Send a test alert' }).click();
  await page.getByRole('status', { name: 'Test alerts' }).getByText('by email').waitFor();
  await service.drain();
  await page.getByText('The test by email arrived.').waitFor();
  await save(page, 'console-first-minute');
}

/** In the order in which they end; each line has how long after the one before. */
const JOBS: readonly { fields: Record<string, unknown>; sec: number }[] = [
  { fields: { name: 'queue worker', interval_sec: 300, tags: ['prod'] }, sec: 1 },
  { fields: { name: 'invoices to the bookkeeper', interval_sec: 3600, tags: ['billing'] }, sec: 4 },
  { fields: { name: 'renew certificates', cron: '0 4 * * 1', tz: 'UTC', tags: ['prod'] }, sec: 13 },
  { fields: { name: 'nightly backup', cron: '30 2 * * *', tz: 'Europe/Berlin', tags: ['prod'] }, sec: 190 },
];

/** Jobs that ran some times: the one that runs most often has fallen silent since, and one never came. */
async function jobsOf(guest: Person, service: TestService): Promise<void> {
  const ids: string[] = [];
  for (const { fields } of JOBS) {
    const when = 'cron' in fields ? { interval_sec: undefined, grace_sec: 600 } : {};
    const monitor = await guest.createMonitor({ ...fields, ...when, alert_to: 'me@example.com' });
    ids.push(String(monitor['id']));
  }
  for (let run = 0; run < 10; run += 1) {
    for (const id of ids) await service.call('GET', `/in/${id}/start`);
    for (const [at, { sec }] of JOBS.entries()) {
      service.clock.advance(sec * (1 + ((run * 3 + at) % 4) / 8));
      await service.call('GET', `/in/${ids[at]}`);
    }
  }
  await guest.createMonitor({ name: 'weekly report', interval_sec: 604_800, tags: ['billing'] });
  service.clock.advance(400);
  await service.check();
}

async function list(browser: Browser, service: TestService): Promise<void> {
  const guest = await service.guest();
  await jobsOf(guest, service);
  await using opened = await openConsole(service, { browser, guest, width: 1280 });
  await opened.page.setViewportSize({ width: 1280, height: 680 });
  await opened.page.locator('.sparkline').first().waitFor();
  await opened.page.getByRole('heading', { level: 1 }).hover();
  await save(opened.page, 'console-monitors');
  for (const [name, size] of Object.entries(LANDING_SIZES))
    for (const theme of ['light', 'dark'] as const) {
      await opened.page.setViewportSize(size);
      await opened.page.emulateMedia({ colorScheme: theme });
      const png = await opened.page.screenshot({ animations: 'disabled' });
      await writeFile(join(LANDING, `list-${name}-${theme}.webp`), await webpOf(browser, png));
    }
}

/** A browser writes WebP from a canvas, but takes no pictures in it. */
async function webpOf(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage();
  const url = await page.evaluate(
    async (source) => {
      const image = Object.assign(new Image(), { src: source });
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), {
        width: image.width,
        height: image.height,
      });
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.9);
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  await page.close();
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

const [browser, service] = await Promise.all([startChromium(), startTestService()]);
try {
  await firstMinute(browser, service);
  await list(browser, service);
} finally {
  await browser.close();
  await service.stop();
}
// The engine lives as long as this process.
process.exit();
