import type { Browser, CDPSession, Page } from 'playwright-core';
import { COOKIES } from '../lib/contract/cookies.ts';
import { startService } from '../lib/local/service.ts';
import { jsonLog } from '../lib/runtime/report/log.ts';
import { billingSettingsFor } from '../test/support/money/billing.ts';
import { startChromium } from '../test/support/browser/chromium.ts';
import { putOwnedFleet } from './owned-fleet.ts';
import { progress, target, type Section } from './report.ts';
import { quantileOf, spreadOf } from './spread.ts';
import { withEngine } from './with-engine.ts';

const SIZES = [10, 2_000];
const VISITS = 7;
const SCROLLED_FRAMES = 240;
/** A quick flick of a wheel. */
const SCROLL_PX = 160;

/** "Fast 3G" of WebPageTest, and a phone of the middle. */
const SLOW = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 96_000, cpu: 4 };

/** The console in a real Chromium, on one machine: the first visit on a slow phone, a list of 2,000 and how it scrolls. */
export function benchConsoleList(): Promise<Section[]> {
  return withEngine('rollcall', async (endpoint, tableName) => {
    const service = await startService({
      port: 0,
      dataDir: null,
      checkEverySec: null,
      drainEverySec: null,
      allowLoopbackAlerts: false,
      database: { endpoint, tableName },
      log: jsonLog,
      billing: billingSettingsFor('dev'),
    });
    const browser = await startChromium();
    try {
      const { table } = service.core;
      const visits: Section['rows'] = [];
      const lists: Section['rows'] = [];
      for (const size of SIZES) {
        const { token } = await putOwnedFleet(table, size);
        const site = { url: service.url, token };
        visits.push({ monitors: size, ...(await firstVisits(browser, site)) });
        lists.push({ monitors: size, ...(await listOf(browser, site)) });
        progress(`list of ${size} measured`);
      }
      return [
        { title: `First visit of /app, median of ${VISITS} [min-max], ms`, rows: visits, note: SLOW_NOTE },
        { title: 'The list, no throttling', rows: lists, note: LIST_NOTE },
        { title: 'Targets', rows: targetsOf(visits, lists) },
      ];
    } finally {
      await browser.close();
      await service.stop();
    }
  });
}

const SLOW_NOTE =
  'Nothing cached, 150 ms round trip, 1.6 Mbit/s, CPU slowed 4 times. Frame: heading, navigation and buttons answer. Rows: the first ones are painted and the page answers.';
const LIST_NOTE =
  'Render: from the click on “Monitors” to painted rows, the list being known. Frames: intervals while it scrolls 160 px each; work: CPU of the main thread for each.';

interface Site {
  url: string;
  token: string;
}

async function opened(browser: Browser, { url, token }: Site): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const secure = url.replace('http:', 'https:');
  await context.addCookies([
    { name: COOKIES.guest, value: token, url: secure, httpOnly: true, sameSite: 'Lax' },
  ]);
  return context.newPage();
}

/** Notes when what a selector names is painted and a task that came after it has run. */
const NOTED = `
  const noted = {};
  let seen;
  window.seen = new Promise((resolve) => { seen = resolve; });
  const watched = { frame: 'main h1', rows: '.monitors .rows .row' };
  new MutationObserver(() => {
    for (const [name, selector] of Object.entries(watched)) {
      if (noted[name] !== undefined || !document.querySelector(selector)) continue;
      noted[name] = null;
      requestAnimationFrame(() => setTimeout(() => { noted[name] = performance.now(); if (noted.rows) seen(noted); }));
    }
  }).observe(document, { childList: true, subtree: true });
`;

async function firstVisits(browser: Browser, site: Site) {
  const frames: number[] = [];
  const rows: number[] = [];
  let bytes = 0;
  for (let visit = -1; visit < VISITS; visit += 1) {
    const page = await opened(browser, site);
    const cdp = await page.context().newCDPSession(page);
    await slowed(cdp);
    let received = 0;
    cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
      received += encodedDataLength;
    });
    await page.addInitScript(NOTED);
    await page.goto(`${site.url}/app`);
    const noted = await page.evaluate<{ frame: number; rows: number }>('window.seen');
    bytes = received;
    await page.context().close();
    // The first one also warms the service.
    if (visit < 0) continue;
    frames.push(noted.frame);
    rows.push(noted.rows);
  }
  return { frame: spreadOf(frames), rows: spreadOf(rows), 'kB until then': Math.round(bytes / 1000) };
}

async function slowed(cdp: CDPSession): Promise<void> {
  const { cpu, ...network } = SLOW;
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', { offline: false, ...network });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu });
}

async function listOf(browser: Browser, site: Site) {
  const page = await opened(browser, site);
  await page.goto(`${site.url}/app`);
  await page.locator('.monitors .rows .row').first().waitFor();
  await page.waitForLoadState('networkidle');
  const renders: number[] = [];
  for (let turn = 0; turn < VISITS; turn += 1) {
    await page.getByRole('link', { name: 'Status page' }).click();
    await page.getByRole('heading', { level: 1, name: 'Status page' }).waitFor();
    renders.push(await page.evaluate<number>(RENDERED));
  }
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  const before = await busyMs(cdp);
  const frames = (await page.evaluate<number[]>(SCROLLED)).toSorted((one, other) => one - other);
  const work = ((await busyMs(cdp)) - before) / frames.length;
  const nodes = await page.evaluate<number>('document.querySelectorAll("*").length');
  await page.context().close();
  return {
    'render ms': spreadOf(renders),
    'frame p50 ms': quantileOf(frames, 0.5),
    'frame p95 ms': quantileOf(frames, 0.95),
    'work a frame ms': work,
    elements: nodes,
  };
}

const RENDERED = `new Promise((resolve) => {
  const start = performance.now();
  const look = () => document.querySelector('.monitors .rows .row')
    ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)))
    : setTimeout(look);
  document.querySelector('.bar nav a[href="/app"]').click();
  look();
})`;

const SCROLLED = `new Promise((resolve) => {
  const frames = [];
  let last = performance.now();
  const step = () => {
    const now = performance.now();
    frames.push(now - last);
    last = now;
    if (frames.length > ${SCROLLED_FRAMES}) return resolve(frames.slice(1));
    scrollBy(0, ${SCROLL_PX});
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})`;

async function busyMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const secOf = (name: string) => metrics.find((each) => each.name === name)?.value ?? 0;
  return (secOf('ScriptDuration') + secOf('LayoutDuration') + secOf('RecalcStyleDuration')) * 1000;
}

function targetsOf(visits: Section['rows'], lists: Section['rows']): Section['rows'] {
  const interactive = medianOf(visits[0]?.['frame']);
  const shown = medianOf(visits[0]?.['rows']);
  const render = medianOf(lists.at(-1)?.['render ms']);
  const work = Number(lists.at(-1)?.['work a frame ms']);
  return [
    target('First screen interactive < 1,000 ms', `${Math.round(interactive)} ms`, interactive < 1_000),
    target('… with its rows', `${Math.round(shown)} ms`, shown < 1_000),
    target('2,000 rendered < 300 ms', `${Math.round(render)} ms`, render < 300),
    target('Work of a frame < 16.7 ms', `${work.toFixed(1)} ms`, work < 16.7),
  ];
}

function medianOf(cell: Section['rows'][number][string] | undefined): number {
  return typeof cell === 'object' ? cell.median : Number.NaN;
}
