import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { build as bundle, type Metafile } from 'esbuild';
import { consoleSources } from '../lib/console-build/build-console.ts';
import { buildAssets } from './assets.ts';
import { builtModules } from './build.ts';
import { licensesOf } from './licenses.ts';
import { settingsDeclaration } from './settings-declaration.ts';
import { entriesIn } from './zip.ts';

/** `npm run package [FOLDER]`: what `npm pack FOLDER` makes the package for apps of AWS CDK of. */

const project = resolve(import.meta.dirname, '..');
const ENTRY = 'lib/cdk.ts';
const MANIFEST = 'manifest.json';

/** Given by whoever has an app; a second copy of either would be other classes of the same names. */
const PEERS = ['aws-cdk-lib', 'constructs'] as const;

interface Described {
  version: string;
  description: string;
  license: string;
  engines: { node: string };
  peerDependencies: Record<string, string>;
}

const describedIn = (folder: string) =>
  JSON.parse(readFileSync(join(project, folder, 'package.json'), 'utf8')) as Described;

async function writePackage(out: string): Promise<void> {
  if (existsSync(out) && !existsSync(join(out, MANIFEST)))
    throw new Error(`${out} holds no package: nothing was written, since its files would be removed.`);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  // First of all: what is left of a build that fails may be removed by the next one.
  writeFileSync(join(out, MANIFEST), '');
  const assets = join(out, 'assets');
  const { name } = await buildAssets({ outdir: assets, publicPages: ['off', 'on'], maps: false });
  const functions = entriesIn(join(assets, 'meta')).map(
    ({ body }) => JSON.parse(body.toString()) as Metafile,
  );
  rmSync(join(assets, 'meta'), { recursive: true });
  const { metafile } = await bundle({
    absWorkingDir: project,
    entryPoints: { index: ENTRY },
    outdir: out,
    bundle: true,
    external: [...PEERS],
    plugins: [builtModules],
    format: 'esm',
    platform: 'node',
    target: 'node20',
    metafile: true,
    logLevel: 'warning',
  });
  const sources = [...functions, metafile].flatMap(({ inputs }) =>
    Object.keys(inputs).map((file) => join(project, file)),
  );
  writeFileSync(join(out, 'THIRD-PARTY-LICENSES.txt'), licensesOf([...sources, ...(await consoleSources())]));
  writeDeclarations(join(out, 'types'));
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(described(), null, 2)}\n`);
  const page = readFileSync(join(project, 'docs/cdk.md'), 'utf8');
  // Other pages are not beside it there.
  writeFileSync(join(out, 'README.md'), page.replaceAll(/\[([^\]]+)\]\((?!https:)[^)]+\)/g, '$1'));
  writeFileSync(join(out, MANIFEST), manifestOf(out, name));
}

function described() {
  const { version, license, engines } = describedIn('.');
  const { version: cdk, peerDependencies } = describedIn('node_modules/aws-cdk-lib');
  return {
    name: 'rollcall-cdk',
    version,
    description: 'A dead-man switch for cron jobs and webhooks, as a stack of your own CDK app.',
    license,
    type: 'module',
    main: './index.js',
    types: './types/cdk.d.ts',
    exports: {
      '.': { types: './types/cdk.d.ts', default: './index.js' },
      [`./${MANIFEST}`]: `./${MANIFEST}`,
      './package.json': './package.json',
    },
    peerDependencies: { 'aws-cdk-lib': `^${cdk}`, constructs: peerDependencies['constructs'] },
    engines,
  };
}

/** A file that a declaration names, also within a type. */
const NAMED = /(from |import\()(['"])(\.[^'"]+)\.ts\2/g;

/** Declarations of the entry and of what it names, and of nothing else. */
function writeDeclarations(out: string): void {
  const work = mkdtempSync(join(tmpdir(), 'rollcall-types-'));
  try {
    const compilerOptions = {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      incremental: false,
      tsBuildInfoFile: null,
      rootDir: join(project, 'lib'),
      outDir: work,
      typeRoots: [join(project, 'node_modules/@types')],
    };
    const config = {
      extends: join(project, 'tsconfig.json'),
      compilerOptions,
      include: [],
      files: [join(project, ENTRY)],
    };
    writeFileSync(join(work, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(project, 'node_modules/typescript/bin/tsc');
    execFileSync(process.execPath, [tsc, '--project', work], { stdio: 'inherit' });
    // The table of settings and the parts of the stack stay ours: users have names and words of settings, and a stack.
    writeFileSync(join(work, 'stack/settings-from-props.d.ts'), settingsDeclaration());
    writeFileSync(
      join(work, 'stack/service-stack.d.ts'),
      "export { Stack as ServiceStack } from 'aws-cdk-lib';\n",
    );
    for (const file of namedFrom(work, 'cdk.d.ts')) {
      mkdirSync(dirname(join(out, file)), { recursive: true });
      const text = readFileSync(join(work, file), 'utf8');
      // Older compilers take a name that ends so for a source.
      writeFileSync(join(out, file), text.replaceAll(NAMED, '$1$2$3.js$2'));
    }
  } finally {
    rmSync(work, { recursive: true });
  }
}

function namedFrom(root: string, entry: string): Set<string> {
  const files = new Set([entry]);
  // A set gives what is added to it meanwhile.
  for (const file of files)
    for (const [, , , name = ''] of readFileSync(join(root, file), 'utf8').matchAll(NAMED))
      files.add(`${join(dirname(file), name)}.d.ts`);
  return files;
}

/** Every file with its hash, so that two packages can be compared, and one with the sources. */
function manifestOf(out: string, build: string): string {
  const files = entriesIn(out).filter(({ name }) => name !== MANIFEST);
  const hashes = files.map((file) => [file.name, createHash('sha256').update(file.body).digest('hex')]);
  return `${JSON.stringify({ build, files: Object.fromEntries(hashes) }, null, 2)}\n`;
}

try {
  const out = resolve(project, process.argv[2] ?? 'dist/package');
  await writePackage(out);
  console.log(`The package is in ${out}: npm pack ${out}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
