import { expect, it } from 'vitest';
import { pageOf, pathSeen } from '../../../../lib/domain/statistics/visited-page.ts';

it.each([
  ['/', 'home'],
  ['/app', 'app'],
  ['/app/monitors/abc', 'app'],
  ['/apple', 'other'],
  ['/account', 'account'],
  ['/pricing', 'pricing'],
  ['/s/token', 'status'],
  ['/s', 'other'],
  ['/contact', 'contact'],
  ['/partners', 'partners'],
  ['/numbers', 'numbers'],
  ['/constructor', 'other'],
])('%s is the page %s', (path, page) => expect(pageOf(path)).toBe(page));

it('is seen without query and fragment', () => {
  expect(pathSeen('/app?token=hp_x#y')).toBe('/app');
  expect(pathSeen('/app#a?b')).toBe('/app');
  expect(pathSeen('/a\n?b')).toBe('/a\n');
});
