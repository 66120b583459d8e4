import { expect, it } from 'vitest';
import { panelSourcesOf } from '../../../../../lib/domain/statistics/operator/operator-settings.ts';
import { LIMITS } from '../../../../../lib/domain/limits.ts';

const many = (count: number) => Array.from({ length: count }, (_, index) => `https://p${index}.example`);

it('are the origins that stand between commas', () => {
  expect(panelSourcesOf('https://one.example')).toEqual(['https://one.example']);
  expect(panelSourcesOf('https://one.example,https://two.example:8443')).toHaveLength(2);
  expect(panelSourcesOf(many(LIMITS.panelSourcesMax).join())).toHaveLength(LIMITS.panelSourcesMax);
});

it.each([
  '',
  'one.example',
  'http://one.example',
  'https://one.example/',
  'https://one.example/api/vitrine',
  'https://one.example?x=1',
  'https://user@one.example',
  'https://ONE.example',
  'https://one.example, https://two.example',
  'https://one.example,',
  'https://one.example,https://one.example',
  many(LIMITS.panelSourcesMax + 1).join(),
])('are none in %s', (text) => {
  expect(panelSourcesOf(text)).toBeNull();
});
