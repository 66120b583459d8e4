import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { inject } from 'vitest';

const project = resolve(import.meta.dirname, '../../..');

interface Ended {
  code: number;
  stderr: string;
}

/** What `cdk synth` wrote and said. */
export interface Synthesis {
  /** The template in `out`, the functions and their metafiles in `built`. */
  dir: string;
  ended: Ended;
}

/** Bundling every function and validating the template takes half a minute and more on busy cores. */
export const SYNTH_MS = 120_000;

/** `cdk synth` of the whole service, once in a run of the tests: by the worker that asks first, while others wait. */
export async function synthesis(): Promise<Synthesis> {
  const dir = join(inject('runFolder'), 'synth');
  const done = join(dir, 'ended.json');
  if (mkdirSync(dir, { recursive: true }) !== undefined) {
    const args = ['--output', join(dir, 'out'), '-c', `buildDir=${join(dir, 'built')}`];
    const settings = ['-c', 'mailFrom=alerts@example.com', '-c', 'alarmEmail=ops@example.com'];
    const cdk = join(project, 'node_modules/aws-cdk/bin/cdk');
    const ended = await run([cdk, 'synth', '--quiet', ...args, ...settings], { HOME: dir });
    writeFileSync(`${done}.part`, JSON.stringify(ended));
    renameSync(`${done}.part`, done);
  }
  for (let waited = 0; !existsSync(done) && waited < SYNTH_MS; waited += 200) await wait(200);
  return { dir, ended: JSON.parse(readFileSync(done, 'utf8')) as Ended };
}

/** Runs a command of the project with next to no environment: no region, no credentials, no way out. */
export function run(args: string[], env: { HOME: string } & Record<string, string>): Promise<Ended> {
  const closed = 'http://127.0.0.1:9';
  const bare = {
    PATH: process.env['PATH'] ?? '',
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
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
