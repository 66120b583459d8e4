import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

const project = resolve(import.meta.dirname, '../../..');
const [, section = ''] = readFileSync(join(project, 'docs/cdk.md'), 'utf8').split(
  '## Monitors beside their jobs\n',
);
const own = section.split(/^## /m)[0] ?? '';
const snippets = [...own.matchAll(/^( *)```ts\n([^]*?)^ *```$/gm)].map(([, , text = '']) =>
  text.replaceAll(/^ {3}/gm, ''),
);

/** What a snippet that is not a whole app stands in. */
const around = (snippet: string) =>
  snippet.includes('import ')
    ? snippet
    : `import { App, Duration, Stack } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { DefinitionBody, Pass, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Monitor, Rollcall, Schedule } from 'rollcall-cdk';
const app = new App();
const stack = new Stack(app, 'Jobs');
const rollcall = Rollcall.fromStack(stack, 'Rollcall');
const job = new StateMachine(stack, 'Job', { definitionBody: DefinitionBody.fromChainable(new Pass(stack, 'Pass')) });
${snippet}
void [Duration, Secret, Monitor, Schedule, rollcall, job];
app.synth();
`;

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
  snippets.forEach((text, at) => writeFileSync(join(folder, `app-${at}.ts`), around(text)));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('the page has an app, what gives every schedule a monitor, pings, secrets, and a Rollcall elsewhere', () => {
  expect(snippets.length).toBe(5);
  for (const name of ['watchSchedule', 'ofEvery', 'pingUrl', 'alertUrl', 'fromUrl'])
    expect(snippets.join()).toContain(name);
});

it('every snippet of the page is compiled', { timeout: 120_000 }, async () => {
  const tsc = [join(project, 'node_modules/typescript/bin/tsc'), '--noEmit', '--project', folder];
  const { stdout } = await promisify(execFile)(process.execPath, tsc).catch(
    (error: { stdout: string }) => error,
  );

  expect(stdout).toBe('');
});

it.each(snippets.map((_, at) => at))(
  'snippet %i of the page is synthesised, with a monitor in it',
  async (at) => {
    const file = join(folder, `synthesised-${at}.ts`);
    const entry = join(project, 'lib/cdk.ts');
    writeFileSync(
      file,
      `${around(snippets[at] ?? '').replace("'rollcall-cdk'", `'${entry}'`)}\nexport const made = app;`,
    );
    const { made } = (await import(file)) as { made: App };

    const template = Template.fromStack(made.node.findChild('Jobs') as Stack);
    // Of the job alone nobody awaits anything: it has no schedule to be watched.
    template.resourceCountIs('Custom::RollcallMonitor', snippets[at]?.startsWith('Monitor.ofEvery') ? 0 : 1);
  },
);
