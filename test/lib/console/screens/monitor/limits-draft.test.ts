import { expect, it } from 'vitest';
import { limitsOf, limitsPatch, wrongIn } from '../../../../../lib/console/screens/monitor/limits-draft.ts';

const MONITOR = { name: 'backup', tags: ['db', 'night'], max_duration_sec: 90, alert_after_failures: 2 };

it.each([
  ['1,5', 90],
  ['1.5', 90],
  [' 2 ', 120],
  ['', null],
])('a limit typed as %o is sent as %o', (maxMin, sec) => {
  expect(wrongIn({ maxMin })).toEqual({});
  expect(limitsPatch({ maxMin }).max_duration_sec).toBe(sec);
});

it.each(['90 min', 'soon', '1e999', '1,000.5', 'NaN'])('%o is no limit, and never sent as none', (maxMin) => {
  expect(Object.keys(wrongIn({ maxMin }))).toEqual(['maxMin']);
  expect(JSON.parse(JSON.stringify(limitsPatch({ maxMin })))).toEqual({ max_duration_sec: 0 });
});

it('an emptied count of failures is wrong, and never sent as none', () => {
  expect(Object.keys(wrongIn({ failures: ' ' }))).toEqual(['failures']);
  expect(JSON.parse(JSON.stringify(limitsPatch({ failures: '' })))).toEqual({ alert_after_failures: 0 });
});

it('only what was typed is sent', () => {
  expect(limitsOf(MONITOR)).toEqual({ name: 'backup', tags: 'db, night', maxMin: '1.5', failures: '2' });
  expect(JSON.parse(JSON.stringify(limitsPatch({ tags: 'db,  x' })))).toEqual({ tags: ['db', 'x'] });
});
