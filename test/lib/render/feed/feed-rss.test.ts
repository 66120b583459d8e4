import * as fc from 'fast-check';
import Parser from 'rss-parser';
import { expect, it } from 'vitest';
import type { FeedMonitor } from '../../../../lib/domain/feed/feed-monitor.ts';
import { feedRss } from '../../../../lib/render/feed/feed-rss.ts';
import { FAILING, feedMonitor, MINUTE, NOW, rollOf, rowIdOf, URLS } from '../../domain/feed/sample-feed.ts';

const rssOf = (...monitors: FeedMonitor[]): string => feedRss({ monitors, urls: URLS });
const read = async (text: string) => new Parser().parseString(text);
const guidsOf = async (...monitors: FeedMonitor[]) =>
  (await read(rssOf(...monitors))).items.map((item) => item.guid);

it('a feed reader finds one item per monitor, with the state in the title', async () => {
  const feed = await read(rssOf(...rollOf(['ok', 'late', 'waiting', 'paused', 'inactive'])));

  expect(feed).toMatchObject({ title: 'Rollcall', link: URLS.html, feedUrl: URLS.rss, ttl: '5' });
  expect(feed.items.map((item) => item.title)).toEqual([
    'ok: job 1',
    'late: job 2',
    'waiting: job 3',
    'paused: job 4',
    'inactive: job 5',
  ]);
});

it('an item is dated by its change of state, newest first, and so is the channel', async () => {
  const older = feedMonitor({ name: 'older', stateSince: NOW - 90 * MINUTE });
  const newer = feedMonitor({ name: 'newer', stateSince: NOW - 10 * MINUTE, rowId: rowIdOf(1) });

  const feed = await read(rssOf(older, newer));

  expect(feed['lastBuildDate']).toBe('Sat, 01 Aug 2026 02:50:00 GMT');
  expect(feed.items.map((item) => [item.title, item.pubDate])).toEqual([
    ['ok: newer', 'Sat, 01 Aug 2026 02:50:00 GMT'],
    ['ok: older', 'Sat, 01 Aug 2026 01:30:00 GMT'],
  ]);
});

it('nothing in the feed changes while a monitor keeps answering', () => {
  const before = feedMonitor({ lastEventAt: NOW, deadlineAt: NOW + 10 * MINUTE });
  const after = feedMonitor({ lastEventAt: NOW + 5 * MINUTE, deadlineAt: NOW + 15 * MINUTE });

  expect(rssOf(after)).toBe(rssOf(before));
});

it('the guid is no link and changes with the state, the moment it began, and the row id', async () => {
  const answering = feedMonitor({ stateSince: NOW });
  const variants = [
    answering,
    feedMonitor({ state: 'late', stateSince: NOW }),
    feedMonitor({ stateSince: NOW + 1 }),
    feedMonitor({ stateSince: NOW, rowId: rowIdOf(9) }),
  ];

  const guids = await Promise.all(variants.map(async (monitor) => (await guidsOf(monitor))[0]));

  expect(guids[0]).toBe(`0123456789abcdef01234567-ok-${NOW}`);
  expect(new Set(guids).size).toBe(4);
  expect(await guidsOf(feedMonitor({ ...answering, name: 'renamed', missCount: 7 }))).toEqual([guids[0]]);
  expect(rssOf(answering)).toContain('<guid isPermaLink="false">');
});

it('a silent monitor says when it was last heard', async () => {
  const feed = await read(rssOf(feedMonitor({ state: 'late', stateSince: NOW - 4 * MINUTE })));

  expect(feed.items[0]?.content).toBe(
    'Late since 2026-08-01T02:56:00.000Z. The last ping came at 2026-08-01T02:46:00.000Z.',
  );
});

it.each([
  ['fail', 'ok, failing: nightly-backup', 'Its job has been failing since 2026-08-01T02:58:00.000Z.'],
  [
    'too_long',
    'ok, running too long: nightly-backup',
    'A run has been over its limit since 2026-08-01T02:58:00.000Z.',
  ],
] as const)(
  'an incident of reason %s stands in title and description, not in the guid',
  async (reason, ...told) => {
    const well = feedMonitor();
    const failing = feedMonitor({ incident: { ...FAILING, reason } });

    const { items } = await read(rssOf(failing));

    expect(items[0]?.title).toBe(told[0]);
    expect(items[0]?.content).toBe(`OK since 2026-08-01T02:00:00.000Z. ${told[1]}`);
    expect(await guidsOf(failing)).toEqual(await guidsOf(well));
  },
);

it('a threshold waits for a reading, since no pings come', async () => {
  const { items } = await read(rssOf(feedMonitor({ state: 'waiting', isOfNumber: true })));
  expect(items[0]?.content).toBe('Waiting for its first reading since 2026-08-01T02:00:00.000Z.');
});

it('what was noticed of a job stands in the description, and moves neither title nor guid nor date', async () => {
  const [calm, drifting] = [feedMonitor(), feedMonitor({ drifts: ['slower', 'overlaps'] })];

  const feed = await read(rssOf(drifting));

  expect(feed.items[0]?.content).toBe(
    'OK since 2026-08-01T02:00:00.000Z. Noticed, no alert. It is getting slower. Its runs overlap.',
  );
  const { content, contentSnippet, ...rest } = (await read(rssOf(calm))).items[0] ?? expect.fail();
  expect(feed.items[0]).toMatchObject(rest);
  expect(content).toBe(contentSnippet);
});

it('an owner without monitors gets a valid feed without items or build date', async () => {
  const feed = await read(rssOf());

  expect(feed.items).toEqual([]);
  expect(feed['lastBuildDate']).toBeUndefined();
});

it('no name can break the feed: a reader gets every name back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (name) => {
      const text = rssOf(feedMonitor({ name: `<${name}]]>&amp;` }));
      const { items } = await read(text);

      expect(text).not.toMatch(/[^\P{Cc}\t\n\r]/u);
      expect(items).toHaveLength(1);
      const plain = name.toWellFormed().replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '');
      expect(items[0]?.title?.replace(/\s+/g, ' ')).toBe(`ok: <${plain}]]>&amp;`.replace(/\s+/g, ' '));
    }),
  );
});
