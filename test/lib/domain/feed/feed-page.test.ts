import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { feedPage } from '../../../../lib/domain/feed/feed-page.ts';
import { feedPageSecurity } from '../../../../lib/domain/feed/feed-page-security.ts';
import type { FeedMonitor, FeedState } from '../../../../lib/domain/feed/feed-monitor.ts';
import { feedMonitor, MINUTE, NOW, rollOf, rowIdOf, URLS } from './sample-feed.ts';

const pageOf = (...monitors: FeedMonitor[]): string => feedPage({ monitors, urls: URLS }, NOW);
const between = (page: string, start: string, end: string): string =>
  page.split(start, 2)[1]?.split(end, 1)[0] ?? '';

const times = (count: number, state: FeedState): FeedState[] => Array.from({ length: count }, () => state);

it.each([
  [[], 'Nobody is on the roll yet', 'Nobody on the roll · Rollcall'],
  [['ok'], 'The only one called answered', 'All 1 answered · Rollcall'],
  [times(12, 'ok'), 'All 12 answered the roll call', 'All 12 answered · Rollcall'],
  [[...times(12, 'ok'), 'paused', 'inactive'], 'All 12 answered the roll call', 'All 12 answered · Rollcall'],
  [['late'], 'The only one called is silent', '1 silent · Rollcall'],
  [['late', 'ok'], '1 of 2 is silent', '1 silent · Rollcall'],
  [['late', 'late', ...times(10, 'ok')], '2 of 12 are silent', '2 silent · Rollcall'],
  [['late', 'late'], 'All 2 are silent', '2 silent · Rollcall'],
  [['late', 'waiting', 'ok'], '1 of 3 is silent', '1 silent · Rollcall'],
  [['waiting'], 'The only one called has yet to answer', '1 yet to answer · Rollcall'],
  [['waiting', 'ok'], '1 of 2 has yet to answer', '1 yet to answer · Rollcall'],
  [['waiting', 'waiting'], 'All 2 have yet to answer', '2 yet to answer · Rollcall'],
  [['paused', 'inactive'], 'The roll call is paused', 'Paused · Rollcall'],
  [['inactive'], 'Nobody is on the roll any more', 'Nobody on the roll · Rollcall'],
] as [FeedState[], string, string][])('the states %j are told as "%s"', (states, headline, title) => {
  const page = pageOf(...rollOf(states));

  expect(between(page, '<h1>', '</h1>')).toBe(headline);
  expect(between(page, '<title>', '</title>')).toBe(title);
});

it('the sections stand failures first, each with its count', () => {
  const page = pageOf(...rollOf(['ok', 'inactive', 'late', 'paused', 'waiting', 'ok']));

  expect(page.match(/<h2 id="\w+">[^<]+<span>\d+/g)).toEqual([
    '<h2 id="late">Silent <span>1',
    '<h2 id="waiting">Not yet heard from <span>1',
    '<h2 id="paused">Paused <span>1',
    '<h2 id="ok">Answered <span>2',
    '<h2 id="inactive">Off the roll <span>1',
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
  [{ alerts: { email: false, url: false } }, '<dt>Alerts<dd>nobody is told'],
  [{ alerts: { email: true, url: true } }, '<dt>Alerts<dd>by e-mail and webhook'],
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

it('a small roll is opened, a large one only where it is silent', () => {
  const opened = (page: string): number => page.split('<details open>').length - 1;

  expect(opened(pageOf(...rollOf(times(12, 'ok'))))).toBe(12);
  expect(opened(pageOf(...rollOf(['late', 'late', ...times(11, 'ok')])))).toBe(2);
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
