import { expect, it } from 'vitest';
import { isSame, picksOf } from '../../../../../lib/console/screens/device/picks.ts';

const PROFILES = { essentials: ['loadavg', 'cpu'], completo: ['loadavg', 'cpu', 'rede'] };

it('a profile takes what the machine can tell and is not collected', () => {
  const measures = ['cpu', 'rede', 'swap'];
  expect(picksOf(measures, [], PROFILES)).toEqual({
    left: ['cpu', 'rede', 'swap'],
    profiles: { essentials: ['cpu'], completo: ['cpu', 'rede'] },
  });
  expect(picksOf(measures, [{ medida: 'cpu' }], PROFILES)).toEqual({
    left: ['rede', 'swap'],
    profiles: { essentials: [], completo: ['rede'] },
  });
});

it('nothing picked is no profile', () => {
  expect(isSame([], [])).toBe(false);
  expect(isSame(['cpu'], ['cpu'])).toBe(true);
  expect(isSame(['cpu'], ['cpu', 'rede'])).toBe(false);
});
