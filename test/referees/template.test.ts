import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { CfnInclude } from 'aws-cdk-lib/cloudformation-include';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUCKET } from '../../bin/deploy-script.ts';
import { unchangedFlags } from '../../lib/stack/feature-flags.ts';
import { needsProgram } from '../support/lacking.ts';
import { synthesised, type Resource } from '../support/stack/synthesised.ts';
import { cycleIn, faultsOf } from '../support/stack/template-faults.ts';

const run = promisify(execFile);
const project = resolve(import.meta.dirname, '../..');

const settings = {
  mailFrom: 'alerts@example.com',
  terminationProtection: true,
  awsEventsKeySecretArn: 'arn:aws:secretsmanager:eu-west-1:111122223333:secret:Events-Ab12Cd',
};

interface Written {
  Parameters?: object;
  Outputs: object;
  Resources: Record<string, Resource>;
}

let dir: string;
let folder: string;
let template: Written;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'rollcall-template-'));
  folder = join(dir, 'out');
  const given = Object.entries(settings).map(([name, value]) => `${name}=${String(value)}`);
  await run(process.execPath, ['bin/template.ts', folder, ...given], { cwd: project });
  template = JSON.parse(readFileSync(join(folder, 'template.json'), 'utf8')) as Written;
}, 300_000);
afterAll(() => rmSync(dir, { recursive: true }));

/** What the templates ask the bucket for. */
function keysIn(text: string): string[] {
  return [...text.matchAll(/rollcall\/([0-9a-f]{64}\.\w+)/g)].map(([, key = '']) => key);
}

/** Runs the script where `aws` is a program that writes down what it is asked, and keeps what it is given. */
async function deploy(...args: string[]) {
  const bin = join(dir, 'bin');
  mkdirSync(bin, { recursive: true });
  rmSync(join(dir, 'calls'), { force: true });
  writeFileSync(join(bin, 'aws'), AWS);
  chmodSync(join(bin, 'aws'), 0o755);
  const env = { PATH: `${bin}:/usr/bin:/bin`, KEPT: dir };
  const ended = await run('sh', [join(folder, 'deploy.sh'), ...args], { env }).catch(
    (error: unknown) => error as { code: number; stdout: string; stderr: string },
  );
  const calls = existsSync(join(dir, 'calls')) ? readFileSync(join(dir, 'calls'), 'utf8') : '';
  return { code: 0, ...ended, calls: calls.split('\n').filter(Boolean) };
}

const AWS = `#!/bin/sh
echo "$*" >>"$KEPT/calls"
case "$1 $2" in
  's3 cp') cp -R "$4" "$KEPT/uploaded" ;;
  'cloudformation deploy') cp "$6" "$KEPT/deployed.json" ;;
  'cloudformation describe-stacks') echo 'Url https://d1.example' ;;
esac
`;

describe('the folder for who has no CDK', () => {
  it('is the stack of any deployment, which needs no bootstrap of CDK', () => {
    // But for what follows from the kinds of files that a console has.
    const typesOf = (resources: Record<string, Resource>) =>
      Object.entries(resources)
        .map(([id, { Type }]) => `${id} ${Type}`)
        .filter((line) => !line.startsWith('ConsoleFiles'));

    expect(typesOf(template.Resources).sort()).toEqual(typesOf(synthesised(settings).resources).sort());
    expect(template.Parameters).toBeUndefined();
    expect(faultsOf(template as unknown as Record<string, unknown>)).toEqual([]);
    expect(cycleIn(template.Resources)).toEqual([]);
    const names = Object.values(template.Resources).filter(
      ({ Type, Properties }) => Type === 'AWS::IAM::Role' && 'RoleName' in Properties,
    );
    expect(names, 'a role with a name asks for another capability').toEqual([]);
  });

  it('has every file that the templates ask for, and no other', () => {
    const nested = readdirSync(join(folder, 'templates'));
    const texts = ['template.json', ...nested.map((file) => join('templates', file))].map((file) =>
      readFileSync(join(folder, file), 'utf8'),
    );
    expect(nested.length).toBe(1);

    const asked = new Set(texts.flatMap(keysIn));
    expect(readdirSync(join(folder, 'assets')).sort()).toEqual(
      [...asked].filter((key) => !nested.includes(key)).sort(),
    );
    expect([...asked].filter((key) => nested.includes(key))).toEqual(nested);
  });

  it('has archives that others can read', async (test) => {
    needsProgram(test, 'unzip');
    const archives = readdirSync(join(folder, 'assets')).map((file) => join(folder, 'assets', file));

    for (const archive of archives) await run('unzip', ['-tqq', archive]);
    const [ingest] = Object.entries(template.Resources).filter(([id]) => id.startsWith('ingestFunction'));
    const { S3Key: key = '' } = (ingest?.[1].Properties['Code'] ?? {}) as { S3Key?: string };
    const { stdout } = await run('unzip', ['-Z1', join(folder, 'assets', basename(key))]);
    expect(stdout.split('\n')).toContain('index.mjs');
  });
});

/** With what each waits for in the order of names. */
function inOrder(resources: Record<string, Resource>): Record<string, Resource> {
  return Object.fromEntries(
    Object.entries(resources).map(([id, { DependsOn, ...resource }]) => [
      id,
      { ...resource, ...(DependsOn && { DependsOn: [DependsOn].flat().sort() }) },
    ]),
  );
}

it('is included by another app of CDK as it is', () => {
  const stack = new Stack(new App({ context: unchangedFlags() }), 'Theirs');
  const included = new CfnInclude(stack, 'Rollcall', { templateFile: join(folder, 'template.json') });

  expect(included.getOutput('Url').value).toBeDefined();
  const { Resources, ...others } = Template.fromStack(stack).toJSON() as Written;
  expect(others).toMatchObject({ Outputs: template.Outputs });
  expect(inOrder(Resources)).toEqual(inOrder(template.Resources));
});

describe('its script', () => {
  it('is POSIX shell without a fault', async (test) => {
    needsProgram(test, 'shellcheck');

    expect(await run('shellcheck', ['--shell=sh', join(folder, 'deploy.sh')])).toMatchObject({
      stdout: '',
    });
  });

  it('uploads what is asked for and deploys the template with the name of the bucket', async () => {
    const { code, stdout, calls } = await deploy('my-bucket', '--no-execute-changeset');

    expect([code, stdout]).toEqual([0, 'Url https://d1.example\n']);
    expect(calls.map((call) => call.replace(/\/\S*\/tmp\.\w+/g, 'WORK'))).toEqual([
      's3 sync --size-only assets s3://my-bucket/rollcall/',
      's3 cp --recursive WORK/templates s3://my-bucket/rollcall/',
      'cloudformation deploy --stack-name Rollcall --template-file WORK/template.json --s3-bucket my-bucket --s3-prefix rollcall/templates --capabilities CAPABILITY_IAM --no-fail-on-empty-changeset --tags service=rollcall --no-execute-changeset',
      'cloudformation update-termination-protection --enable-termination-protection --stack-name Rollcall',
      'cloudformation describe-stacks --stack-name Rollcall --query Stacks[0].Outputs[].[OutputKey, OutputValue] --output text',
    ]);
    const uploaded = readdirSync(join(dir, 'uploaded')).map((file) =>
      readFileSync(join(dir, 'uploaded', file), 'utf8'),
    );
    const deployed = readFileSync(join(dir, 'deployed.json'), 'utf8');
    expect(uploaded.length).toBe(1);
    for (const text of [deployed, ...uploaded]) expect(text).not.toContain(BUCKET);
    expect(JSON.parse(deployed)).toEqual(
      JSON.parse(JSON.stringify(template).replaceAll(BUCKET, 'my-bucket')),
    );
  });

  it.each([[[]], [['My_Bucket']], [['a/b']], [['--help']], [['$(id)']]])(
    'asks nothing of AWS for %j',
    async (args) => {
      const { code, stderr, calls } = await deploy(...args);

      expect([code, calls]).toEqual([2, []]);
      expect(stderr).toBe(
        'usage: ./deploy.sh BUCKET [ARGUMENT ...], where BUCKET is the name of one of your buckets\n',
      );
    },
  );
});

it('refuses a setting that is none, and a folder of something else', async () => {
  mkdirSync(join(dir, 'mine'));
  const refusal = (...args: string[]) =>
    run(process.execPath, ['bin/template.ts', ...args], { cwd: project }).then(
      () => 'nothing',
      (error: unknown) => (error as { stderr: string }).stderr,
    );

  expect(await refusal(join(dir, 'new'), 'mailfrom=a@example.com')).toBe(
    'mailfrom is not a setting: docs/deploy.md lists them, and case matters.\n',
  );
  expect(await refusal(join(dir, 'mine'))).toContain('mine holds no template');
  expect(await refusal(join(dir, 'new'), 'mailFrom')).toContain('each setting as name=value');
});
