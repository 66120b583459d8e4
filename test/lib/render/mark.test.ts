import { expect, it } from 'vitest';
import { faviconOf, MARK_STROKES, type MarkVariant } from '../../../lib/render/mark.ts';

const VARIANTS = Object.keys(MARK_STROKES) as MarkVariant[];

it('each variant has a shape of its own, so that a tab reads without colour', () => {
  expect(new Set(Object.values(MARK_STROKES)).size).toBe(VARIANTS.length);
});

it.each(VARIANTS)('the icon %s is a whole picture that fetches nothing', (variant) => {
  const icon = faviconOf(variant);

  expect(icon).toMatch(/^data:image\/svg\+xml,[^"<> ]+$/u);
  expect(icon.length).toBeLessThan(600);
  expect(decodeURIComponent(icon)).toMatch(/<rect [^>]+fill='#[0-9a-f]{6}'\/><path d='M[^']+' .+<\/svg>$/u);
});
