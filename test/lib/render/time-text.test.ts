import { expect, it } from 'vitest';
import { durationText, everyText } from '../../../lib/render/time-text.ts';

it.each([
  [-5, '0 s'],
  [0, '0 s'],
  [59, '59 s'],
  [60, '1 min'],
  [90, '1 min 30 s'],
  [3599, '59 min 59 s'],
  [3600, '1 h'],
  [3659, '1 h'],
  [3900, '1 h 5 min'],
  [86_400, '1 d'],
  [100_000, '1 d 3 h'],
  [31_622_400, '366 d'],
])('%i seconds read %s', (sec, text) => {
  expect(durationText(sec)).toBe(text);
});

it.each([
  [1, 'every second'],
  [45, 'every 45 seconds'],
  [60, 'every minute'],
  [300, 'every 5 minutes'],
  [3600, 'every hour'],
  [5400, 'every 1 h 30 min'],
  [86_400, 'every day'],
  [90_000, 'every 1 d 1 h'],
  [87_360, 'every 1 d 16 min'],
  [90_061, 'every 1 d 1 h 1 min 1 s'],
  [604_800, 'every 7 days'],
])('an interval of %i seconds reads %s', (sec, text) => {
  expect(everyText(sec)).toBe(text);
});
