import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildConsole } from '../../../lib/console-build/build-console.ts';
import type { ConsoleFile } from '../../../lib/console-build/console-file.ts';

const ALL = { arePublicPagesShown: true };
const SCREENS_MAX_BYTES = 100_000;
/** They come with the first chart that is looked at. */
const CHARTS_MAX_BYTES = 35_000;
const FIRST_SCREEN_MAX_BYTES = 45_000;

let files: ConsoleFile[];
beforeAll(async () => {
  files = await buildConsole(ALL);
});

const packedBytes = (some: ConsoleFile[]) =>
  some.reduce((sum, { body }) => sum + gzipSync(body, { level: 9 }).byteLength, 0);
/** Those of the documentation, which nothing else loads, are judged with it. */
const scripts = () => files.filter(({ path }) => path.endsWith('.js') && !path.startsWith('/assets/docs-'));

describe('the files of the console', () => {
  it('have as much script as everybody can afford, beside what draws charts', () => {
    const libraries = scripts().filter(({ body }) => String(body).includes('u-axis'));
    const pictures = scripts().filter(({ path }) => /(?:-chart|pictures)-[0-9A-Z]{8}/.test(path));
    const drawing = [...libraries, ...pictures];

    expect([libraries, pictures].map(({ length }) => length)).toEqual([1, 3]);
    expect(packedBytes(drawing)).toBeLessThanOrEqual(CHARTS_MAX_BYTES);
    expect(packedBytes(scripts().filter((file) => !drawing.includes(file)))).toBeLessThanOrEqual(
      SCREENS_MAX_BYTES,
    );
  });

  it('begin with a screen that comes at once', () => {
    const html = String(files.find(({ path }) => path === '/app/index.html')?.body);
    const first = scripts().filter(({ path }) => html.includes(path));
    // A browser of HTTP/1.1 asks for six at a time, one of which is the stylesheet.
    expect(first.map(({ path }) => path.replace(/-[0-9A-Z]{8}/, '')).toSorted()).toEqual([
      '/assets/app.js',
      '/assets/chunk.js',
      '/assets/monitors-screen.js',
    ]);

    expect(packedBytes(first)).toBeLessThanOrEqual(FIRST_SCREEN_MAX_BYTES);
  });

  it('are named by what they hold, and the same twice', async () => {
    const hashed = files.filter(({ path }) => !path.endsWith('.html'));
    expect(hashed.every(({ path }) => /^\/assets\/[\w-]+-[0-9A-Z]{8}\.(js|css|webp)$/.test(path))).toBe(true);

    expect((await buildConsole(ALL)).map(({ path }) => path)).toEqual(files.map(({ path }) => path));
  });

  it('have what all screens share in one file, and not again in theirs', () => {
    const holding = scripts().filter(({ body }) => String(body).includes('X-CSRF-Token'));

    expect(holding.map(({ path }) => path.replace(/-[0-9A-Z]{8}/, ''))).toEqual(['/assets/chunk.js']);
  });

  it('hold no schema and no server code', () => {
    const text = scripts()
      .map(({ body }) => String(body))
      .join('');

    expect(text).not.toMatch(/ZodObject|_zod|node:|process\.env/);
  });
});
