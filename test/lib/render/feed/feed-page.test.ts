import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { feedPage } from '../../../../lib/render/feed/feed-page.ts';
import { feedPageSecurity } from '../../../../lib/render/feed/feed-page-security.ts';
import type { FeedMonitor, FeedState } from '../../../../lib/domain/feed/feed-monitor.ts';
import { FAILING, feedMonitor, MINUTE, NOW, rollOf, rowIdOf, URLS } from '../../domain/feed/sample-feed.ts';

const pageOf = (...monitors: FeedMonitor[]): string => feedPage({ monitors, urls: URLS }, NOW);
const between = (page: string, start: string, end: string): string =>
  page.split(start, 2)[1]?.split(end, 1)[0] ?? '';

const times = (count: number, state: FeedState): FeedState[] => Array.from({ length: count }, () => state);

it.each([
  [[], 'No monitors yet', 'No monitors · Rollcall'],
  [['ok'], 'The only one watched is ok', '1 ok · Rollcall'],
  [times(12, 'ok'), 'All 12 are ok', 'All 12 ok · Rollcall'],
  [[...times(12, 'ok'), 'paused', 'inactive'], 'All 12 are ok', 'All 12 ok · Rollcall'],
  [['late'], 'The only one watched is late', '1 late · Rollcall'],
  [['late', 'ok'], '1 of 2 is late', '1 late · Rollcall'],
  [['late', 'late', ...times(10, 'ok')], '2 of 12 are late', '2 late · Rollcall'],
  [['late', 'late'], 'All 2 are late', '2 late · Rollcall'],
  [['late', 'waiting', 'ok'], '1 of 3 is late', '1 late · Rollcall'],
  [['waiting'], 'The only one watched is waiting for a first ping', '1 waiting · Rollcall'],
  [['waiting', 'ok'], '1 of 2 is ok, 1 is waiting for a first ping', '1 ok, 1 waiting · Rollcall'],
  [['waiting', 'waiting'], 'All 2 are waiting for a first ping', '2 waiting · Rollcall'],
  [['paused', 'inactive'], 'All monitors are paused', 'Paused · Rollcall'],
  [['inactive'], 'No active monitors', 'No monitors · Rollcall'],
] as [FeedState[], string, string][])('the states %j are told as "%s"', (states, headline, title) => {
  const page = pageOf(...rollOf(states));

  expect(between(page, '<h1>', '</h1>')).toBe(headline);
  expect(between(page, '<title>', '</title>')).toBe(title);
});

const TOO_LONG = { ...FAILING, reason: 'too_long' } as const;

it.each([
  [[{ incident: FAILING }], 'The only one watched is failing', '1 failing · Rollcall'],
  [[{ incident: FAILING }, {}], '1 of 2 is failing', '1 failing · Rollcall'],
  [[{ state: 'waiting', incident: FAILING }, {}], '1 of 2 is failing', '1 failing · Rollcall'],
  [[{ incident: FAILING }, { state: 'waiting' }], '1 of 2 is failing', '1 failing · Rollcall'],
  [[{ incident: TOO_LONG }], 'The only one watched is running too long', '1 running too long · Rollcall'],
  [
    [{ state: 'late' }, { incident: FAILING }, { incident: FAILING }, { incident: TOO_LONG }, {}],
    '1 of 5 is late, 2 are failing, 1 is running too long',
    '1 late, 2 failing, 1 running too long · Rollcall',
  ],
  [[{ state: 'paused', incident: FAILING }, {}], 'The only one watched is ok', '1 ok · Rollcall'],
] as [Partial<FeedMonitor>[], string, string][])(
  'a job on time and failing is in the headline: %j',
  (monitors, headline, title) => {
    const page = pageOf(...monitors.map((facts, index) => feedMonitor({ rowId: rowIdOf(index), ...facts })));

    expect(between(page, '<h1>', '</h1>')).toBe(headline);
    expect(between(page, '<title>', '</title>')).toBe(title);
  },
);

it('a job on time and failing stands under a heading of its own, with the span of its trouble', () => {
  const page = pageOf(feedMonitor({ incident: FAILING }), feedMonitor({ rowId: rowIdOf(1) }));

  expect(page).toContain('<section class="failing trouble" aria-labelledby="failing">');
  expect(page).toContain('<h2 id="failing">Failing <span>1');
  expect(page).toMatch(/<b>failing<\/b><bdi>nightly-backup<\/bdi><time [^>]+>for 2 min<\/time>/);
  expect(page).toContain('<li><a href="#failing">1 failing</a></li>');
});

it('the sections stand failures first, each with its count', () => {
  const page = pageOf(...rollOf(['ok', 'inactive', 'late', 'paused', 'waiting', 'ok']));

  expect(page.match(/<h2 id="\w+">[^<]+<span>\d+/g)).toEqual([
    '<h2 id="late">Late <span>1',
    '<h2 id="waiting">Waiting <span>1',
    '<h2 id="paused">Paused <span>1',
    '<h2 id="ok">OK <span>2',
    '<h2 id="inactive">Inactive <span>1',
  ]);
});

it('a row tells state, name and how long ago, with the exact instant beside the words', () => {
  expect(pageOf(feedMonitor())).toContain(
    '<b>ok</b><bdi>nightly-backup</bdi><time datetime="2026-08-01T02:56:00Z" title="2026-08-01 02:56:00 UTC">4 min ago</time>',
  );
  expect(pageOf(feedMonitor({ state: 'late' }))).toContain(
    '<time datetime="2026-08-01T02:46:00Z" title="2026-08-01 02:46:00 UTC">silent for 14 min</time>',
  );
});

it.each([
  [{ missCount: 1 }, '<dt>Went silent<dd>once'],
  [{ missCount: 2 }, '<dt>Went silent<dd>2 times'],
  [{ alerts: { email: false, url: false } }, '<dt>Alerts<dd>nobody is notified'],
  [{ alerts: { email: true, url: true } }, '<dt>Alerts<dd>by e-mail and webhook'],
  [
    { drifts: ['flaky', 'twice'] },
    '<dt>Noticed, no alert<dd>It has started to fail now and then. It seems to run twice.',
  ],
  [{ tags: ['db', 'prod'] }, '<dt>Tags<dd>db, prod'],
  [{ intervalSec: 5400 }, '<dt>Expected<dd>every 1 h 30 min'],
  [
    { cron: '0 3 * * *', tz: 'Asia/Tokyo', graceSec: 90 },
    '<code>0 3 * * *</code> Asia/Tokyo, 1 min 30 s of grace',
  ],
  [{ deadlineAt: NOW + 6 * MINUTE }, 'UTC">within 6 min</time>'],
  [
    { state: 'late', deadlineAt: NOW - 4 * MINUTE },
    '<dt>Was due by<dd><time datetime="2026-08-01T02:56:00Z"',
  ],
] as [Partial<FeedMonitor>, string][])('a monitor with %j says %s', (facts, expected) => {
  expect(pageOf(feedMonitor(facts))).toContain(expected);
});

it('a monitor that never missed does not speak of it', () => {
  expect(pageOf(feedMonitor({ state: 'late', missCount: 0 }))).not.toContain('Went silent');
});

it('each row carries its badge, lazy, with its place kept', () => {
  expect(pageOf(feedMonitor())).toContain(
    '<img src="https://status.example.com/s/TOKEN/0123456789abcdef01234567.svg" width="121" height="20" alt="" loading="lazy">',
  );
});

it('a small roll is opened, a large one only where there is trouble, up to ten of a kind', () => {
  const opened = (...monitors: FeedMonitor[]): number =>
    pageOf(...monitors).split('<details open>').length - 1;
  const failing = Array.from({ length: 30 }, (_none, index) =>
    feedMonitor({ incident: FAILING, rowId: rowIdOf(100 + index) }),
  );

  expect(opened(...rollOf(times(3, 'ok')))).toBe(3);
  expect(opened(...rollOf(times(4, 'ok')))).toBe(0);
  expect(opened(...rollOf(['late', 'late', ...times(11, 'ok')]))).toBe(2);
  expect(opened(...rollOf(times(11, 'late')))).toBe(10);
  expect(opened(...rollOf(times(30, 'late')), ...failing)).toBe(20);
});

it('of many late cards the newest are opened, and the others still show their line', () => {
  const late = Array.from({ length: 12 }, (_none, index) =>
    feedMonitor({
      state: 'late',
      name: `job ${index}`,
      rowId: rowIdOf(index),
      stateSince: NOW - (60 - index) * MINUTE,
    }),
  );

  const rows = [...pageOf(...late).matchAll(/<details( open)?><summary><b>late<\/b><bdi>job (\d+)/g)];

  expect(rows.map(([, open, number]) => [Number(number), open !== undefined])).toEqual(
    Array.from({ length: 12 }, (_none, index) => [11 - index, index < 10]),
  );
});

it('the favicon differs with the worst state and is part of the page', () => {
  const icons = (['ok', 'late', 'waiting', 'paused'] as const).map((state) =>
    between(pageOf(...rollOf([state])), '<link rel="icon" href="', '"'),
  );

  expect(new Set(icons).size).toBe(4);
  expect(icons.every((icon) => icon.startsWith('data:image/svg+xml,'))).toBe(true);
});

it('an owner without monitors reads that there are none yet', () => {
  expect(pageOf()).toContain('This feed has no monitors.');
});

it('search engines are told to keep out, and the address travels in no Referer', () => {
  expect(pageOf()).toContain('<meta name="robots" content="noindex">');
  expect(feedPageSecurity['x-robots-tag']).toBe('noindex, nofollow');
  expect(feedPageSecurity['referrer-policy']).toBe('no-referrer');
});

it('the policy allows this stylesheet and this script by their hash, and nothing else', () => {
  const page = pageOf();
  const hash = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

  expect(feedPageSecurity['content-security-policy']?.split('; ')).toEqual([
    "default-src 'none'",
    `style-src '${hash(between(page, '<style>', '</style>'))}'`,
    `script-src '${hash(between(page, '<script>', '</script>'))}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]);
});

it('no text of an owner can add markup to the page', () => {
  const skeleton = (page: string): string => page.replace(/[^<>"]/g, '');
  const plain = skeleton(pageOf(feedMonitor({ name: 'x', cron: 'x', tz: 'x', tags: ['x'] })));

  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const name = `"'><script>${text}</script><!--`;
      const page = pageOf(feedMonitor({ name, cron: name, tz: name, tags: [name] }));

      expect(skeleton(page)).toBe(plain);
      expect(page).not.toMatch(/[^\P{Cc}\t\n\r]/u);
    }),
  );
});

it('a roll of two thousand stays under 1.6 MB', () => {
  const monitors = Array.from({ length: 2000 }, (_none, index) =>
    feedMonitor({ name: `job ${index}`, rowId: rowIdOf(index), state: index % 50 === 0 ? 'late' : 'ok' }),
  );

  expect(Buffer.byteLength(pageOf(...monitors))).toBeLessThan(1_600_000);
});
