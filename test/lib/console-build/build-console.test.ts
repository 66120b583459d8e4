import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildConsole } from '../../../lib/console-build/build-console.ts';
import type { ConsoleFile } from '../../../lib/console-build/console-file.ts';

const ALL = { arePublicPagesShown: true };
const SCREENS_MAX_BYTES = 100_000;
/** They come with the first chart that is looked at. */
const CHARTS_MAX_BYTES = 36_000;
const FIRST_SCREEN_MAX_BYTES = 45_000;
/** Code to paste, for each tool that runs jobs; it comes when it is shown. */
const SNIPPETS_MAX_BYTES = 3_500;
const LANDING_MAX_BYTES = 2_000;

let files: ConsoleFile[];
beforeAll(async () => {
  files = await buildConsole(ALL);
});

const packedBytes = (some: ConsoleFile[]) =>
  some.reduce((sum, { body }) => sum + gzipSync(body, { level: 9 }).byteLength, 0);
/** What explains, and comes when it is read, is judged as documentation: its own files, and the snippets. The landing page is a document with a script of its own. */
const scripts = () =>
  files.filter(({ path }) => path.endsWith('.js') && !/^\/assets\/(?:docs|landing)-/.test(path));

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

  it('have the code to paste apart, and no screen has it', () => {
    const holding = files.filter(({ body }) => String(body).includes('urllib.request'));

    expect(holding.map(({ path }) => path.replace(/-[0-9A-Z]{8}/, ''))).toContain('/assets/docs-snippets.js');
    expect(holding.filter(({ path }) => !path.startsWith('/assets/docs-') && path.endsWith('.js'))).toEqual(
      [],
    );
    expect(packedBytes(holding.filter(({ path }) => path.includes('docs-snippets')))).toBeLessThanOrEqual(
      SNIPPETS_MAX_BYTES,
    );
  });

  it('begin with a screen that comes at once', () => {
    const html = String(files.find(({ path }) => path === '/app/index.html')?.body);
    const first = scripts().filter(({ path }) => html.includes(path));
    expect(first.map(({ path }) => path.replace(/-[0-9A-Z]{8}/, '')).toSorted()).toEqual([
      '/assets/app.js',
      '/assets/chunk.js',
    ]);

    expect(packedBytes(first)).toBeLessThanOrEqual(FIRST_SCREEN_MAX_BYTES);
  });

  it('begin for strangers with a page that stands without a script, and has the console fetched behind it', () => {
    const html = String(files.find(({ path }) => path === '/index.html')?.body);
    const own = files.filter(({ path }) => path.startsWith('/assets/landing-'));

    expect(html).toContain('<h1 tabindex="-1">Know when a job goes silent</h1>');
    // The commands name an example's address until the script puts in that of the page.
    expect(html).toMatch(/<noscript>[^<]*<p[^>]*>[^<]*http:\/\/localhost:8787/);
    expect(packedBytes(own)).toBeLessThanOrEqual(LANDING_MAX_BYTES);
    expect(html.match(/<script[^>]*>/g)).toEqual([
      `<script type="module" blocking="render" src="${String(own[0]?.path)}">`,
    ]);
    const ahead = scripts().filter(({ path }) => html.includes(`fetchpriority="low" href="${path}"`));
    const app = String(files.find(({ path }) => path === '/app/index.html')?.body);
    expect(ahead).toEqual(scripts().filter(({ path }) => app.includes(path)));
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
