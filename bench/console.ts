import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { buildConsole } from '../lib/console-build/build-console.ts';
import { startChromium } from '../test/support/browser/chromium.ts';
import { siteHere } from '../lib/local/gateway/console-routes.ts';
import { serviceOptions } from '../lib/local/settings/service-options.ts';
import { startService, type LocalService } from '../lib/local/service.ts';
import { addAgreeingAddress } from '../test/pages/agreeing-address.ts';
import { openConsole } from '../test/pages/console-browser.ts';
import { target, type Section } from './report.ts';
import { spreadOf } from './spread.ts';

const STRANGERS = 6;
const MINUTE_MS = 60_000;
const STEPS = [
  'the first page is there',
  'it is watched',
  'it is green',
  'a test alert arrived',
  'all',
] as const;
type Times = Record<(typeof STEPS)[number], number>;

/** A stranger's first minute in a real Chromium, and what the console weighs. */
export async function benchConsole(): Promise<Section[]> {
  const browser = await startChromium();
  const began = performance.now();
  // As `npm start` does it.
  const options = serviceOptions(['--memory', '--port', '0', '--check-every', 'off']);
  const [service] = await Promise.all([
    startService({ ...options, drainEverySec: 1, schedules: true }),
    siteHere({ arePublicPagesShown: false }),
  ]);
  const startMs = Math.round(performance.now() - began);
  const times: Times[] = [];
  for (let at = 0; at < STRANGERS; at += 1) times.push(await firstMinute(browser, service, at));
  await browser.close();
  await service.stop();
  const slowest = Math.max(...times.map(({ all }) => all));
  return [
    {
      title: 'The first minute, ms',
      rows: STEPS.map((step) => ({ until: step, ms: spreadOf(times.map((each) => each[step])) })),
      note: `Each step from the end of the one before. Before all of it the service started in ${startMs} ms.`,
    },
    { title: 'Weight', rows: await weights() },
    {
      title: 'Targets',
      rows: [target('first minute < 60 s', `${Math.round(slowest)} ms, the slowest`, slowest < MINUTE_MS)],
    },
  ];
}

/** From an empty browser at `/` to a test alert that arrived. */
async function firstMinute(browser: Browser, service: LocalService, at: number): Promise<Times> {
  const began = performance.now();
  let last = began;
  const lap = () => {
    const took = performance.now() - last;
    last += took;
    return took;
  };
  await using opened = await openConsole(service, { browser, path: '/' });
  const { page } = opened;
  await page.getByRole('link', { name: 'Create monitor' }).waitFor();
  const shown = lap();
  await page.getByRole('link', { name: 'Create monitor' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('nightly backup');
  await page.keyboard.press('Enter');
  await page.getByText('Waiting for the first ping').waitFor();
  const watched = lap();
  await fetch((await page.locator('code').first().textContent()) ?? '');
  await page.getByText('It answered').waitFor();
  const green = lap();
  await addAgreeingAddress(page, { mailbox: service.mailbox }, `stranger-${at}@example.com`);
  await page.getByRole('button', { name: 'Send a test alert' }).click();
  await page.getByText('The test by email arrived.').waitFor();
  return {
    'the first page is there': shown,
    'it is watched': watched,
    'it is green': green,
    'a test alert arrived': lap(),
    all: performance.now() - began,
  };
}

/** Bytes of each kind of file, packed as they are sent; `first` is what the document of the console names. */
async function weights() {
  const files = await buildConsole({ arePublicPagesShown: true });
  const html = String(files.find(({ path }) => path === '/app/index.html')?.body);
  const scripts = files.filter(({ path }) => path.endsWith('.js'));
  const styles = files.filter(({ path }) => path.endsWith('.css'));
  const row = (what: string, some: readonly { body: Buffer }[]) => ({
    what,
    bytes: some.reduce((sum, { body }) => sum + body.byteLength, 0),
    gzip: some.reduce((sum, { body }) => sum + gzipSync(body, { level: 9 }).byteLength, 0),
  });
  return [
    row(
      'script of the first screen',
      scripts.filter(({ path }) => html.includes(path)),
    ),
    row('script of every screen', scripts),
    row('style', styles),
    row('document of the console', [{ body: Buffer.from(html) }]),
  ];
}
