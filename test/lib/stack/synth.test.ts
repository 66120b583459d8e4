import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areasIn } from '../../../bin/build.ts';
import type { Resource } from './synthesised.ts';

const project = resolve(import.meta.dirname, '../../..');
let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'rollcall-synth-'));
});
afterAll(() => rmSync(dir, { recursive: true }));

interface Ended {
  code: number;
  stderr: string;
}

/** Runs a command of the project with an empty environment: no region, no credentials, no way out. */
function run(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const closed = 'http://127.0.0.1:9';
  const bare = {
    PATH: process.env['PATH'] ?? '',
    HOME: dir,
    HTTPS_PROXY: closed,
    HTTP_PROXY: closed,
    ...env,
  };
  return new Promise((done) => {
    execFile(process.execPath, args, { cwd: project, env: bare }, (error, _stdout, stderr) => {
      done({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stderr });
    });
  });
}

/** It bundles every function: half a minute and more on busy cores. */
const SYNTH_MS = 120_000;

describe('cdk synth', () => {
  it(
    'builds every function and writes the template, with no account, network or environment',
    { timeout: SYNTH_MS },
    async () => {
      const out = join(dir, 'out');
      const cdk = [join(project, 'node_modules/aws-cdk/bin/cdk'), 'synth', '--quiet', '--output', out];

      const chosen = ['-c', `buildDir=${join(dir, 'built')}`, '-c', 'mailFrom=alerts@example.com'];
      const { code, stderr } = await run([...cdk, ...chosen]);

      expect(code, stderr).toBe(0);
      // CDK's own validation of the template, and its advice on constructs.
      expect(stderr).not.toMatch(/warning|error/i);
      const { Resources } = JSON.parse(readFileSync(join(out, 'Rollcall.template.json'), 'utf8')) as {
        Resources: Record<string, Resource>;
      };
      const functions = Object.values(Resources).filter(({ Type }) => Type === 'AWS::Lambda::Function');
      expect(functions.length).toBe(areasIn(project).length);
      for (const area of areasIn(project))
        expect(existsSync(join(dir, 'built', area, 'index.mjs'))).toBe(true);
    },
  );

  it('says in one plain sentence what is wrong with a setting', async () => {
    const env = {
      CDK_CONTEXT_JSON: JSON.stringify({ alarmEmail: 'nobody' }),
      CDK_OUTDIR: join(dir, 'refused'),
    };

    const { code, stderr } = await run(['bin/app.ts'], env);

    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'alarmEmail must be an e-mail address, not "nobody".\n',
    });
    expect(existsSync(join(dir, 'refused', 'Rollcall.template.json'))).toBe(false);
  });
});
