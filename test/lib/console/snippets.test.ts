import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needsCurl, needsProgram } from '../../support/lacking.ts';
import { ROLLCALL } from '../../support/machines/rollcall-command.ts';
import { byCron } from '../../support/machines/shells.ts';
import { programPath } from '../../support/machines/programs.ts';
import { snippetsFor } from '../../../lib/console/snippets/docs-snippets.ts';

const URL_OF_PINGS = 'https://example.com/in/0123456789abcdefghjkmnpqrs';
const timing = { intervalSec: 3_600, cron: '30 2 * * *', tz: 'Europe/Berlin' };

it('has one for each tool, each with the real URL', () => {
  const snippets = snippetsFor({ url: URL_OF_PINGS, ...timing });
  expect(snippets.map(({ id }) => id)).toEqual([
    'crontab',
    'rollcall',
    'bash',
    'powershell',
    'python',
    'node',
    'go',
    'php',
    'kubernetes',
    'github',
    'systemd',
    'n8n',
    'lambda',
  ]);
  for (const { text } of snippets) expect(text).toContain(URL_OF_PINGS);
});

it('fills in the real schedule where the tool has one', () => {
  const textOf = (id: string) =>
    snippetsFor({ url: URL_OF_PINGS, ...timing }).find((each) => each.id === id)?.text;
  expect(textOf('crontab')).toMatch(/^30 2 \* \* \*/);
  expect(textOf('kubernetes')).toContain('schedule: "30 2 * * *"\n  timeZone: "Europe/Berlin"');
});

const called: string[] = [];
/** How many calls are still refused, as by an account whose functions are all at work. */
let refusals = 0;
const server = createServer((req, res) => {
  called.push(req.url ?? '');
  res.statusCode = refusals-- > 0 ? 503 : 200;
  res.end('{}');
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/in/x`;
});
afterAll(() => server.close());

/** A program that runs a snippet: with a job that does something or fails, and its waits written instead of waited for. */
interface Way {
  program: string;
  flag: string;
  script: (text: string, job: 'works' | 'fails') => string;
  /** What it takes that not every machine has, and the package that brings it. */
  needs?: readonly [program: string, debianPackage: string];
}

const failing = 'throw new Error("the job")';
/** The timers of `fetch` are of whole milliseconds. */
const waits = `const { setTimeout: later } = globalThis;
globalThis.setTimeout = (next, ms, ...rest) => {
  if (Number.isInteger(ms)) return later(next, ms, ...rest);
  console.log('waits ' + ms / 1_000);
  return later(next, 0);
};
`;
const WAYS: Record<string, Way> = {
  node: {
    program: process.execPath,
    flag: '-e',
    script: (text, job) =>
      `${waits}const yourJob = async () => { ${job === 'works' ? '' : failing} };\n${text}`,
  },
  lambda: {
    program: process.execPath,
    flag: '--input-type=module',
    script: (text, job) =>
      `--eval=${waits}const yourJob = async () => { ${job === 'works' ? '' : failing} };\n${text}\nawait handler({});`,
  },
  python: {
    program: 'python3',
    flag: '-c',
    needs: ['python3', 'python3'],
    script: (text, job) => `import time
time.sleep = lambda sec: print("waits", sec)
def your_job():
    ${job === 'works' ? 'pass' : 'raise RuntimeError("the job")'}
${text}`,
  },
  php: {
    program: 'php',
    flag: '-r',
    needs: ['php', 'php-cli'],
    script: (
      text,
      job,
    ) => `function your_job() { ${job === 'works' ? '' : 'throw new Exception("the job");'} }
function waits(int $us) { echo 'waits ', $us / 1e6, "\\n"; }
${text.replace('usleep(', 'waits(')}`,
  },
  go: {
    program: 'sh',
    flag: '-c',
    needs: ['go', 'golang-go'],
    script: (text, job) => `cd "$(mktemp -d)" && cat >main.go <<'END' && go run main.go
package main
import ("errors"; "fmt"; "log"; "math/rand"; "net/http"; "time")
func yourJob() error { return ${job === 'works' ? 'nil' : 'errors.New("the job")'} }
var _ = errors.New
func waits(each time.Duration) { fmt.Println("waits", each.Seconds()) }
${text.replace('time.Sleep(', 'waits(')}
END`,
  },
  powershell: {
    program: 'pwsh',
    flag: '-Command',
    script: (text, job) => `function Start-Sleep([int]$Milliseconds) { "waits $($Milliseconds / 1000)" }
${text.replace("'C:\\path\\to\\your-job.exe'", `'${process.execPath}' -e 'process.exit(${job === 'works' ? 0 : 7})'`)}`,
  },
};

// Debian has no package of PowerShell, so CI cannot be asked for it.
const RUN_HERE = Object.fromEntries(
  Object.entries(WAYS).filter(([id]) => id !== 'powershell' || programPath('pwsh') !== null),
);

/** What came of a program: what it called, for how long it waited in between, and its own outcome. */
async function outcomeOf(program: string, args: readonly string[], refused = 0) {
  called.length = 0;
  refusals = refused;
  const { code, stdout } = await promisify(execFile)(program, args).then(
    (done) => ({ code: 0, ...done }),
    (error: { code: number; stdout: string }) => error,
  );
  const waited = [...stdout.matchAll(/waits (\S+)/g)].map(([, sec]) => Number(sec));
  return { calls: [...called], waited, code };
}
const textOf = (id: string) => snippetsFor({ url, ...timing }).find((each) => each.id === id)?.text ?? '';

it('repeats what is refused, each of them', () => {
  // Those of WAYS are run below, the command has a test of its own; PowerShell is run where it is installed alone.
  const repeats = /curl .*--retry 5 |"retryOnFail": true|Get-Random/;
  const others = snippetsFor({ url, ...timing }).filter(({ id }) => id !== 'rollcall' && !(id in RUN_HERE));

  expect(others.map(({ id }) => id)).toEqual(expect.arrayContaining(['crontab', 'bash', 'n8n', 'systemd']));
  for (const { id, text } of others) expect(text, id).toMatch(repeats);
});

it('with rollcall tells start and end', async (test) => {
  needsCurl(test);
  const line = byCron(textOf('rollcall')).command;
  const command = line
    .replace('/usr/local/bin/rollcall', `sh ${ROLLCALL}`)
    .replace('/path/to/your-job', 'false');

  const { calls, code } = await outcomeOf('sh', ['-c', command]);

  expect(code).toBe(1);
  expect(calls.map((call) => call.replace(/\?rid=[0-9a-f]{32}$/, ''))).toEqual(['/in/x/start', '/in/x/1']);
});

it('in a shell tells how the job ended', async (test) => {
  needsCurl(test);
  const run = async (text: string) => (await outcomeOf('sh', ['-c', text])).calls;
  const job = (command: string) => textOf('bash').replace('/path/to/your-job', command);
  expect(await run(job('true'))).toEqual(['/in/x/0']);
  expect(await run(job('(exit 7)'))).toEqual(['/in/x/7']);
  const container = textOf('kubernetes');
  const args = container.slice(container.indexOf('- |') + 3).replace('/path/to/your-job', '(exit 3)');
  expect(await run(args)).toEqual(['/in/x/3']);
});

describe.each(Object.entries(RUN_HERE))('in %s', (id, { program, flag, script, needs }) => {
  const run = (job: 'works' | 'fails', refused?: number) =>
    outcomeOf(program, [flag, script(textOf(id), job)], refused);
  const told = (outcome: string) => (id === 'powershell' ? [] : ['/in/x/start']).concat(`/in/x${outcome}`);
  const [good, bad] = id === 'powershell' ? ['/0', '/7'] : ['', '/fail'];

  it('it tells the end, or the failure, of which the outcome stays', { timeout: 60_000 }, async (test) => {
    if (needs) needsProgram(test, ...needs);

    expect(await run('works')).toEqual({ calls: told(good), waited: [], code: 0 });
    const failed = await run('fails');

    expect(failed.calls).toEqual(told(bad));
    expect(failed.code).not.toBe(0);
  });

  it('what is refused is tried three times, 1 to 10 s apart by lot', { timeout: 60_000 }, async (test) => {
    if (needs) needsProgram(test, ...needs);
    const [first, ...rest] = told(good);

    const { calls, waited, code } = await run('works', 2);

    expect(calls).toEqual([first, first, first, ...rest]);
    expect(code).toBe(0);
    expect(new Set(waited).size, `two waits that differ: ${waited.join()}`).toBe(2);
    for (const sec of waited) expect(sec).toSatisfy((each: number) => each >= 1 && each <= 10);
  });

  it('a service that is down changes nothing of the job', { timeout: 60_000 }, async (test) => {
    if (needs) needsProgram(test, ...needs);

    const { calls, code } = await run('works', 100);

    expect(calls).toEqual(told(good).flatMap((call) => [call, call, call]));
    expect(code).toBe(0);
    expect((await run('fails', 100)).code).not.toBe(0);
  });
});
