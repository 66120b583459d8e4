import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { isThorough } from '../../bin/long-tests.ts';
import { newMachine } from '../support/machines/machine.ts';
import { storeReading } from '../support/machines/readings.ts';
import { shared } from '../support/service/shared.ts';
import { fullGuest, startTill } from '../support/money/till.ts';
import { atEachWidth, faultsOf, openConsole } from './console-browser.ts';

let id: string;
const till = shared(startTill);
const owner = shared(() => till.service.guest());
beforeAll(async () => {
  id = String((await owner.createMonitor({ name: 'renew certificates' }))['id']);
});

const NAV = [
  'Monitors',
  'Incidents',
  'Day',
  'Machines',
  'Channels',
  'Status pages',
  'Keys & import',
  'Billing',
  'Sign in',
];

const WIDTHS = isThorough() ? [320, 390, 768, 1280] : [320, 1280];

/** What is wrong at some width with what a script measures: it returns nothing where all is well. */
const atWidths = (page: Page, script: string): Promise<string[]> =>
  atEachWidth(page, () => page.evaluate<string[]>(script), WIDTHS);

/** Every block of code whose text is cut, or stands under its button. */
const CUT_CODE = `[...document.querySelectorAll('.code')].flatMap((block) => {
  const pre = block.querySelector('pre');
  const text = block.querySelector('code').getBoundingClientRect();
  const copy = block.querySelector('button').getBoundingClientRect();
  return [
    ...(pre.scrollWidth > pre.clientWidth ? ['cut: ' + pre.textContent] : []),
    ...(text.right > copy.left ? ['under its button: ' + pre.textContent] : []),
  ];
})`;

it('the status page has names in their words, and a badge to copy', async () => {
  await using opened = await openConsole(till.service, { guest: owner, path: '/app/status' });
  const { page } = opened;
  await page.getByRole('button', { name: 'Show its address' }).click();
  await page.getByRole('cell', { name: 'renew certificates', exact: true }).waitFor();
  const brokenWords = `(() => {
    const name = document.querySelector('td bdi');
    const region = name.closest('.table');
    const words = name.textContent.split(' ').length;
    return [
      ...(name.getClientRects().length > words ? ['a word is broken'] : []),
      ...(region.scrollWidth > region.clientWidth ? ['the table is cut'] : []),
    ];
  })()`;
  expect(await atWidths(page, brokenWords)).toEqual([]);
  expect(await atWidths(page, CUT_CODE)).toEqual([]);
  expect(await faultsOf(page)).toEqual([]);
  await opened.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy badge of renew certificates' }).click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^!\[renew certificates\]\(http/);
  expect(opened.complaints).toEqual([]);
});

it('a row of the list has its state, its schedule and whole tags beside and below each other', async () => {
  const guest = await till.service.guest();
  const tags = ['berlin', 'customer-a', 'database', 'nightly', 'production', 'rack-1', 'rack-10', 'rack-2'];
  const { id: long } = await guest.createMonitor({ name: 'a', max_duration_sec: 60, tags });
  await till.service.call('GET', `/in/${long}/start`);
  till.service.clock.advance(120);
  await till.service.check();
  await using opened = await openConsole(till.service, { guest });
  const { page } = opened;
  await page.locator('.row').getByText('Running too long').waitFor();
  const broken = `(() => {
    const boxOf = (selector) => document.querySelector('.rows ' + selector).getBoundingClientRect();
    const line = boxOf('.under');
    const schedule = boxOf('.schedule');
    const cut = [...document.querySelectorAll('.under .tag')].filter((tag) => {
      const { top, right } = tag.getBoundingClientRect();
      return top < line.bottom && right > line.right + 1;
    });
    return [
      ...cut.map((tag) => 'cut: ' + tag.textContent),
      ...(boxOf('.state').right > boxOf('.who').left - 8 ? ['the state touches the name'] : []),
      ...(innerWidth > 800 && schedule.width < 40 ? ['no schedule'] : []),
    ];
  })()`;
  expect(await atWidths(page, broken)).toEqual([]);
  const named = await page.locator('.chips.tags .chip').allTextContents();
  expect(named.slice(-3).map((text) => text.replace(/ ?1$/, ''))).toEqual(['rack-1', 'rack-2', 'rack-10']);
  expect(opened.complaints).toEqual([]);
});

it('what an import would watch has names and durations in their words, below its button', async () => {
  await using opened = await openConsole(till.service, { guest: owner, path: '/app/import' });
  const { page } = opened;
  const typed = page.getByRole('textbox', { name: 'Your crontab' });
  await typed.fill('*/5 * * * * /usr/local/bin/backup.sh');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('cell', { name: '1 min 30 s' }).waitFor();
  const broken = `(() => {
    const { bottom } = document.querySelector('.form .button').getBoundingClientRect();
    return [
      ...(document.querySelector('td bdi').getClientRects().length > 1 ? ['the name is broken'] : []),
      ...[...document.querySelectorAll('td.number')]
        .filter(isBroken)
        .map((cell) => 'in two lines: ' + cell.textContent),
      ...(document.querySelector('.table').getBoundingClientRect().top - bottom < 16 ? ['no gap'] : []),
    ];
    function isBroken(cell) {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getClientRects().length > 1;
    }
  })()`;
  expect(await atWidths(page, broken)).toEqual([]);
  expect(await faultsOf(page)).toEqual([]);
  expect(opened.complaints).toEqual([]);
});

it.each(['', '?tab=settings', '/start'])('nothing to copy is cut or covered on a monitor%s', async (at) => {
  const path = `/app/monitors/${id}${at}`;
  await using opened = await openConsole(till.service, { guest: owner, path });
  const { page } = opened;
  await page.locator('.code').first().waitFor();
  expect(await atWidths(page, CUT_CODE)).toEqual([]);
  const cutTabs = `[...document.querySelectorAll('[role=tablist]')]
    .flatMap((list) => (list.scrollWidth > list.clientWidth ? ['tabs beyond the edge'] : []))`;
  expect(await atWidths(page, cutTabs)).toEqual([]);
  expect(opened.complaints).toEqual([]);
});

it('what asks for money is seen whole', async () => {
  const guest = await fullGuest(till);
  const expected = /402 \(Payment Required\)/;
  const opening = `(() => {
    const dialog = document.querySelector('dialog');
    return [
      ...(dialog.scrollLeft > 0 ? ['scrolled by ' + dialog.scrollLeft] : []),
      ...(dialog.scrollWidth > dialog.clientWidth ? ['wider than its frame'] : []),
    ];
  })()`;
  await using opened = await openConsole(till.service, { guest, path: '/app/new', expected });
  const { page } = opened;
  await page.getByRole('textbox', { name: 'Name' }).fill('paid');
  const dialog = page.getByRole('dialog');
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await page.getByRole('button', { name: 'Create monitor' }).click();
    await dialog.waitFor();
    await page.locator('dialog details').evaluateAll((folds) => {
      for (const fold of folds) fold.setAttribute('open', '');
    });
    expect(await page.evaluate(opening), `at ${width} px`).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  expect(opened.complaints).toEqual([]);
});

describe('the navigation', () => {
  it('has nothing beyond an edge, and behind its button everything', async () => {
    await using opened = await openConsole(till.service, { guest: owner, path: '/app/incidents' });
    const { page } = opened;
    await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor();
    const links = page.getByRole('navigation', { name: 'Console' }).getByRole('link');
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const menu = page.getByRole('button', { name: 'Menu' });
      const isBehind = await menu.isVisible();
      expect(isBehind, `at ${width} px`).toBe(width < 1000);
      if (isBehind) await menu.click();
      for (const link of await links.all()) {
        const { x, width: own } = (await link.boundingBox()) ?? { x: -1, width: 0 };
        expect(x, `at ${width} px: ${await link.textContent()}`).toBeGreaterThanOrEqual(0);
        expect(x + own, `at ${width} px: ${await link.textContent()}`).toBeLessThanOrEqual(width);
      }
      expect(await links.allTextContents()).toEqual(NAV);
      if (isBehind) await menu.click();
    }
    expect([...(await faultsOf(page)), ...opened.complaints]).toEqual([]);
  });

  it('goes where it is told to, and is closed there', async () => {
    await using opened = await openConsole(till.service, { guest: owner, width: 768 });
    const { page } = opened;
    await page.getByRole('button', { name: 'Menu' }).press('Enter');
    await page.getByRole('link', { name: 'Billing' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Billing' }).waitFor();
    await page.getByRole('link', { name: 'Monitors' }).waitFor({ state: 'hidden' });
    expect(opened.complaints).toEqual([]);
  });
});

/** Keeps what is written left of its canvas, in letters a little wider than those of this machine. */
const WATCHED_CANVAS = `
  const { set } = Object.getOwnPropertyDescriptor(CanvasRenderingContext2D.prototype, 'font');
  Object.defineProperty(CanvasRenderingContext2D.prototype, 'font', {
    set(font) {
      set.call(this, font.replace('12px', '14px'));
    },
  });
  window.cut = [];
  const write = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
    const { actualBoundingBoxLeft: left } = this.measureText(text);
    const { x: from } = new DOMPoint(x - left, y).matrixTransform(this.getTransform());
    if (from < 0) window.cut.push(text);
    (window.written ??= []).push(text);
    return write.apply(this, arguments);
  };
`;

it('no number of a chart is cut to another one', async () => {
  const { device } = await newMachine(till.service, ['uptime'], { owner });
  const at = till.service.clock.now();
  // Which has a mark at 33 min 20 s.
  for (const minute of [1, 2, 3])
    await storeReading(till.service, device, at + minute * 60_000, { uptime: { seg: 2_000 + minute * 60 } });
  till.service.clock.advance(240);
  await using opened = await openConsole(till.service, {
    guest: owner,
    path: `/app/devices/${device.id}`,
    before: (page) => page.addInitScript(WATCHED_CANVAS),
  });
  const { page } = opened;
  await page.locator('.plot canvas').first().waitFor();
  expect(await atWidths(page, 'window.cut')).toEqual([]);
  expect(await page.evaluate('window.written.length')).toBeGreaterThan(0);
  expect(opened.complaints).toEqual([]);
});
