import { expect, it } from 'vitest';
import { keptPatterns } from '../../../lib/contract/kept-paths.ts';

it('a folder is kept as one where all in it may be, a path by itself elsewhere', () => {
  expect(
    keptPatterns([
      { path: '/okf/a.md', keptSec: 300 },
      { path: '/okf/b.md', keptSec: 60 },
      { path: '/openapi.json', keptSec: 300 },
      { path: '/api/', keptSec: 300 },
      { path: '/api/health' },
      { path: '/mixed/kept.txt', keptSec: 300 },
      { path: '/mixed/:name' },
    ]),
  ).toEqual(['/okf/*', '/openapi.json', '/api/', '/mixed/kept.txt']);
});
