import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  ERROR_ORDERS,
  overDays,
  groupsPageOf,
  errorPositionOf,
  type ErrorGroup,
} from '../../../../../lib/domain/statistics/browser-errors/error-groups.ts';

const group = (change: Partial<ErrorGroup>): ErrorGroup => ({
  id: 'a',
  day: '2027-03-01',
  code: 'UI-1',
  phase: 'load',
  path: null,
  isVisible: null,
  browser: 'other',
  head: null,
  reports: 1,
  firstAt: 0,
  lastAt: 0,
  ...change,
});

it('an error of several days is one, as it was met last', () => {
  const older = group({ reports: 5, firstAt: 1, lastAt: 2, browser: 'Firefox 127' });
  const newer = group({ day: '2027-03-02', reports: 3, firstAt: 7, lastAt: 9, browser: 'Firefox 128' });
  const days = [older, newer].map((each) => ({ day: each.day, groups: [each], dropped: 0 }));

  expect(overDays(days)).toEqual([{ ...newer, reports: 8, firstAt: 1 }]);
  expect(overDays(days.toReversed())).toEqual(overDays(days));
});

it('every error is on one page, whatever figures they share', () => {
  const figure = fc.integer({ min: 1, max: 3 });
  const some = fc.uniqueArray(
    fc
      .tuple(fc.string({ minLength: 1, maxLength: 3 }), figure, figure)
      .map(([id, reports, lastAt]) => group({ id, reports, lastAt })),
    { selector: ({ id }) => id, maxLength: 12 },
  );
  fc.assert(
    fc.property(
      some,
      fc.constantFrom(...ERROR_ORDERS),
      fc.integer({ min: 1, max: 4 }),
      (groups, order, limit) => {
        const seen: ErrorGroup[] = [];
        for (let turn = 0; turn <= groups.length; turn += 1) {
          const last = seen.at(-1);
          seen.push(
            ...groupsPageOf(groups, order, { limit, ...(last && { after: errorPositionOf(order, last) }) }),
          );
        }
        expect(seen).toEqual(groupsPageOf(groups, order, { limit: groups.length + 1 }));
        expect(new Set(seen.map(({ id }) => id)).size).toBe(groups.length);
        const [first] = errorPositionOf(order, seen[0] ?? group({}));
        expect(seen.every((each) => errorPositionOf(order, each)[0] <= first)).toBe(true);
      },
    ),
  );
});
