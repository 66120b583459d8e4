import { readdirSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { findChromium, installedChromium, launchChromium, startChromium } from './chromium.ts';
import { needsNpmChromium } from '../lacking.ts';
import { ARCHIVES, npmChromium } from './npm-chromium.ts';
import { itThorough } from '../../support/thorough.ts';

beforeEach(needsNpmChromium);

/** The width of a line in pixels, in each generic family and two that machines may have. */
async function widths(browser: Browser): Promise<number[]> {
  const page = await browser.newPage();
  const spans = ['serif', 'sans-serif', 'monospace', 'system-ui', 'Arial', 'DejaVu Sans'].map(
    (family) =>
      `<div><span style="font:16px ${family}">Every job answers the roll call: iii MMM</span></div>`,
  );
  await page.setContent(spans.join(''));
  const measure = '[...document.querySelectorAll("span")].map((span) => span.getBoundingClientRect().width)';
  return page.evaluate<number[]>(measure);
}

it('the one of npm is taken with its libraries, whatever is installed', async () => {
  const found = await findChromium('');

  expect(found).toEqual(await npmChromium());
  await using browser = await startChromium(found);
  expect(browser.version()).toMatch(/^\d+\.\d/);
  // It is not kept packed beside what came out of it.
  expect(readdirSync(ARCHIVES)).toEqual([]);
});

it('the configured program goes first, and a path to none is said', async () => {
  expect(await findChromium(process.execPath)).toEqual({ path: process.execPath, env: {} });
  await expect(findChromium('/nowhere/chromium')).rejects.toThrow(
    'CHROMIUM_PATH must name a program; got /nowhere/chromium.',
  );
});

itThorough('text is as wide in every browser and family, whatever fonts this machine has', async () => {
  await using ofNpm = await startChromium(await npmChromium());
  await using found = await startChromium(installedChromium() ?? (await findChromium()));

  // DejaVu Serif, which this font replaces where it is installed, makes it 327 wide. Hinting may move two pixels.
  for (const width of [...(await widths(ofNpm)), ...(await widths(found))]) {
    expect(Math.abs(width - 288)).toBeLessThan(2);
  }
});

it('a worker keeps one through its files, each with pages of its own, and replaces one that crashed', async () => {
  const first = await launchChromium();
  const page = await first.newPage();
  await first.close();
  expect([page.isClosed(), first.isConnected()]).toEqual([true, true]);

  const again = await launchChromium();
  expect(again.contexts()).toEqual([]);
  const session = await again.newBrowserCDPSession();
  const gone = new Promise((resolve) => again.on('disconnected', resolve));
  await Promise.all([gone, session.send('Browser.crash').catch(() => null)]);
  expect(first.isConnected()).toBe(false);
  const next = await launchChromium();
  expect(next.version()).toBe(first.version());
  expect(next.isConnected()).toBe(true);
});
