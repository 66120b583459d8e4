import { chmod, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { needsProgram } from '../../../support/lacking.ts';
import { programPath } from '../../../support/machines/programs.ts';
import { ROLLCALL, startRollcall } from '../../../support/machines/rollcall-command.ts';
import { POSIX_SHELLS, ran, type Shell } from '../../../support/machines/shells.ts';
import { keysOf, startSyncedCrontab } from '../../../support/machines/synced-crontab.ts';
import { startTestService } from '../../../support/service/service.ts';
import { fresh, shared } from '../../../support/service/shared.ts';
import { itThorough, rounds } from '../../../support/thorough.ts';

const service = shared(() => startTestService({ isTimed: true }));
const alice = fresh(() => service.guest());
const cron = fresh(startSyncedCrontab);
const [DASH] = POSIX_SHELLS as [Shell];
const JOBS = "0 4 * * * backup 'a b'\n0 5 * * * /bin/sync-all\n";
const KEY = `hpk_${'x'.repeat(43)}`;

async function listening(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}

/** Syncs, and expects that nothing has changed: the crontab, and what lies about. */
async function refused(test: TestContext, why: string | RegExp, ...words: string[]) {
  await cron.setJobs(JOBS);
  const ended = await cron.sync(test, DASH, '--yes', ...words);
  expect(ended).toMatchObject({ code: 1, stderr: expect.stringMatching(why) });
  expect(ended.stderr).toMatch(/^rollcall: .*\.\n/);
  expect(await cron.text()).toBe(JOBS);
  expect(await readdir(join(cron.folder, 'tmp'))).toEqual([]);
  expect(await readdir(join(cron.folder, 'home/.config/rollcall'))).not.toContain('sync.lock');
}

describe('nothing is changed', () => {
  it('where the service is dead, and while it dies in the middle', async (test) => {
    await cron.setKey('http://127.0.0.1:1', KEY, 'hp_x');
    await refused(test, 'the service was not reached');

    const [, key, token] = await keysOf(alice, service.url);
    await using half = await listening((request, response) => {
      if (request.url?.startsWith('/api/import/json')) return void request.socket.destroy();
      const body: Buffer[] = [];
      request
        .on('data', (part: Buffer) => body.push(part))
        .on('end', () => {
          const { method = 'GET', url = '' } = request;
          const headers = { 'x-guest-token': token, 'content-type': 'text/plain' };
          void fetch(service.url + url, {
            method,
            headers,
            ...(method === 'POST' && { body: Buffer.concat(body) }),
          }).then(async (reply) => response.writeHead(reply.status).end(await reply.text()));
        });
    });
    await cron.setKey(half.url, key, token);
    await refused(test, 'the service was not reached; nothing was changed');
  });

  it.for([
    ['there is no API key', ['URL', 'INGEST'], 'there is no API key'],
    ['jobs would find no ingest key', ['URL', 'TOKEN'], 'jobs find their ingest key'],
    ['the ingest key is of another owner', ['URL', KEY, 'TOKEN'], 'is of another owner, or was rotated'],
  ] as const)('where %s', async ([, words, why], test) => {
    const [url, ingest, token] = await keysOf(alice, service.url);
    const known: Record<string, string> = { URL: url, INGEST: ingest, TOKEN: token };
    await cron.setKey(...(words.map((word) => known[word] ?? word) as [string, ...string[]]));

    await refused(test, why);
  });

  it('where the monitors would cost something, or the zone is none', async (test) => {
    await using live = await startTestService({ billingMode: 'live', isTimed: true });
    await cron.setKey(...(await keysOf(await live.guest(), live.url)));
    const lines = Array.from({ length: 150 }, (_, at) => `${at % 60} 4 * * * job-${at}`).join('\n');
    await cron.setJobs(lines);

    const ended = await cron.sync(test, DASH, '--yes');

    expect(ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/more monitors than are free.*; nothing was changed/),
    });
    expect(await cron.text()).toBe(lines);
    await refused(test, 'the service answered 400: tz .*Europe/Lisboa', '--tz', 'Europe/Lisboa');
  });

  it('where crontab refuses it, and then nothing is made twice', async (test) => {
    await cron.setKey(...(await keysOf(alice, service.url)));
    await cron.replaceCrontab(
      'case $1 in -l) cat "$SPOOL" ;; *) echo "errors in crontab file" >&2; exit 1 ;; esac',
    );
    await refused(test, 'was not changed: errors in crontab file');
    await refused(test, 'was not changed: errors in crontab file');

    expect((await alice.monitors()).map(({ slug }: { slug: string }) => slug).sort()).toEqual([
      'web1-backup-a-b',
      'web1-sync-all',
    ]);
  });

  it('where somebody edits the crontab meanwhile', async (test) => {
    await cron.setKey(...(await keysOf(alice, service.url)));
    await cron.setJobs(JOBS);
    await cron.replaceCrontab(
      'case $1 in -l) cat "$SPOOL"; echo "# edited" >>"$SPOOL" ;; *) cat "$1" >"$SPOOL" ;; esac',
    );

    expect(await cron.sync(test, DASH, '--yes')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('changed meanwhile'),
    });

    expect((await cron.text()).replaceAll('# edited\n', '')).toBe(JOBS);
  });

  it('where there is no room for temporary files or for the copy', async (test) => {
    await cron.setKey(...(await keysOf(alice, service.url)));
    await cron.setJobs(JOBS);
    const env = { ...cron.env, TMPDIR: '/proc' };
    const words = ['sync', '--user', '--host', 'web1', '--tz', 'UTC', '--yes'];
    expect(await startRollcall(test, DASH, words, { env }).ended).toMatchObject({ code: 1 });

    // Each program that writes finds the disk full.
    for (const name of ['awk', 'cat']) {
      const bin = join(cron.folder, `full-${name}`);
      await mkdir(bin);
      await writeFile(
        join(bin, name),
        `#!/bin/sh\n${programPath(name)} "$@" >/dev/full 2>/dev/null\nexit 1\n`,
        { mode: 0o755 },
      );
      const full = { ...cron.env, PATH: `${bin}:${cron.env['PATH']}` };
      expect(await startRollcall(test, DASH, words, { env: full }).ended).toMatchObject({ code: 1 });
      expect(await cron.text()).toBe(JOBS);
    }
    expect(await alice.monitors()).toEqual([]);
  });

  it('by two at once: the second says so, and a lock that was left tells the way out', async (test) => {
    await cron.setKey(...(await keysOf(alice, service.url)));
    await cron.setJobs(JOBS);

    const all = await Promise.all(Array.from({ length: 4 }, () => cron.sync(test, DASH, '--yes')));

    expect(all.filter(({ code }) => code === 0).length).toBeGreaterThan(0);
    for (const { code, stderr } of all)
      if (code !== 0) expect(stderr).toContain('another sync is at work; if none is: rmdir ');
    expect((await cron.text()).match(/--synced/g)?.length).toBe(2);
    await cron.sync(test, DASH, '--undo', '--yes');
    expect(await cron.text()).toBe(JOBS);
  });

  it('where there is no crontab, or the file cannot stand in one', async (test) => {
    await cron.setKey(...(await keysOf(alice, service.url)));
    expect((await cron.sync(test, DASH)).stderr).toContain('there is no crontab here that you may write');

    const odd = join(cron.folder, 'a b');
    await mkdir(odd);
    await symlink(ROLLCALL, join(odd, 'rollcall'));
    await cron.setJobs(JOBS);
    expect((await ran(join(odd, 'rollcall'), ['sync', '--user', '--yes'], '', cron.env)).stderr).toContain(
      'install it as /usr/local/bin/rollcall',
    );
    expect(await cron.text()).toBe(JOBS);
  });
});

describe('a hostile service', () => {
  const WORDS = [
    'a; rm -rf /',
    '$(touch hit)',
    '`touch hit`',
    "'; touch hit; '",
    'a b',
    '-x',
    '../a',
    'a\\nb',
    'A',
    '',
    'é',
    'a%b',
    '"',
    '&',
  ];
  const answered = (slug: string, line: unknown = 2) =>
    `{"recognized":[{"line":${String(line)},"cron":"* * * * *","tz":null,"name":"\\u001b]0;x\\u0007${slug}\u001b[2J","command":"","grace_sec":90,"slug":${JSON.stringify(slug)}}],"ignored":[]}`;

  it('writes no word of its own into a crontab, and runs none', async (test) => {
    let proposal = '';
    await using hostile = await listening((request, response) => {
      response.end(request.url === '/api/ingest-key' ? `{"key":"${KEY}"}` : proposal);
    });
    await cron.setKey(hostile.url, KEY, 'hp_x');
    const proposals = [
      ...WORDS.map((word) => answered(word)),
      ...['1', '9', '"2"', '2.5', '-1', '1e9'].map((line) => answered('fine', line)),
      '',
      '{',
      '{"recognized":[',
      '"recognized":[{"line":2',
      '\u0000\u0001',
      'x'.repeat(100_000),
    ];
    for (proposal of proposals.slice(0, rounds(8, proposals.length))) {
      await cron.setJobs(JOBS);
      const { stdout, stderr } = await cron.sync(test, DASH, '--yes');
      expect(await cron.text(), proposal.slice(0, 200)).toBe(JOBS);
      expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
    }
    expect(await readdir(cron.folder)).not.toContain('hit');
  }, 60_000);

  it('that takes two lines for one name has one of them', async (test) => {
    await using hostile = await listening((request, response) => {
      const items = [2, 3].map((line) =>
        answered('same', line).slice('{"recognized":['.length, -'],"ignored":[]}'.length),
      );
      response.end(
        request.url === '/api/ingest-key'
          ? `{"key":"${KEY}"}`
          : `{"recognized":[${items.join()}],"ignored":[]}`,
      );
    });
    await cron.setKey(hostile.url, KEY, 'hp_x');
    await cron.setJobs(JOBS);

    const { stdout } = await cron.sync(test, DASH, '--yes');

    expect(stdout).toContain('another line has its name, same');
    expect((await cron.text()).match(/--synced same/g)?.length).toBe(1);
  });
});

itThorough.for([['curl'], ['wget']])(
  'keys are in no argument of %s, and no secret of a line is kept',
  async ([client], test) => {
    needsProgram(test, 'wget');
    const words = await keysOf(alice, service.url);
    await cron.setKey(...words);
    await cron.setJobs("0 4 * * * PGPASSWORD=hunter2 pg_dump 'x'\n");
    const bin = join(cron.folder, 'bin');
    for (const name of ['curl', 'wget', 'awk', 'sed', 'grep', 'cat', 'cmp', 'timeout']) {
      if (client === 'wget' && name === 'curl') continue;
      await writeFile(
        join(bin, name),
        `#!/bin/sh\necho "$0 $*" >>${cron.folder}/arguments\nexec ${programPath(name)} "$@"\n`,
      );
      await chmod(join(bin, name), 0o755);
    }
    for (const name of [
      'sh',
      'ls',
      'cut',
      'sort',
      'mktemp',
      'mkdir',
      'rm',
      'rmdir',
      'mv',
      'head',
      'tail',
      'tr',
      'wc',
      'id',
      'date',
      'uname',
      'dash',
      'od',
      'env',
    ])
      await symlink(programPath(name) ?? '', join(bin, name));

    const ended = await startRollcall(
      test,
      { ...DASH, args: ['-x'] },
      ['sync', '--user', '--host', 'web1', '--tz', 'UTC', '--yes'],
      {
        env: { ...cron.env, PATH: bin },
      },
    ).ended;

    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('They are watched.') });
    const all = `${await readFile(join(cron.folder, 'arguments'), 'utf8')}${ended.stderr}${ended.stdout}`;
    expect(all).toContain(`/${client} `);
    for (const secret of [words[1].slice(4), words[2].slice(4), 'hunter2']) expect(all).not.toContain(secret);
    expect(JSON.stringify(await alice.monitors())).not.toContain('hunter2');
  },
);
