import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { cut } from '../../../../../lib/domain/statistics/browser-errors/browser-error.ts';

it.each([
  ['a short one', 'short', 5, 'short'],
  ['a sentence', 'one two three', 10, 'one two '],
  ['code without blanks', `${'x'.repeat(300)},y=1;secret`, 308, `${'x'.repeat(300)},y=1;`],
  ['a single word', 'x'.repeat(400), 300, 'x'.repeat(100)],
  ['many lines', 'a\n'.repeat(150), 1_000, 'a\n'.repeat(100).trim()],
])('%s is cut where no word is halved', (_what, text, max, kept) => {
  expect(cut(text, max)).toBe(kept);
});

it('is never longer, and never half a character', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', ' ', ';', '\n', '👩'), maxLength: 400 }),
      fc.integer({ min: 1, max: 300 }),
      (text, max) => {
        const kept = cut(text, max);
        expect(kept.length).toBeLessThanOrEqual(max);
        if (text.isWellFormed()) expect(kept.includes('\uFFFD') && !text.includes('\uFFFD')).toBe(false);
      },
    ),
  );
});
