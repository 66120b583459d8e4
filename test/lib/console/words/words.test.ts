import { expect, it } from 'vitest';
import { attentionOf } from '../../../../lib/console/words/attention-of.ts';
import { exactText, relativeText, runText } from '../../../../lib/console/words/relative-text.ts';

const NOW = Date.UTC(2027, 2, 1, 12);

it.each([
  [0, 'just now'],
  [44, 'just now'],
  [45, '1 min ago'],
  [89 * 60, '89 min ago'],
  [90 * 60, '2 h ago'],
  [35 * 3600, '35 h ago'],
  [36 * 3600, '2 d ago'],
  [-9, 'just now'],
  [-20, 'in a moment'],
  [-300, 'in 5 min'],
])('%i s ago is %s', (sec, words) => {
  expect(relativeText(NOW - sec * 1000, NOW)).toBe(words);
});

it('the exact moment is told in the zone of the person and in UTC', () => {
  expect(exactText(NOW, 'Europe/Berlin')).toBe(
    '1 Mar 2027, 13:00:00 Europe/Berlin (2027-03-01 12:00:00 UTC)',
  );
  expect(exactText(NOW, 'UTC')).toBe('2027-03-01 12:00:00 UTC');
});

it.each([
  [84.4, '84 ms'],
  [3_200, '3.2 s'],
  [5_000, '5 s'],
  [250_000, '4 min 10 s'],
  [240_000, '4 min'],
  [7_500_000, '2 h 5 min'],
  [180_000_000, '2 d 2 h'],
])('a run of %d ms took %s', (ms, words) => {
  expect(runText(ms)).toBe(words);
});

it('a tab tells of trouble in words, and of the rest by its mark', () => {
  expect(attentionOf(['ok', 'late', 'failing', 'late'])).toEqual({
    words: '2 late, 1 failing',
    mark: 'down',
  });
  expect(attentionOf(['ok', 'waiting'])).toEqual({ words: '', mark: 'waiting' });
  expect(attentionOf(['ok', 'paused'])).toEqual({ words: '', mark: 'ok' });
  expect(attentionOf([])).toEqual({ words: '', mark: 'plain' });
});
