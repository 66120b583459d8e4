import { mkdtempSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildFunctions, type Build } from '../../../bin/build.ts';

let root: string;
let built: Build;

/** A project of two functions, one of which loads a part on demand, and a folder without a handler. */
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'rollcall-build-'));
  const write = (file: string, text: string) => {
    mkdirSync(join(root, file, '..'), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  write('package.json', '{ "version": "1.2.3", "type": "module" }');
  write('lib/late.ts', 'export const late = (n: number): string => `late ${n}`;\n');
  write(
    'functions/one/handler.ts',
    "export async function handler(): Promise<string> {\n  const { late } = await import('../../lib/late.ts');\n  return late(1);\n}\n",
  );
  write(
    'functions/two/handler.ts',
    'export function handler(): never {\n  throw new Error("from two");\n}\n',
  );
  write('functions/draft/notes.ts', 'export const x = 1;\n');
  built = await buildFunctions({ outdir: 'dist', root });
});
afterAll(() => rmSync(root, { recursive: true }));

const filesOf = (area: string) => readdirSync(join(root, 'dist', area)).sort();
const load = (area: string) =>
  import(pathToFileURL(join(root, 'dist', area, 'index.mjs')).href) as Promise<{ handler: () => unknown }>;

describe('buildFunctions', () => {
  it('builds the folders that have a handler', () => {
    expect(built.functions.map(({ area }) => area)).toEqual(['one', 'two']);
  });

  it('gives each function a folder with its own chunks only', async () => {
    expect(filesOf('two')).toEqual(['index.mjs', 'index.mjs.map']);
    expect(filesOf('one').filter((file) => file.endsWith('.mjs')).length).toBe(2);
    await expect((await load('one')).handler()).resolves.toBe('late 1');
  });

  it('refuses a folder in which it would delete what is no build, and deletes nothing', async () => {
    await expect(buildFunctions({ outdir: 'functions', root })).rejects.toThrow(
      `buildDir must be a folder for built functions alone: ${join(root, 'functions/one')} is none.`,
    );
    await expect(buildFunctions({ outdir: 'package.json', root })).rejects.toThrow('package.json is none.');

    expect(readdirSync(join(root, 'functions/one'))).toEqual(['handler.ts']);
  });

  it('names the source of an error by the source map beside the code', async () => {
    const map = JSON.parse(readFileSync(join(root, 'dist/two/index.mjs.map'), 'utf8')) as {
      sources: string[];
    };

    expect(readFileSync(join(root, 'dist/two/index.mjs'), 'utf8')).toContain(
      '//# sourceMappingURL=index.mjs.map',
    );
    expect(map.sources).toEqual(['../../functions/two/handler.ts']);
    await expect(load('two').then(({ handler }) => handler())).rejects.toThrow('from two');
  });

  it('writes what went into each bundle outside of it, and counts its bytes without maps', () => {
    const { inputs } = JSON.parse(readFileSync(join(root, 'dist/meta/one.json'), 'utf8')) as {
      inputs: object;
    };
    const size = readFileSync(join(root, 'dist/two/index.mjs')).byteLength;

    expect(Object.keys(inputs).sort()).toEqual(['functions/one/handler.ts', 'lib/late.ts']);
    expect(built.functions.find(({ area }) => area === 'two')?.bytes).toBe(size);
  });

  it('gives the same code the same name, and removes what an earlier build left', async () => {
    writeFileSync(join(root, 'dist/two/stale.mjs'), '');

    const again = await buildFunctions({ outdir: 'dist', root });

    expect(again.name).toBe(built.name);
    expect(again.name).toMatch(/^1\.2\.3\+[0-9a-f]{12}$/);
    expect(filesOf('two')).toEqual(['index.mjs', 'index.mjs.map']);
  });
});
