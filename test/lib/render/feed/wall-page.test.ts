import { expect, it } from 'vitest';
import type { FeedMonitor } from '../../../../lib/domain/feed/feed-monitor.ts';
import { feedPage } from '../../../../lib/render/feed/feed-page.ts';
import { wallPage } from '../../../../lib/render/feed/wall-page.ts';
import { FAILING, feedMonitor, NOW, rollOf, rowIdOf, URLS } from '../../domain/feed/sample-feed.ts';

const wallOf = (monitors: FeedMonitor[]) => wallPage({ monitors }, NOW);
const namesOn = (page: string) => [...page.matchAll(/<bdi>([^<]*)<\/bdi>/g)].map(([, name]) => name);
const columnsOn = (page: string) => Number(/class="tiles c(\d+)"/.exec(page)?.[1]);
const inOk = (count: number) => rollOf(Array.from({ length: count }, () => 'ok'));

it('a tile tells name, standing and how long; trouble stands first', () => {
  const page = wallOf([
    feedMonitor(),
    feedMonitor({ name: 'invoices', rowId: rowIdOf(2), incident: FAILING }),
  ]);

  expect(namesOn(page)).toEqual(['invoices', 'nightly-backup']);
  expect(page).toMatch(
    /<li class="trouble"><div><bdi>invoices<\/bdi><p><b>failing<\/b> <time [^>]+>for 2 min</,
  );
  expect(page).toContain('<h1>1 of 2 is failing</h1>');
});

it('has one stylesheet and one script with the other page, so that the same policy holds', () => {
  const parts = (page: string) => [
    /<style>(.*?)<\/style>/s.exec(page)?.[1],
    /<script>(.*?)<\/script>/s.exec(page)?.[1],
  ];

  expect(parts(wallOf([]))).toEqual(parts(feedPage({ monitors: [], urls: URLS }, NOW)));
});

it.each([
  [0, 1],
  [1, 1],
  [2, 2],
  [3, 3],
  [12, 4],
  [60, 10],
  [100, 10],
  [2000, 10],
])('%i monitors stand in %i columns', (count, columns) => {
  expect(columnsOn(wallOf(inOk(count)))).toBe(columns);
});

it('no more tiles than can be told apart: the last one counts the others', () => {
  expect(namesOn(wallOf(inOk(100)))).toHaveLength(100);

  const page = wallOf([...inOk(100), feedMonitor({ state: 'inactive', rowId: rowIdOf(999) })]);
  expect(namesOn(page)).toHaveLength(99);
  expect(page).toContain('<span>and more</span><p>1 ok, 1 inactive</p>');
});

it('no name can add markup', () => {
  expect(wallOf([feedMonitor({ name: '</bdi><script>1</script>' })])).toContain(
    '<bdi>&lt;/bdi&gt;&lt;script&gt;1&lt;/script&gt;</bdi>',
  );
});
