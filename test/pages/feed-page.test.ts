import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { isThorough } from '../../bin/long-tests.ts';
import { THEMES, violationsOf } from '../support/browser/axe.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { complaintsOf } from '../support/browser/complaints.ts';
import { feedMonitor, NOW, rollOf, rowIdOf } from '../lib/domain/feed/sample-feed.ts';
import { serveFeed, type Showing } from './feed-server.ts';
import { ODD_NAMES, sampleRoll } from './sample-roll.ts';
import { shared } from '../support/service/shared.ts';
import { casesOf, itThorough } from '../support/thorough.ts';

const PHONE = { width: 360, height: 740 };
const DESK = { width: 1280, height: 800 };

const closers: (() => unknown)[] = [];

const browser = shared(launchChromium);

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A page on a feed, with everything that must not happen written down in `complaints`. */
async function openFeed(showing: Partial<Showing>, options: BrowserContextOptions = {}, clock = false) {
  const shown: Showing = { monitors: [], now: NOW, status: 200, ...showing };
  const server = await serveFeed(shown);
  const context = await browser.newContext({ viewport: DESK, ...options });
  closers.push(
    () => context.close(),
    () => server.close(),
  );
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  page.on('dialog', (dialog) => complaints.push(dialog.message()));
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol !== 'data:' && host !== new URL(server.url).host) complaints.push(request.url());
  });
  await page.addInitScript(
    'document.addEventListener("securitypolicyviolation", (event) => console.error(event.violatedDirective))',
  );
  if (clock) await page.clock.install({ time: NOW });
  await page.goto(server.url);
  return { page, complaints, shown, asked: server.asked };
}

const widthOf = async (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth');

// Sixty have every name and every state; more have no colour or width that these do not have.
it.each(casesOf(1, [60, 0, 3]))(
  '%i monitors: on a phone and a desk, in both themes, accessible, as wide as the screen, silent',
  async (count) => {
    const { page, complaints } = await openFeed({ monitors: sampleRoll(count) }, { viewport: PHONE });

    for (const [viewport, theme] of [
      [PHONE, 'light'],
      [DESK, 'dark'],
    ] as const) {
      await page.setViewportSize(viewport);
      expect(await violationsOf(page, isThorough() ? THEMES : [theme])).toEqual([]);
      expect(await widthOf(page)).toBe(viewport.width);
    }
    expect(await page.locator('summary').count()).toBe(count);
    expect(complaints).toEqual([]);
  },
);

itThorough('every row opened and every contrast measured, both colour schemes are accessible', async () => {
  const { page } = await openFeed({ monitors: sampleRoll(20) }, { viewport: PHONE });

  await page.evaluate('for (const row of document.querySelectorAll("details")) row.open = true');

  expect(await violationsOf(page)).toEqual([]);
  expect(await widthOf(page)).toBe(PHONE.width);
});

it('odd names are read exactly as they were given', async () => {
  const monitors = ODD_NAMES.map((name, index) => feedMonitor({ name, rowId: rowIdOf(index) }));
  const { page } = await openFeed({ monitors });

  const names = await page.locator('summary bdi').allTextContents();

  expect(names.toSorted()).toEqual(ODD_NAMES.toSorted());
  expect(await page.title()).toBe('All 9 ok · Rollcall');
});

itThorough('the colours follow the system', async () => {
  const { page } = await openFeed({ monitors: sampleRoll(3) });
  const paper = async (colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme });
    return page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  };

  expect([await paper('light'), await paper('dark')]).toEqual(['rgb(249, 248, 245)', 'rgb(17, 20, 23)']);
});

itThorough('a screen reader meets a banner, a navigation, a main part and headings in order', async () => {
  const { page } = await openFeed({ monitors: rollOf(['ok', 'late']) });

  expect(await page.locator('body').ariaSnapshot()).toContain('heading "1 of 2 is late" [level=1]');
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Late 1', 'OK 1']);
  expect(await page.getByRole('banner').count()).toBe(1);
  expect(await page.getByRole('navigation', { name: 'States' }).getByRole('link').allTextContents()).toEqual([
    '1 late',
    '1 ok',
  ]);
  expect(await page.getByRole('region', { name: 'Late 1' }).getByRole('listitem').count()).toBe(1);
});

it('without JavaScript the page is whole and its rows open', async () => {
  const { page, complaints } = await openFeed({ monitors: sampleRoll(20) }, { javaScriptEnabled: false });
  const row = page.locator('.ok details').first();

  await row.locator('summary').click();

  expect(await page.locator('h1').textContent()).toBe(
    '2 of 16 are late, 1 is failing, 1 is running too long',
  );
  expect(await row.locator('dl').isVisible()).toBe(true);
  expect(await page.getByRole('link', { name: 'reload it' }).isVisible()).toBe(true);
  expect(complaints).toEqual([]);
});

itThorough('the keyboard alone opens a row', async () => {
  const { page } = await openFeed({ monitors: rollOf(Array.from({ length: 13 }, () => 'ok')) });

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');

  expect(await page.locator('details[open] bdi').allTextContents()).toEqual(['job 1']);
});

itThorough(
  'badges of closed rows are not fetched; those in sight are, and fill the place kept for them',
  async () => {
    const { page, asked } = await openFeed({
      monitors: rollOf(['late', ...Array.from({ length: 99 }, () => 'ok' as const)]),
    });

    const isLoaded = async () => page.evaluate<boolean>('document.querySelector(".late img").complete');
    await expect.poll(isLoaded).toBe(true);

    expect(asked.filter((path) => path.endsWith('.svg'))).toEqual([`/s/sample-token/${rowIdOf(1)}.svg`]);
    const sizes = '(({ naturalWidth, width, height }) => [naturalWidth, width, height])';
    expect(await page.evaluate(`${sizes}(document.querySelector(".late img"))`)).toEqual([73, 73, 20]);
  },
);

it('after a minute the roll is renewed in place: sight, focus and opened rows stay', async () => {
  const roll = rollOf(Array.from({ length: 60 }, () => 'ok'));
  const { page, shown, complaints } = await openFeed({ monitors: roll }, { viewport: PHONE }, true);
  const row = page.locator('details', { has: page.getByText('job 40', { exact: true }) });
  await row.locator('summary').focus();
  await page.keyboard.press('Enter');
  const icon = await page.locator('link[rel=icon]').getAttribute('href');
  const place = await row.boundingBox();

  shown.monitors = [...roll.slice(0, 59), feedMonitor({ state: 'late', rowId: rowIdOf(60), name: 'job 60' })];
  await page.clock.fastForward(61_000);

  await expect.poll(async () => page.locator('h1').textContent()).toBe('1 of 60 is late');
  expect(await page.title()).toBe('1 late · Rollcall');
  expect(await page.locator('link[rel=icon]').getAttribute('href')).not.toBe(icon);
  expect(await page.getByRole('status').textContent()).toBe('1 of 60 is late');
  expect(await row.getAttribute('open')).toBe('');
  expect((await row.boundingBox())?.y).toBeCloseTo(place?.y ?? NaN, 0);
  expect(await page.evaluate<string>('document.activeElement.querySelector("bdi").textContent')).toBe(
    'job 40',
  );
  expect(complaints).toEqual([]);
});

itThorough('a card that newer ones push beyond the tenth closes, unless its reader opened it', async () => {
  const late = (count: number) =>
    Array.from({ length: count }, (_none, index) =>
      feedMonitor({
        state: 'late',
        rowId: rowIdOf(index),
        name: `job ${index}`,
        stateSince: NOW - (900 - index) * 1000,
      }),
    );
  const { page, shown } = await openFeed({ monitors: late(11) }, {}, true);
  const openNames = () => page.locator('details[open] bdi').allTextContents();
  expect(await openNames()).toEqual(Array.from({ length: 10 }, (_none, index) => `job ${10 - index}`));
  await page.locator('summary', { hasText: 'job 0' }).click();

  shown.monitors = late(12);
  await page.clock.fastForward(61_000);

  await expect.poll(async () => page.locator('h1').textContent()).toBe('All 12 are late');
  expect(await openNames()).toEqual([
    ...Array.from({ length: 10 }, (_none, index) => `job ${11 - index}`),
    'job 0',
  ]);
});

itThorough('a wall screen that shows the top still shows the top when failures come in', async () => {
  const { page, shown } = await openFeed(
    { monitors: rollOf(Array.from({ length: 60 }, () => 'ok')) },
    {},
    true,
  );

  shown.monitors = rollOf(Array.from({ length: 60 }, (_none, index) => (index < 9 ? 'late' : 'ok')));
  await page.clock.fastForward(61_000);

  await expect.poll(async () => page.locator('h1').textContent()).toBe('9 of 60 are late');
  expect(await page.evaluate<number>('scrollY')).toBe(0);
});

itThorough('a page that gets no news says so instead of showing an old all-clear, and recovers', async () => {
  const { page, shown } = await openFeed({ monitors: rollOf(['ok']) }, {}, true);

  shown.status = 503;
  await page.clock.fastForward(61_000);
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('No news for 1 min.');
  expect(await page.title()).toBe('No news · Rollcall');
  expect(await violationsOf(page)).toEqual([]);

  shown.status = 200;
  await page.clock.fastForward(61_000);
  await expect.poll(() => page.title()).toBe('1 ok · Rollcall');
  expect(await page.locator('#stale').isHidden()).toBe(true);
});

itThorough('a page of another build is loaded whole', async () => {
  const { page, asked } = await openFeed({ monitors: rollOf(['ok']) }, {}, true);

  await page.evaluate('document.querySelector("style").append("/* an older build */")');
  await page.clock.fastForward(61_000);

  await expect.poll(() => asked.filter((path) => path === '/s/sample-token').length).toBe(3);
  await expect.poll(async () => page.locator('style').textContent()).not.toContain('older build');
});

itThorough('a page whose address was rotated says that the address has ended', async () => {
  const { page, shown } = await openFeed({ monitors: rollOf(['ok']) }, {}, true);

  shown.status = 404;
  await page.clock.fastForward(61_000);

  await expect.poll(() => page.getByRole('alert').textContent()).toContain('This address has ended.');
});

itThorough('a hidden page asks for nothing until it is seen again', async () => {
  const { page, asked } = await openFeed({ monitors: rollOf(['ok']) }, {}, true);
  const looks = () => asked.filter((path) => path === '/s/sample-token').length;
  const setHidden = async (hidden: boolean) =>
    page.evaluate(
      `Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true });
       document.dispatchEvent(new Event('visibilitychange'));`,
    );

  await setHidden(true);
  await page.clock.fastForward(600_000);
  expect(looks()).toBe(1);

  await setHidden(false);
  await expect.poll(looks).toBe(2);
});
