import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { appsOfThePage } from '../../support/stack/cdk-page.ts';
import { itThorough } from '../../support/thorough.ts';

const project = resolve(import.meta.dirname, '../../..');
/** The service's own is synthesised with the package. */
const apps = appsOfThePage().filter(({ text }) => !text.includes('RollcallStack'));

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(inject('runFolder'), 'documented-'));
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  const paths = { 'rollcall-cdk': [join(project, 'lib/cdk.ts')] };
  const compilerOptions = {
    paths,
    incremental: false,
    tsBuildInfoFile: null,
    noUnusedLocals: false,
    typeRoots: [join(project, 'node_modules/@types')],
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(project, 'tsconfig.json'),
      compilerOptions,
      include: ['*.ts'],
      exclude: [],
    }),
  );
  apps.forEach(({ text }, at) => writeFileSync(join(folder, `app-${at}.ts`), text));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('the page has an app, what gives every schedule a monitor, pings, secrets, and a Rollcall elsewhere', () => {
  expect(apps.length).toBe(5);
  for (const name of ['watchSchedule', 'ofEvery', 'pingUrl', 'alertUrl', 'fromUrl'])
    expect(apps.map(({ snippet }) => snippet).join()).toContain(name);
});

itThorough('every snippet of the page is compiled', { timeout: 120_000 }, async () => {
  const tsc = [join(project, 'node_modules/typescript/bin/tsc'), '--noEmit', '--project', folder];
  const { stdout } = await promisify(execFile)(process.execPath, tsc).catch(
    (error: { stdout: string }) => error,
  );

  expect(stdout).toBe('');
});

it.each(apps.map((app, at) => [at, app] as const))(
  'snippet %i of the page is synthesised, with a monitor in it',
  async (at, { snippet, text }) => {
    const file = join(folder, `synthesised-${at}.ts`);
    const entry = join(project, 'lib/cdk.ts');
    writeFileSync(file, `${text.replace("'rollcall-cdk'", `'${entry}'`)}\nexport const made = app;`);
    const { made } = (await import(file)) as { made: App };

    const template = Template.fromStack(made.node.findChild('Jobs') as Stack);
    // Of the job alone nobody awaits anything: it has no schedule to be watched.
    template.resourceCountIs('Custom::RollcallMonitor', snippet.startsWith('Monitor.ofEvery') ? 0 : 1);
  },
);
