import { expect, it } from 'vitest';
import { graphemesOf, textWidthPx } from '../../../../lib/render/feed/badge.ts';

it.each([
  ['', 0],
  ['ok', 14],
  ['late', 21],
  ['iiiiiiiiii', 31],
  ['MMMMMMMMMM', 95],
  ['é', 7],
  ['备份', 22],
  ['🚀', 14],
  ['👩‍🚀', 14],
  ['🇵🇹', 14],
  ['שלום', 20],
])('%j is %d px wide', (text, widthPx) => {
  expect(textWidthPx(text)).toBe(widthPx);
});

it('what a reader counts as one character is one, joined emoji and combining marks included', () => {
  expect(graphemesOf('a👩‍🚀e\u0301')).toEqual(['a', '👩‍🚀', 'e\u0301']);
});
