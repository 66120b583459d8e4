import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../support/browser/chromium.ts';
import { NOW, rollOf } from '../lib/domain/feed/sample-feed.ts';
import { violationsOf } from '../support/browser/axe.ts';
import { serveFeed, type Showing } from './feed-server.ts';
import { sampleRoll } from './sample-roll.ts';

const SCREEN = { width: 1920, height: 1080 };

let browser: Browser;
let server: Awaited<ReturnType<typeof serveFeed>>;
const shown: Showing = { monitors: [], now: NOW, status: 200 };
beforeAll(async () => {
  [browser, server] = await Promise.all([launchChromium(), serveFeed(shown)]);
});
afterAll(async () => {
  await browser.close();
  server.close();
});

async function openWall(options: { javaScriptEnabled?: boolean; clock?: boolean } = {}) {
  const { clock = false, javaScriptEnabled = true } = options;
  const context = await browser.newContext({ viewport: SCREEN, javaScriptEnabled });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  if (clock) await page.clock.install({ time: NOW });
  await page.goto(`${server.url}?wall=1`);
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() };
}

const sizeOf = (page: Page) =>
  page.evaluate<number[]>('[document.documentElement.scrollWidth, document.documentElement.scrollHeight]');

it.each([0, 1, 12, 250])(
  '%i monitors fill the screen and no more, in both themes, accessible',
  async (count) => {
    shown.monitors = sampleRoll(count);
    await using opened = await openWall();
    const { page, complaints } = opened;

    expect(await sizeOf(page)).toEqual([SCREEN.width, SCREEN.height]);
    expect(await violationsOf(page)).toEqual([]);
    const bottoms = await page
      .locator('.tiles li')
      .evaluateAll((tiles) => tiles.map((tile) => tile.getBoundingClientRect().bottom));
    expect(bottoms).toHaveLength(Math.min(count, 100));
    if (count > 0) expect(Math.max(...bottoms)).toBeGreaterThan(SCREEN.height * 0.96);
    await page.setViewportSize({ width: 390, height: 844 });
    expect((await sizeOf(page))[0]).toBe(390);
    expect(complaints).toEqual([]);
  },
);

it('renews itself by its own address, and says when no news comes', async () => {
  shown.monitors = rollOf(['ok', 'ok']);
  await using opened = await openWall({ clock: true });
  const { page } = opened;

  shown.monitors = rollOf(['ok', 'late']);
  await page.clock.fastForward(61_000);
  await expect.poll(() => page.locator('h1').textContent()).toBe('1 of 2 is late');
  expect(await page.locator('.tiles .trouble bdi').allTextContents()).toEqual(['job 2']);

  shown.status = 503;
  await page.clock.fastForward(61_000);
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('No news for 1 min.');
  shown.status = 200;
});

it('without scripts it loads itself anew each minute, and only then', async () => {
  const renewals = async (javaScriptEnabled: boolean) => {
    await using opened = await openWall({ javaScriptEnabled });
    return await opened.page.locator('meta[http-equiv=refresh][content="60"]').count();
  };

  expect([await renewals(false), await renewals(true)]).toEqual([1, 0]);
});
