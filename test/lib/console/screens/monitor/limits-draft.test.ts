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

it.each(['90 min', 'soon', '1e999', '1,000.5', 'NaN', '0', '0.001', '-5'])('%o is no limit', (maxMin) => {
  expect(Object.keys(wrongIn({ maxMin }))).toEqual(['maxMin']);
});

it.each([' ', 'two', '0'])('%o is no count of failures', (failures) => {
  expect(Object.keys(wrongIn({ failures }))).toEqual(['failures']);
});

it('only what was typed is sent', () => {
  expect(limitsOf(MONITOR)).toEqual({ name: 'backup', tags: 'db, night', maxMin: '1.5', failures: '2' });
  expect(JSON.parse(JSON.stringify(limitsPatch({ tags: 'db,  x' })))).toEqual({ tags: ['db', 'x'] });
});
