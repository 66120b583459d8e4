import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../lib/contract/catalogue.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = ['bin', 'bench', 'functions', 'lib'];

interface Source {
  path: string;
  lines: string[];
}

const sources: Source[] = globSync(
  FOLDERS.map((folder) => `${folder}/**/*.{ts,tsx}`),
  { cwd: ROOT },
).map((path) => ({ path, lines: readFileSync(join(ROOT, path), 'utf8').split('\n') }));

/** Where a pattern stands, as `path:line: text`, outside the places that may have it. */
function found(pattern: RegExp, allowed: RegExp): string[] {
  return sources
    .filter(({ path }) => !allowed.test(path))
    .flatMap(({ path, lines }) =>
      lines.flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
    );
}

interface Lock {
  packages: Record<string, { resolved?: string; integrity?: string }>;
}

const NOWHERE = /^$/;
const EXPORTED = /^export (?:async )?(?:const|function|class|interface|type)\*? (\w+)/;

/** Where things begin: functions, which are loaded by their names too, commands, benchmarks, the console and what apps of CDK import. */
const BEGINS =
  /^(bin|bench)\/|^lib\/cdk\.ts$|^lib\/construct\/provider\/handler\.ts$|^functions\/[^/]+\/handler\.ts$|^functions\/([^/]+)\/\2\.ts$|^lib\/console\/(app\.tsx|docs\/docs\.ts|landing\/landing\.ts)$/;
const NAMED = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g;

/** The files that a file names in its imports. */
function namedBy({ path, lines }: Source): string[] {
  const folder = join(ROOT, dirname(path));
  return [...lines.join('\n').matchAll(NAMED)].map(([, name = '']) => relative(ROOT, resolve(folder, name)));
}

/** The files that are reached by imports from where things begin. */
function reached(): Set<string> {
  const known = new Map(sources.map((source) => [source.path, source]));
  const begins = sources.filter(({ path }) => BEGINS.test(path));
  const found = new Set(begins);
  // A set gives what is added to it meanwhile.
  for (const source of found) for (const path of namedBy(source)) found.add(known.get(path) ?? source);
  return new Set([...found].map(({ path }) => path));
}

/** The paths that one with alternatives in braces stands for. */
function spreadOf(path: string): string[] {
  const [, before = '', choices, after = ''] = /^(.*?)\{([^{}]*)\}(.*)$/.exec(path) ?? [];
  return choices === undefined
    ? [path]
    : choices.split(',').flatMap((each) => spreadOf(before + each + after));
}

describe('the source', () => {
  it('is looked at: every folder has files', () => {
    for (const folder of FOLDERS.filter((each) => each !== 'bench')) {
      expect(sources.some(({ path }) => path.startsWith(`${folder}/`))).toBe(true);
    }
  });

  it('imports the schema library by its namespace, which bundles a fifth of the other way', () => {
    expect(
      found(/import\s+(type\s+)?\{[^}]*\bz\b[^}]*\}\s+from\s+'zod'|import\s+z\s+from\s+'zod'/, NOWHERE),
    ).toEqual([]);
  });

  it('spells the keys of the table in the files of keys and partitions.ts alone', () => {
    const keys = ['keys', 'switch-keys', 'page-keys', 'statistics/statistics-keys', 'partitions'].map(
      (name) => `lib/data/${name}.ts`,
    );
    const spelled = keys.map((path) => readFileSync(join(ROOT, path), 'utf8')).join('');
    const prefixes = spelled.match(/\b[A-Z]{2,}#/g) ?? [];
    expect(prefixes.length).toBeGreaterThan(5);

    expect(
      found(
        new RegExp(`['"\`](${[...new Set(prefixes)].join('|')})`),
        /^lib\/data\/(keys|switch-keys|page-keys|statistics\/statistics-keys|partitions)\.ts$/,
      ),
    ).toEqual([]);
  });

  it('reads the clock and chance in adapters, and in what only runs on one machine', () => {
    const impure =
      /\bDate\.now\(|\bnew Date\(\s*\)|\bMath\.random\(|\brandomUUID\(|\bperformance\.now\(|\bprocess\.hrtime/;
    // Scripts of pages run in a browser, which has no other clock; snippets are lines for others to run; a stack of somebody's app is made by a constructor.
    const allowed =
      /^(lib\/adapters|lib\/local|bin|bench)\/|^lib\/stack\/rollcall-stack\.ts$|^lib\/render\/feed\/page-script\.ts$|^lib\/console\/(state\/clock|api\/call|snippets\/docs-snippets)\.ts$/;

    expect(found(impure, allowed)).toEqual([]);
  });

  it('reads the environment where functions go live and where they are set up', () => {
    expect(
      found(
        /\bprocess\.env\b/,
        /^lib\/runtime\/lambda\/live[a-z-]*\.ts$|^(lib\/local|lib\/stack|bin|bench)\//,
      ),
    ).toEqual([]);
  });

  it('writes to the log in one place only, apart from what runs on one machine', () => {
    expect(
      found(
        /\bconsole\.\w|process\.std(out|err)/,
        /^lib\/runtime\/report\/(log|metrics)\.ts$|^lib\/construct\/provider\/handler\.ts$|^(lib\/local|bin|bench)\//,
      ),
    ).toEqual([]);
  });

  it('exports each name once: an operation may be called as what it asks the table', () => {
    const places = new Map<string, Set<string>>();
    for (const { path, lines } of sources.filter((each) => /^(lib|functions|bin)\//.test(each.path)))
      for (const line of path.startsWith('lib/console/') || path.endsWith('.built.ts') ? [] : lines) {
        const [, name] = EXPORTED.exec(line) ?? [];
        if (name !== undefined) places.set(name, (places.get(name) ?? new Set()).add(path));
      }
    // What is loaded by its name stands in each folder that has it.
    const same = new Set([...Object.keys(catalogue), 'handler', 'operations', 'wire']);
    const twice = [...places].filter(([name, paths]) => paths.size > 1 && !same.has(name));

    expect(twice.map(([name, paths]) => [name, ...paths])).toEqual([]);
  });

  it('has nothing that no function, command or page of the console reaches', () => {
    const all = reached();

    expect(all.size).toBeGreaterThan(1_000);
    expect(sources.filter(({ path }) => !all.has(path) && !path.endsWith('.d.ts'))).toEqual([]);
  });

  it('has no line of prose over 300 characters in its documents: rows of tables and code apart', () => {
    const documents = globSync(['docs/*.md', 'decisions/*.md', 'CONTRIBUTING.md'], { cwd: ROOT });
    const long = documents
      // Generated.
      .filter((path) => path !== 'docs/cost.md')
      .flatMap((path) => {
        const text = readFileSync(join(ROOT, path), 'utf8');
        // A fence that is not closed would hide the rest.
        expect((text.match(/^\s*```/gm)?.length ?? 0) % 2, path).toBe(0);
        const prose = text.replaceAll(/^\s*```[^]*?^\s*```/gm, '').split('\n');
        return prose
          .filter((line) => line.length > 300 && !line.startsWith('|'))
          .map((line) => `${path}: ${line.slice(0, 60)}`);
      });

    expect(documents.length).toBeGreaterThan(60);
    expect(long).toEqual([]);
  });

  it('names files and folders in its documents that there are', () => {
    const documents = globSync(['docs/*.md', 'decisions/*.md', 'lib/**/*.md', '*.md'], { cwd: ROOT });
    const gone = documents
      .filter((path) => path !== 'CHANGELOG.md')
      .flatMap((path) => {
        const text = readFileSync(join(ROOT, path), 'utf8');
        const named = [...text.matchAll(/`((?:lib|functions|bin|test|bench)\/[\w{},*./-]+)`/g)];
        const paths = named.flatMap(([, name = '']) => spreadOf(name));
        return paths
          .filter((each) => globSync(each, { cwd: ROOT }).length === 0)
          .map((each) => `${path}: ${each}`);
      });

    expect(gone).toEqual([]);
  });

  it('has no file over 300 lines', () => {
    const long = sources
      .filter(({ lines }) => lines.length > 300)
      .map(({ path, lines }) => `${path}: ${lines.length}`);

    expect(long).toEqual([]);
  });

  it('has handlers of at most ten lines', () => {
    const long = sources.filter(
      ({ path, lines }) => /^functions\/.*\/handler\.ts$/.test(path) && lines.length > 11,
    );

    expect(long.map(({ path }) => path)).toEqual([]);
  });
});

describe('the lock files', () => {
  it('say where each package lies: npm downloads all versions of each by name otherwise, 106 MB more', () => {
    const paths = globSync(['package-lock.json', 'docs/*/package-lock.json', 'test/*/package-lock.json'], {
      cwd: ROOT,
    });
    expect(paths.length).toBe(4);
    for (const path of paths) {
      const { packages } = JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Lock;
      const packed = Object.entries(packages).filter(([, { integrity }]) => integrity !== undefined);
      const lost = packed.filter(([, { resolved }]) => !resolved?.startsWith('https://'));
      expect(lost, `${path}: npm install --omit-lockfile-registry-resolved=false`).toEqual([]);
    }
  });
});
