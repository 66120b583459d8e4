import { expect, it } from 'vitest';
import { durationWords } from '../../../../lib/console/words/duration-words.ts';

const MIN = 60_000;
const FIGURES = { samples: 12, p50_ms: 6 * MIN, max_ms: 9 * MIN };
const HALF = 'Half of the last 12 measured runs took 6 min or less; the longest 9 min.';

it('says that a job gets slower once its newest third takes half as long again as its oldest', () => {
  const slower = [9, 8, 7, 6, 5, 5, 4, 4, 4].map((minutes) => minutes * MIN);
  expect(durationWords(FIGURES, slower)).toBe(
    `Getting slower: the latest 3 usually took 8 min, the 3 oldest 4 min. ${HALF}`,
  );
  for (const steady of [slower.slice(0, 8), slower.toReversed(), slower.map(() => 6 * MIN), []])
    expect(durationWords(FIGURES, steady)).toBe(HALF);
});

it('says nothing of seconds, and one run is no half', () => {
  const short = [90, 90, 90, 50, 50, 50, 30, 30, 30];
  expect(durationWords(FIGURES, short)).toBe(HALF);
  expect(durationWords({ samples: 1, p50_ms: MIN, max_ms: MIN }, [MIN])).toBe(
    'The one measured run took 1 min.',
  );
  expect(durationWords(undefined, [])).toBe(null);
});
