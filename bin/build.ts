import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, formatMessages, type Metafile, type Plugin } from 'esbuild';
import { buildConsole } from '../lib/console-build/build-console.ts';
import { limits } from '../lib/console-build/plugins.ts';
import { writeConsole } from './console-folders.ts';
import { leanerSdk } from './leaner-sdk.ts';

const project = resolve(import.meta.dirname, '..');

export interface BuildOptions {
  outdir: string;
  /** @default this project */
  root?: string;
  /** What is deployed with the functions: the name of the build follows from it as well. */
  besides?: readonly Buffer[];
}

export interface BuiltFunction {
  area: string;
  /** Holds `index.mjs`, its chunks and their source maps, and nothing else. */
  dir: string;
  /** Minified bytes of all its files, maps not counted. */
  bytes: number;
}

export interface Build {
  functions: BuiltFunction[];
  /** The version of the project and a digest of what was built: the same code has the same name. */
  name: string;
}

/** Names of the functions that exist: folders of `functions/` with a handler. */
export function areasIn(root: string): string[] {
  const dir = join(root, 'functions');
  if (!existsSync(dir)) return [];
  return readdirSync(dir)
    .filter((area) => existsSync(join(dir, area, 'handler.ts')))
    .sort();
}

/**
 * Bundles every function into `<outdir>/<area>/index.mjs`, SDK included. What went into each bundle stands in
 * `<outdir>/meta/<area>.json`, for the size bench. Throws one plain sentence when the folder of a function holds anything
 * but a build.
 */
export async function buildFunctions({ outdir, root = project, besides = [] }: BuildOptions): Promise<Build> {
  const out = resolve(root, outdir);
  const areas = areasIn(root);
  const foreign = foreignIn(out, areas);
  if (foreign !== undefined)
    throw new Error(`buildDir must be a folder for built functions alone: ${foreign} is none.`);
  await mkdir(join(out, 'meta'), { recursive: true });
  // One after the other: esbuild keeps all cores busy with one, and all at once take 1.7 GB.
  const built: Awaited<ReturnType<typeof buildFunction>>[] = [];
  for (const area of areas) built.push(await buildFunction(area, root, out));
  const digest = createHash('sha256');
  for (const text of [...built.flatMap(({ code }) => code), ...besides]) digest.update(text);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return {
    functions: built.map(({ area, dir, bytes }) => ({ area, dir, bytes })),
    name: `${version}+${digest.digest('hex').slice(0, 12)}`,
  };
}

/** What stands in the way of a build, which empties the folder of each function first; undefined when nothing does. */
function foreignIn(out: string, areas: readonly string[]): string | undefined {
  if (existsSync(out) && !statSync(out).isDirectory()) return out;
  return areas.map((area) => join(out, area)).find((dir) => existsSync(dir) && !isBuilt(dir));
}

function isBuilt(dir: string): boolean {
  return statSync(dir).isDirectory() && (existsSync(join(dir, 'index.mjs')) || readdirSync(dir).length === 0);
}

/** One bundle per function, so that the asset of each holds only its own chunks. */
async function buildFunction(area: string, root: string, out: string) {
  const dir = join(out, area);
  await rm(dir, { recursive: true, force: true });
  const { metafile, warnings } = await build({
    absWorkingDir: root,
    entryPoints: { index: join('functions', area, 'handler.ts') },
    outdir: dir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minify: true,
    // Chunks of dynamic imports stay unloaded until they are needed.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    // Of the SDK, and never loaded: the one reads the name of a browser, the other streams of events that no call of ours has.
    external: ['bowser', '@smithy/core/event-streams'],
    plugins: [builtModules, leanerSdk, limits],
    alias: { '@aws-sdk/credential-provider-node': join(project, 'bin/lambda-credentials.ts') },
    // Beside the code and named in it: the functions run with --enable-source-maps.
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    metafile: true,
    // What fails is thrown, with file and line; printing it too would say it twice.
    logLevel: 'silent',
  });
  for (const warning of await formatMessages(warnings, { kind: 'warning' })) console.warn(warning);
  await writeFile(join(out, 'meta', `${area}.json`), JSON.stringify(metafile));
  const code = codeFiles(metafile).map((file) => readFileSync(join(root, file)));
  return { area, dir, code, bytes: code.reduce((sum, text) => sum + text.byteLength, 0) };
}

/** A module `*.built.ts` exports data that follow from the code alone: they are made now, and what makes them stays out. */
export const builtModules: Plugin = {
  name: 'built-modules',
  setup({ onLoad }) {
    onLoad({ filter: /\.built\.ts$/ }, async ({ path }) => {
      const made = (await import(pathToFileURL(path).href)) as Record<string, unknown>;
      const lines = Object.entries(made).map(
        ([name, value]) => `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(value))});`,
      );
      return { contents: lines.join('\n') };
    });
  },
};

function codeFiles(metafile: Metafile): string[] {
  return Object.keys(metafile.outputs)
    .filter((file) => !file.endsWith('.map'))
    .sort();
}

if (import.meta.main) {
  try {
    const files = await buildConsole({ arePublicPagesShown: true });
    const besides = files.map(({ body }) => body);
    const { functions, name } = await buildFunctions({ outdir: 'dist', besides });
    await writeConsole(files, join(project, 'dist'));
    const bytes = besides.reduce((sum, body) => sum + body.byteLength, 0);
    for (const { area, bytes: size } of [...functions, { area: 'console', bytes }])
      console.log(`${area.padEnd(12)} ${(size / 1000).toFixed(0).padStart(5)} kB`);
    console.log(`build ${name}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
