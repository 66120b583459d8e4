import * as fc from 'fast-check';
import Parser from 'rss-parser';
import { expect, it } from 'vitest';
import { badgeSvg, badgeWidthPx, countsBadgeSvg } from '../../../../lib/render/feed/badge.ts';
import { countsOf } from '../../../../lib/render/feed/headline.ts';

/** The badge as an XML parser reads it: carried through a feed, since a feed parser is at hand. */
async function read(svg: string): Promise<{ $: Record<string, string>; title: string[] }> {
  const parser = new Parser<object, { svg: { $: Record<string, string>; title: string[] } }>({
    customFields: { item: ['svg'] },
  });
  const feed = await parser.parseString(`<rss version="2.0"><channel><item>${svg}</item></channel></rss>`);
  const [item] = feed.items;
  if (item === undefined) throw new Error('no badge was read');
  return item.svg;
}

it('a badge is 20 px high, says name and state, and names itself to screen readers', async () => {
  const svg = await read(badgeSvg('nightly-backup', 'ok'));

  expect(svg.$).toEqual({
    xmlns: 'http://www.w3.org/2000/svg',
    width: '121',
    height: '20',
    role: 'img',
    'aria-label': 'nightly-backup: ok',
  });
  expect(svg.title).toEqual(['nightly-backup: ok']);
});

it.each([
  ['ok', '#1a7f37'],
  ['late', '#c62828'],
  ['waiting', '#6a737d'],
  ['paused', '#6a737d'],
  ['inactive', '#6a737d'],
] as const)('%s has the colour %s', (state, colour) => {
  expect(badgeSvg('job', state)).toContain(`fill="${colour}"`);
});

it('of several it speaks as of several', () => {
  const counts = countsOf(['beyond its threshold', 'beyond its threshold']);
  expect(countsBadgeSvg('disks', counts)).toContain('<title>disks: 2 beyond their threshold</title>');
});

it.each(['failing', 'running too long'] as const)(
  'a job on time can be said to be %s, in the colour of its state',
  async (standing) => {
    const text = badgeSvg('nightly-backup', 'ok', standing);

    expect((await read(text)).title).toEqual([`nightly-backup: ${standing}`]);
    expect(text).toContain(`>${standing}</text>`);
    expect(text).toContain('fill="#1a7f37"');
    expect(text).toContain(`width="${badgeWidthPx('nightly-backup', standing)}"`);
  },
);

it.each(['#1a7f37', '#c62828', '#6a737d', '#2f363d'])('white on %s has a contrast of 4.5 to 1', (colour) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });

  expect(1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)).toBeGreaterThanOrEqual(4.5);
});

it('both texts are held to the width that was measured for them', () => {
  const svg = badgeSvg('nightly-backup', 'late');

  expect(svg.match(/textLength="\d+"/g)).toEqual(['textLength="83"', 'textLength="21"']);
  expect(badgeWidthPx('nightly-backup', 'late')).toBe(83 + 21 + 24);
});

it('a name of forty characters is whole, a longer one is cut between characters', () => {
  expect(badgeSvg('🧪'.repeat(40), 'ok')).toContain(`>${'🧪'.repeat(40)}</text>`);
  expect(badgeSvg('👩‍🚀'.repeat(41), 'ok')).toContain(`>${'👩‍🚀'.repeat(39)}…</text>`);
});

it('a cut name is still spoken whole', async () => {
  const name = 'x'.repeat(80);

  expect((await read(badgeSvg(name, 'ok'))).$['aria-label']).toBe(`${name}: ok`);
});

it('a badge points nowhere but to its own namespace', () => {
  expect(badgeSvg('https://example.com/x', 'ok').match(/(href|src|url\(|@import)/g)).toBeNull();
});

it('no name can break the badge: an XML parser reads every name back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (name) => {
      const svg = await read(badgeSvg(`"><script>${name}`, 'late'));

      const plain = name.toWellFormed().replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '');
      expect(svg.$['aria-label']).toBe(`"><script>${plain}: late`);
      expect(Object.keys(svg).toSorted()).toEqual(['$', 'g', 'path', 'rect', 'title']);
    }),
  );
});
