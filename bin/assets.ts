import { writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { AwsSettings } from '../lib/config/settings/all-settings.ts';
import { buildConsole } from '../lib/console-build/build-console.ts';
import { ASSETS_LIST, type AssetsList } from '../lib/stack/built-assets.ts';
import { buildFunctions, type Build, type BuildOptions } from './build.ts';
import { writeConsole } from './console-folders.ts';

const project = resolve(import.meta.dirname, '..');

export interface AssetsOptions extends Pick<BuildOptions, 'outdir' | 'maps'> {
  /** The deployments that the console is built for. */
  publicPages: readonly AwsSettings['publicPages'][];
}

/** Builds all that a stack deploys into a folder: the functions, the console, and the list of them by which a stack knows them. */
export async function buildAssets({
  publicPages,
  ...options
}: AssetsOptions): Promise<Build & { consoleBytes: number }> {
  const out = resolve(project, options.outdir);
  const sites = await Promise.all(
    publicPages.map(async (pages) => ({
      pages,
      files: await buildConsole({ arePublicPagesShown: pages === 'on' }),
    })),
  );
  const besides = sites.flatMap(({ files }) => files.map(({ body }) => body));
  const build = await buildFunctions({ ...options, besides });
  const consoles: AssetsList['consoles'] = {};
  for (const { pages, files } of sites) {
    const folders = await writeConsole(files, join(out, 'console', pages));
    consoles[pages] = folders.map((folder) => ({ ...folder, dir: relative(out, folder.dir) }));
  }
  const list: AssetsList = {
    build: build.name,
    functions: build.functions.map(({ area }) => area),
    consoles,
  };
  await writeFile(join(out, ASSETS_LIST), JSON.stringify(list));
  return { ...build, consoleBytes: besides.reduce((sum, { byteLength }) => sum + byteLength, 0) };
}

if (import.meta.main) {
  try {
    const { functions, name, consoleBytes } = await buildAssets({ outdir: 'dist', publicPages: ['on'] });
    for (const { area, bytes } of [...functions, { area: 'console', bytes: consoleBytes }])
      console.log(`${area.padEnd(12)} ${(bytes / 1000).toFixed(0).padStart(5)} kB`);
    console.log(`build ${name}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
