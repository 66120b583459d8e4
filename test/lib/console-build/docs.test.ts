import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { articleOf, type Article } from '../../../lib/console-build/docs/article.ts';
import { articles, buildDocs } from '../../../lib/console-build/docs/build-docs.ts';
import { DOC_FILES, DOC_PAGES } from '../../../lib/console-build/docs/doc-pages.ts';
import { searchIndex } from '../../../lib/console-build/docs/search-index.ts';
import type { ConsoleFile } from '../../../lib/console-build/console-file.ts';
import { sectionsFor } from '../../../lib/console/docs/search.ts';

const SCRIPT_MAX_BYTES = 2_000;
const INDEX_MAX_BYTES = 45_000;

let all: Article[];
let files: ConsoleFile[];
beforeAll(async () => {
  all = articles();
  files = await buildDocs();
});

const attributes = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`<[^>]* ${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value);

describe('the documentation', () => {
  it('has a file at each of its paths', () => {
    const paths = files.map(({ path }) => path);

    expect(paths).toEqual(expect.arrayContaining([...DOC_FILES.values()]));
    expect(paths.filter((path) => path.endsWith('.html')).length).toBe(new Set(DOC_FILES.values()).size);
  });

  it('leads to pages and sections that there are', () => {
    const ids = new Map(all.map(({ slug, html }) => [slug, attributes(String(html), 'id')]));
    const dead = all.flatMap(({ slug, html }) =>
      attributes(String(html), 'href')
        .filter((href) => !href.startsWith('https://'))
        .filter((href) => {
          const [, page = slug, id] = /^(?:\/docs\/([\w-]+))?(?:#([\w-]+))?$/.exec(href) ?? [];
          return id === undefined ? !ids.has(page) : !ids.get(page)?.includes(id);
        })
        .map((href) => `${slug}: ${href}`),
    );

    expect(dead).toEqual([]);
    for (const [slug, found] of ids) expect([slug, new Set(found).size]).toEqual([slug, found.length]);
  });

  it('has a title, and says what each page answers', () => {
    expect(all.map(({ title }) => title)).not.toContain('');
    for (const [slug, label, about] of DOC_PAGES)
      expect([slug, label.length > 3, about.endsWith('.')]).toEqual([slug, true, true]);
  });

  it('names no source and no page that it does not have as a link', () => {
    const { html } = articleOf(
      'x',
      '# X\n\nSee [the code](../lib/areas), [why](../decisions/044-counting.md), [set](deploy.md#settings), [who](channels.md#kinds) and [rhythm.md](rhythm.md).\n',
    );

    expect(String(html)).toContain(
      'See the code, why, set, <a href="/docs/channels#kinds">who</a> and <a href="/docs/rhythm">Learned schedules</a>.',
    );
  });

  it('shows markup as it is written, and lets no link run a script', () => {
    const { html } = articleOf('x', '# X\n\n<img src=x onerror=y> [a](javascript:b)\n\n<script>c</script>\n');

    expect(String(html)).not.toMatch(/<img|<script|href="javascript/);
    expect(String(html)).toContain('&lt;script&gt;');
  });

  it('needs little script, and what is searched comes apart', () => {
    const packed = (name: RegExp) =>
      files.filter(({ path }) => name.test(path)).map(({ body }) => gzipSync(body, { level: 9 }).byteLength);

    const [script = Infinity, ...others] = packed(/assets\/docs-(?!index).*\.js$/);
    const [index = Infinity] = packed(/assets\/docs-index-.*\.js$/);
    expect(others).toEqual([]);
    expect(script).toBeLessThanOrEqual(SCRIPT_MAX_BYTES);
    expect(index).toBeLessThanOrEqual(INDEX_MAX_BYTES);
  });

  it('has no inline script and no inline style, which the policy would not allow', () => {
    for (const { path, body } of files.filter((file) => file.path.endsWith('.html')))
      expect([path, /<style| style="|<script(?![^>]* src=)| on\w+="/.test(unescaped(String(body)))]).toEqual([
        path,
        false,
      ]);
  });
});

/** Code that is shown is no markup. */
function unescaped(html: string): string {
  return html.replace(/<code[\s\S]*?<\/code>/g, '');
}

describe('the search', () => {
  const find = (query: string) => sectionsFor(query, searchIndex(all)).map(({ path }) => path);

  it.each([
    ['grace', '/docs/monitors#grace'],
    ['exit code', '/docs/monitors#exit-codes'],
    ['Slack', '/docs/channels#kinds'],
    ['PROMETHEUS', '/docs/collectors#prometheus'],
    ['healthch', '/docs/switch#from-healthchecks-in-five-minutes'],
  ])('finds %s', (query, path) => {
    expect(find(query).slice(0, 4)).toContain(path);
  });

  it('wants every word, and finds nothing for nothing', () => {
    expect(find('grace unheardofword')).toEqual([]);
    expect(find('  ')).toEqual([]);
    expect(find('the').length).toBeLessThanOrEqual(12);
  });
});
