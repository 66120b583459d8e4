import { expect, it } from 'vitest';
import {
  LIMIT_CHECKS,
  limitsOf,
  limitsPatch,
} from '../../../../../lib/console/screens/monitor/limits-draft.ts';

const MONITOR = {
  name: 'backup',
  tags: ['db', 'night'],
  interval_sec: 300,
  max_duration_sec: 90,
  alert_after_failures: 2,
  alert_repeat_sec: 86_400,
  alert_to: null,
  alert_url: 'https://example.com/hook',
};

it.each([
  ['1,5', 90],
  ['1.5', 90],
  [' 2 ', 120],
  ['1440', 86_400],
  ['', null],
])('a limit typed as %o is sent as %o', (maxMin, sec) => {
  expect(LIMIT_CHECKS.maxMin(maxMin)).toBe(null);
  expect(limitsPatch({ maxMin }).max_duration_sec).toBe(sec);
});

it.each(['90 min', 'soon', '1e999', '1,000.5', 'NaN'])('%o is no number of minutes', (maxMin) => {
  expect(LIMIT_CHECKS.maxMin(maxMin)).toBe('This must be a number, such as 10 or 1.5.');
});

it.each(['0', '0.2', '-5', '99999'])('%o minutes are no limit', (maxMin) => {
  expect(LIMIT_CHECKS.maxMin(maxMin)).toBe('This must be between 1 min and 1 d.');
});

it.each([' ', 'two', '0', '1.5', '11'])('%o is no count of failures', (failures) => {
  expect(LIMIT_CHECKS.failures(failures)).toBe('This must be a whole number from 1 to 10.');
});

it('tags are judged as they are sent', () => {
  expect(LIMIT_CHECKS.tags('db  x')).toBe(null);
  expect(LIMIT_CHECKS.tags('')).toBe(null);
  expect(LIMIT_CHECKS.tags('db, no way!')).toContain('“Tags” must have 1 to 32 characters');
});

it('only what was typed is sent', () => {
  expect(limitsOf(MONITOR)).toEqual({
    name: 'backup',
    tags: 'db, night',
    maxMin: '1.5',
    failures: '2',
    alertTo: '',
    alertUrl: 'https://example.com/hook',
    repeat: '',
    repeatHours: '24',
  });
  expect(JSON.parse(JSON.stringify(limitsPatch({ tags: 'db,  x' })))).toEqual({ tags: ['db', 'x'] });
});

it.each([
  [86_400, 300, ''],
  [3_600, 300, '3600'],
  [21_600, 300, '21600'],
  [7_200, 300, 'other'],
  // The interval is a floor, which is not what was asked for.
  [604_800, 604_800, ''],
])('reminders every %i s of an interval of %i s are %o', (alert_repeat_sec, interval_sec, repeat) => {
  expect(limitsOf({ ...MONITOR, alert_repeat_sec, interval_sec }).repeat).toBe(repeat);
});

it.each([
  [{ repeat: '' }, { alert_repeat_sec: null }],
  [{ repeat: '21600', repeatHours: '7' }, { alert_repeat_sec: 21_600 }],
  [{ repeat: 'other', repeatHours: '1,5' }, { alert_repeat_sec: 5_400 }],
  [{ repeat: 'other' }, {}],
  [{ alertTo: ' me@example.com ' }, { alert_to: 'me@example.com' }],
  [{ alertUrl: ' ' }, { alert_url: null }],
])('%o is sent as %o', (typed, patch) => {
  expect(JSON.parse(JSON.stringify(limitsPatch(typed)))).toEqual(patch);
});

it.each(['0.5', '721', 'soon'])('%o hours are no time between reminders', (hours) => {
  expect(LIMIT_CHECKS.repeatHours(hours)).not.toBe(null);
});
