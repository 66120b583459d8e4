import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { articles } from '../../../lib/console-build/docs/build-docs.ts';
import { HELP } from '../../../lib/console/words/help.ts';

const LIB = join(import.meta.dirname, '../../../lib');

/** `page` and `page#section` of the documentation. */
const places = new Set(
  articles().flatMap(({ slug, sections }) => [slug, ...sections.map(({ id }) => `${slug}#${id}`)]),
);
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

it('every screen of the console and every field with help leads to a section that there is', () => {
  const screens = readFileSync(join(LIB, 'console/screens.ts'), 'utf8');
  const helps = all(screens, /help: '([^']*)'/g);

  expect(helps.length).toBe(all(screens, /path: '(\/app[^']*)'/g).length);
  expect([...helps, ...Object.values(HELP)].filter((to) => !places.has(to))).toEqual([]);
});

it('no page leads to a section of the documentation that there is not', () => {
  const sources = globSync('{console,render}/**/*.{ts,tsx}', { cwd: LIB }).map((path) =>
    readFileSync(join(LIB, path), 'utf8'),
  );
  const led = sources.flatMap((text) => all(text, /['"]\/docs\/([\w-]+(?:#[\w-]+)?)['"]/g));

  expect(led.length).toBeGreaterThan(0);
  expect(led.filter((to) => !places.has(to))).toEqual([]);
});
