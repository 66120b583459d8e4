import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import { needsProgram } from '../../../support/lacking.ts';
import { signalsOf, startRollcall } from '../../../support/machines/rollcall-command.ts';
import { programPath } from '../../../support/machines/programs.ts';
import { POSIX_SHELLS, ran, type Shell } from '../../../support/machines/shells.ts';
import { startMuteServer } from '../../../support/servers/mute-server.ts';
import { startTestService } from '../../../support/service/service.ts';
import { fresh, shared } from '../../../support/service/shared.ts';
import { casesOf, itThorough, rounds } from '../../../support/thorough.ts';

const service = shared(() => startTestService({ isTimed: true }));
const alice = fresh(() => service.guest());
const [DASH] = POSIX_SHELLS as [Shell];
const KEY = `hpk_${'x'.repeat(43)}`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-test-'));
});
afterEach(async () => {
  await chmod(folder, 0o700);
  await rm(folder, { recursive: true });
});

const settings = async () => ({
  ROLLCALL_URL: service.url,
  ROLLCALL_KEY: await alice.ingestKey(),
  TMPDIR: folder,
});

const run = (test: TestContext, job: string, env: Record<string, string>, shell: Shell = DASH) =>
  startRollcall(test, shell, ['run', 'backup', '--', 'sh', '-c', job], { env }).ended;

describe('a job runs as ever and ends as ever', () => {
  it('where the service is dead', async (test) => {
    const env = { ROLLCALL_URL: 'http://127.0.0.1:1', ROLLCALL_KEY: KEY, ROLLCALL_PATIENCE: '4' };

    const ended = await run(test, 'echo done; exit 4', env);

    expect(ended).toMatchObject({ code: 4, stdout: 'done\n' });
    expect(ended.stderr).toBe(
      'rollcall: backup ended with 4, and that could not be reported: the service was not reached.\n',
    );
    expect(ended.tookMs).toBeLessThan(10_000);
  });

  itThorough('where no name resolves', async (test) => {
    const env = { ROLLCALL_URL: 'https://rollcall.invalid', ROLLCALL_KEY: KEY };

    expect(await run(test, 'exit 0', env)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('not reached'),
    });
  });

  itThorough(
    'at once and with bounded waits after it where the service never answers',
    async (test) => {
      await using mute = await startMuteServer();
      const began = Date.now();
      const { child, ended } = startRollcall(test, DASH, ['run', 'backup', '--', 'echo', 'done'], {
        env: { ROLLCALL_URL: mute.url, ROLLCALL_KEY: KEY },
      });
      let printedMs = Infinity;
      child.stdout?.once('data', () => (printedMs = Date.now() - began));

      const { code, tookMs } = await ended;

      expect(code).toBe(0);
      expect(printedMs).toBeLessThan(5_000);
      // Ten seconds for the start, and ten for the end.
      expect(tookMs).toBeLessThan(28_000);
    },
    40_000,
  );

  it.for([
    ['nothing is set', {}, 'ROLLCALL_URL is not set'],
    ['there is no key', { ROLLCALL_URL: 'http://127.0.0.1:1' }, 'there is no ingest key'],
    [
      'the key would be an option of curl',
      { ROLLCALL_URL: 'http://127.0.0.1:1', ROLLCALL_KEY: `hpk_a"\noutput="/tmp/x` },
      'a key or an address has a character that none has',
    ],
    [
      'there is neither curl nor wget',
      { ROLLCALL_URL: 'http://127.0.0.1:1', ROLLCALL_KEY: KEY, PATH: '' },
      'neither curl nor GNU wget is here',
    ],
  ] as const)('where %s', async ([, env, why], test) => {
    for (const name of ['sh', 'cat', 'cut', 'ls', 'od', 'tr', 'grep', 'env', 'true'])
      await symlink(programPath(name) ?? '', join(folder, name));
    const given = 'PATH' in env ? { ...env, PATH: folder } : env;

    expect(await run(test, 'echo done; exit 5', given)).toMatchObject({
      code: 5,
      stdout: 'done\n',
      stderr: expect.stringMatching(
        new RegExp(`^rollcall: backup runs, and is not reported: ${why}.*\\.\n$`),
      ),
    });
  });

  it.for(casesOf(1, [['/dev/full'], ['/proc'], ['/nonexistent']]))(
    'without room in %s for its output',
    async ([place], test) => {
      const env = { ...(await settings()), TMPDIR: String(place) };

      expect(await run(test, 'echo done; echo an error >&2; exit 6', env)).toMatchObject({
        code: 6,
        stdout: 'done\n',
        stderr: 'an error\n',
      });
      expect((await signalsOf(alice, 'backup'))[1]).toMatchObject({ exit_code: 6, output: null });
    },
  );

  it('where its output goes to a full disk', async (test) => {
    const ended = await run(test, 'echo done >/dev/full || exit 7', await settings());

    expect(ended.code).toBe(7);
  });

  it('where there is no such command', async (test) => {
    const { ended } = startRollcall(test, DASH, ['run', 'backup', '--', '/no/such/job'], {
      env: await settings(),
    });

    expect((await ended).code).toBe(127);
    expect((await signalsOf(alice, 'backup'))[1]).toMatchObject({ exit_code: 127 });
  });
});

describe('what a job prints', () => {
  it('passes byte by byte, and its last 10 kB are kept', async (test) => {
    const blocks = rounds(200, 2_000);
    const job = `head -c ${blocks}000 /dev/zero | tr '\\0' '\\377'; printf 'the\\000end'`;

    const { stdout, code } = await run(test, job, await settings());

    expect(code).toBe(0);
    expect(stdout.length).toBe(blocks * 1000 + 7);
    expect(stdout.endsWith('\u00ff\u00ffthe\u0000end')).toBe(true);
    const [, end] = await signalsOf(alice, 'backup');
    expect(end?.output?.length).toBeGreaterThan(3_000);
    expect(end?.output).toMatch(/the.end$/s);
  });

  itThorough(
    'may be a gigabyte, which takes no room',
    async (test) => {
      const job = `head -c 1000000000 /dev/zero | tr '\\0' 'x'; echo; du -k "$TMPDIR" | tail -n 1 | cut -f 1 >&2; echo end`;
      const { child, ended } = startRollcall(test, DASH, ['run', 'backup', '--', 'sh', '-c', job], {
        env: await settings(),
      });
      let bytes = 0;
      child.stdout?.removeAllListeners('data').on('data', (text: string) => (bytes += text.length));

      const { code, stderr } = await ended;

      expect({ code, bytes }).toEqual({ code: 0, bytes: 1_000_000_005 });
      expect(Number(stderr)).toBeLessThan(100);
      expect((await signalsOf(alice, 'backup'))[1]?.output).toMatch(/x\n(\d+\n)?end\n/);
    },
    120_000,
  );

  it('goes on where a process outlives the job, which is not waited for', async (test) => {
    const job = 'echo before; (sleep 5; echo later) & exit 0';

    const { stdout, stderr, tookMs, code } = await run(test, job, await settings());

    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'before\nlater\n', stderr: '' });
    expect(tookMs).toBeLessThan(5_000);
    expect((await signalsOf(alice, 'backup'))[1]).toMatchObject({ kind: 'ping', output: 'before\n' });
  });

  it('is not sent with --no-output, and nothing is left in the folder for temporary files', async (test) => {
    const env = await settings();
    const { ended } = startRollcall(test, DASH, ['run', '--no-output', 'backup', '--', 'echo', 'secret'], {
      env,
    });

    expect(await ended).toMatchObject({ code: 0, stdout: 'secret\n', stderr: '' });
    await run(test, 'echo kept', env);
    expect((await signalsOf(alice, 'backup')).map(({ output }) => output)).toEqual([
      null,
      null,
      null,
      'kept\n',
    ]);
    expect(await readdir(folder)).toEqual([]);
  });
});

it('jobs that end at once leave nothing and nobody behind', async (test) => {
  needsProgram(test, 'ps', 'procps');
  const env = { ROLLCALL_URL: 'http://127.0.0.1:1', ROLLCALL_KEY: KEY, TMPDIR: folder };

  for (let round = 0; round < rounds(4, 20); round++) {
    const all = await Promise.all(Array.from({ length: 5 }, () => run(test, 'echo done', env)));
    expect(all.map(({ code, stdout }) => [code, stdout])).toEqual(all.map(() => [0, 'done\n']));
  }

  expect(await readdir(folder)).toEqual([]);
  expect((await ran('ps', ['-eo', 'args'])).stdout).not.toContain(`tee ${folder}`);
}, 60_000);

it('ten at once are ten runs, each with its own id', async (test) => {
  const env = await settings();

  const all = await Promise.all(Array.from({ length: 10 }, (_, at) => run(test, `exit ${at}`, env)));

  expect(all.map(({ code }) => code)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const signals = await signalsOf(alice, 'backup');
  const ends = signals.filter(({ kind }) => kind !== 'start');
  const starts = signals.filter(({ kind }) => kind === 'start');
  expect(ends.map((end) => end.exit_code).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(starts.map(({ rid }) => rid).sort()).toEqual(ends.map(({ rid }) => rid).sort());
}, 30_000);

itThorough(
  'an answer of 503 or 429 is tried again, one of 404 is not',
  async (test) => {
    for (const [codes, tries] of [
      [[503, 429, 200], 3],
      [[404], 1],
    ] as const) {
      const asked: string[] = [];
      const server = createServer((request, response) => {
        if (!request.url?.includes('/start')) asked.push(request.url ?? '');
        response.writeHead(request.url?.includes('/start') ? 200 : (codes[asked.length - 1] ?? 200)).end();
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/in/7an108df0yhfqtcyghh9hg1v0r`;

      const { code } = await run(test, 'exit 0', { ROLLCALL_URL: url, ROLLCALL_PATIENCE: '30' });
      server.close();

      expect({ code, tries: asked.length }).toEqual({ code: 0, tries });
      expect(new Set(asked).size).toBe(1);
      expect(asked[0]).toMatch(/^\/in\/7an108df0yhfqtcyghh9hg1v0r\/0\?rid=[0-9a-f]{32}$/);
    }
  },
  30_000,
);

describe('the key', () => {
  it.for([['curl'], ['wget']])('is in no argument of %s, no trace and no message', async ([client], test) => {
    needsProgram(test, 'wget');
    const env = await settings();
    const bin = join(folder, 'bin');
    await mkdir(bin);
    // Each program on the way notes its arguments.
    const names = [
      'curl',
      'wget',
      'timeout',
      'sleep',
      'sed',
      'tail',
      'tee',
      'cat',
      'env',
      'mkfifo',
      'sh',
      'grep',
    ];
    for (const name of names.filter((each) => client !== 'wget' || each !== 'curl')) {
      const log = `#!/bin/sh\necho "$0 $*" >>${folder}/arguments\nexec ${programPath(name)} "$@"\n`;
      await writeFile(join(bin, name), log, { mode: 0o755 });
    }
    for (const name of ['od', 'tr', 'date', 'mktemp', 'rm', 'true', 'ls', 'cut', 'head', 'dash'])
      await symlink(programPath(name) ?? '', join(bin, name));

    const ended = await startRollcall(
      test,
      { ...DASH, args: ['-x'] },
      ['run', 'backup', '--', 'sh', '-c', 'echo done; exit 3'],
      { env: { ...env, PATH: bin } },
    ).ended;

    expect(ended).toMatchObject({ code: 3, stdout: 'done\n' });
    expect((await signalsOf(alice, 'backup'))[1]).toMatchObject({ exit_code: 3, output: 'done\n' });
    const all = `${await readFile(join(folder, 'arguments'), 'utf8')}${ended.stderr}`;
    expect(all).toContain(`/${client} `);
    expect(all).not.toContain(env.ROLLCALL_KEY.slice(4));
  });

  it('is read from a file of its owner alone', async (test) => {
    const { ROLLCALL_KEY: key, ROLLCALL_URL: url } = await settings();
    const file = join(folder, '.config/rollcall/key');
    await mkdir(join(folder, '.config/rollcall'), { recursive: true });
    await writeFile(file, `# the service\n${url}\n${key}`, { mode: 0o600 });
    const ping = () => startRollcall(test, DASH, ['ping', 'backup'], { env: { HOME: folder } }).ended;

    expect(await ping()).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(await signalsOf(alice, 'backup')).toMatchObject([{ kind: 'ping' }]);

    await chmod(file, 0o640);
    expect(await ping()).toMatchObject({
      code: 1,
      stderr: `rollcall: others can read ${file}, so it is not used: chmod 600 ${file}.\n`,
    });
  });
});

describe.for(casesOf(1, POSIX_SHELLS))('in $name', (shell) => {
  it('rollcall ping and status say what is', async (test) => {
    const env = { ...(await settings()), ROLLCALL_KEY: `${await alice.ingestKey()} ${alice.token}` };
    const say = (...words: string[]) => startRollcall(test, shell, words, { env }).ended;

    expect(await say('ping', 'backup')).toMatchObject({ code: 0, stdout: '', stderr: '' });
    await alice.createMonitor({ name: 'a "quoted" \\ name' });
    const well = await say('status');
    expect(well).toMatchObject({ code: 0, stderr: '' });
    expect(
      well.stdout
        .split('\n')
        .sort()
        .map((line) => line.replace(/ +/g, ' ')),
    ).toEqual([
      '',
      expect.stringMatching(/^ok backup \d{4}-\d\d-\d\dT/),
      'waiting a "quoted" \\ name never pinged',
    ]);

    expect(await say('ping', 'backup', 'fail')).toMatchObject({ code: 0 });
    expect(await say('ping', 'never-well', 'fail')).toMatchObject({ code: 0 });
    const ill = await say('status');
    expect(ill).toMatchObject({ code: 1 });
    expect(ill.stdout.split('\n').sort().join('\n')).toMatch(
      /^failing +backup +\d{4}-.*\nfailing +never-well +never succeeded\n/m,
    );
    expect(await say('ping', 'backup', 'what')).toMatchObject({ code: 2 });
    expect(await say('ping', 'a/b')).toMatchObject({ code: 1 });
  });
});
