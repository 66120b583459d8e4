import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestService } from '../support/service/service.ts';
import { freePorts, occupy } from '../support/servers/free-ports.ts';
import { casesOf, itThorough } from '../support/thorough.ts';

const LOCAL = join(import.meta.dirname, '../../bin/local.ts');

let folder: string;
let children: Started[] = [];

interface Started {
  child: ChildProcess;
  output: { out: string; err: string };
  exited: Promise<number | null>;
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-test-'));
});
afterEach(async () => {
  for (const { child } of children) if (child.exitCode === null) child.kill('SIGKILL');
  await Promise.all(children.map(({ exited }) => exited));
  children = [];
  await rm(folder, { recursive: true });
});

const start = (...args: string[]) => startIn({}, ...args);

function startIn(env: Record<string, string>, ...args: string[]): Started {
  const child = spawn(process.execPath, [LOCAL, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.err += chunk.toString()));
  const exited = once(child, 'close').then(([code]) => code as number | null);
  const started = { child, output, exited };
  children.push(started);
  return started;
}

/** Waits for the greeting, which names the address; rejects when the service ends instead. */
async function ready(started: Started): Promise<string> {
  const greeting = (async () => {
    for await (const _ of started.child.stdout ?? []) {
      const url = /runs at (http:\/\/localhost:\d+)/.exec(started.output.out)?.[1];
      if (url !== undefined) return url;
    }
    throw new Error(`It ended instead: ${started.output.err}`);
  })();
  return greeting;
}

/** Processes whose parent is the given one, from what the system tells. */
async function childrenOf(pid: number | undefined): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(pids.map((each) => readFile(`/proc/${each}/stat`, 'utf8').catch(() => '')));
  return stats
    .filter((stat) => Number(stat.split(') ')[1]?.split(' ')[1]) === pid)
    .map((stat) => Number.parseInt(stat, 10));
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** It answers, and ends on the signal: nothing that it started is left, and nobody answers there. */
async function expectInOrder(started: Started, url: string, signal: 'SIGTERM' | 'SIGINT'): Promise<void> {
  expect((await fetch(`${url}/api/health`)).status).toBe(200);
  const engines = await childrenOf(started.child.pid);
  expect(engines.length).toBeGreaterThan(0);

  started.child.kill(signal);

  expect(await started.exited).toBe(0);
  expect(engines.filter(isAlive)).toEqual([]);
  expect(started.output.err).toBe('');
  await expect(fetch(`${url}/api/health`)).rejects.toThrow('fetch failed');
}

describe('bin/local.ts', () => {
  it('ends on SIGTERM and SIGINT in order, leaves no process and keeps all over a restart', async () => {
    const args = ['--data', folder, '--port', '0', '--check-every', 'off'];
    const first = start(...args);
    const url = await ready(first);
    const post = (path: string, body?: object, token = '') =>
      fetch(url + path, {
        method: 'POST',
        headers: { 'x-guest-token': token, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }).then((reply) => reply.json() as Promise<Record<string, string>>);
    const { token = '' } = await post('/api/guest');
    const monitor = await post('/api/endpoints', { name: 'nightly', interval_sec: 300 }, token);
    await post(`/in/${monitor['id']}`);
    await expectInOrder(first, url, 'SIGTERM');

    const second = start(...args);
    const again = await ready(second);
    const headers = { 'x-guest-token': token };
    const read = await fetch(`${again}/api/endpoints/${monitor['id']}`, { headers });
    const byToken = await fetch(`${again}/api/endpoints/${monitor['id']}/events?token=${monitor['token']}`);

    expect(await read.json()).toMatchObject({ name: 'nightly', state: 'ok', healthy: true });
    expect(((await byToken.json()) as { events: object[] }).events).toHaveLength(1);
    await expectInOrder(second, again, 'SIGINT');
  });

  itThorough(
    'tells that its clock was moved, also after a restart, and lets nobody else read its data',
    async () => {
      const notes = join(folder, 'notes.txt');
      await writeFile(notes, '', { mode: 0o644 });
      await chmod(folder, 0o755);
      await writeFile(join(folder, 'clock.json'), '{"offset_ms":400000}', { mode: 0o644 });

      const started = start('--data', folder, '--port', '0', '--check-every', 'off');
      const url = await ready(started);
      await fetch(`${url}/_local/hold`, { method: 'POST', body: '{"minutes":1}' });

      expect(started.output.out).toContain('clock           6 min 40 s ahead of real time');
      expect(started.output.out).toContain(`curl -X DELETE ${url}/_local/clock`);
      const readable = async (name: string) => ((await stat(join(folder, name))).mode & 0o077) !== 0;
      const names = await readdir(folder);
      expect(names).toContain('rollcall.db');
      const open = await Promise.all(names.map(async (name) => ((await readable(name)) ? name : '')));
      expect(open.filter((name) => name !== '')).toEqual(['notes.txt']);
    },
  );

  itThorough('takes the database that AWS_ENDPOINT_URL_DYNAMODB names, and says so', async () => {
    await using database = await startTestService();
    const endpoint = database.core.config.standIns.dynamodb;

    const started = startIn({ AWS_ENDPOINT_URL_DYNAMODB: endpoint }, '--memory', '--port', '0');
    const url = await ready(started);

    expect(started.output.out).toContain(`the DynamoDB endpoint ${endpoint} (AWS_ENDPOINT_URL_DYNAMODB)`);
    expect(started.output.out).toContain('monitors in that endpoint; mails and clock in memory');
    expect((await fetch(`${url}/api/health`)).status).toBe(200);
    expect(await childrenOf(started.child.pid)).toEqual([]);
  });

  itThorough('says in one sentence that the port is in use, with exit code 1', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;

    const started = start('--memory', '--port', String(port));

    expect(await started.exited).toBe(1);
    expect(started.output.err).toBe(
      `Port ${port} is already in use; stop what uses it or choose another one with --port.\n`,
    );
    expect(started.output.out).toBe('');
    expect(await childrenOf(started.child.pid)).toEqual([]);
    taken.close();
  });

  itThorough('starts without sign-in where the port of its issuer is taken, and says so', async () => {
    const port = await freePorts(2);
    const taken = await occupy(port + 1);

    const started = start('--memory', '--port', String(port), '--check-every', 'off');
    const url = await ready(started);

    const sentence = `Sign-in is off because port ${port + 1},`;
    expect(started.output.out).toContain(sentence);
    expect(await (await fetch(`${url}/account`)).text()).toContain(sentence);
    const signIn = await fetch(`${url}/auth/login`);
    expect(signIn.status).toBe(404);
    expect(await signIn.text()).toContain(sentence);
    taken?.close();
  });

  itThorough('refuses --memory together with --data, with exit code 1', async () => {
    const started = start('--memory', '--data', folder, '--port', '0');

    expect(await started.exited).toBe(1);
    expect(started.output.err).toBe(
      `--memory keeps nothing and --data keeps everything in ${folder}; give one of them.\n`,
    );
    expect(started.output.out).toBe('');
  });

  itThorough.each([
    ['is below a file', () => join(folder, 'a-file', 'below')],
    ['cannot be made, as below /proc', () => '/proc/a-file/below'],
  ])('says in one sentence that a data folder %s, with exit code 1', async (_, dir) => {
    await writeFile(join(folder, 'a-file'), '');

    const started = start('--data', dir(), '--port', '0');

    expect(await started.exited).toBe(1);
    expect(started.output.err).toMatch(/^[A-Z][^\n]*a-file[^\n]*\.\n$/);
  });

  const ENDPOINTS = [
    ['answers nothing', 'http://127.0.0.1:1', 'The DynamoDB endpoint at 127.0.0.1:1'],
    ['is no URL', 'not a url', 'AWS_ENDPOINT_URL_DYNAMODB is no URL'],
    ['has no scheme', 'localhost:8000', 'AWS_ENDPOINT_URL_DYNAMODB is no URL'],
  ] as const;

  it.each(casesOf(1, ENDPOINTS))(
    'says in one sentence that the database it is given %s, with exit code 1',
    async (_, given, begin) => {
      const started = startIn({ AWS_ENDPOINT_URL_DYNAMODB: given }, '--memory', '--port', '0');

      expect(await started.exited).toBe(1);
      expect(started.output.err).toMatch(/^[A-Z][^\n]*\.\n$/);
      expect(started.output.err).toContain(begin);
    },
  );

  it('answers options it does not know with one sentence each and exit code 1', async () => {
    const wrong = casesOf(2, [
      { args: ['--prot', '1'], named: '--prot' },
      { args: ['--port', '70000'], named: '70000' },
      { args: ['--check-every', '5'], named: '--check-every' },
      { args: ['--check-every', '25h'], named: '--check-every' },
      { args: ['extra'], named: 'extra' },
    ]).map(({ args, named }) => ({ named, started: start(...args) }));

    for (const { named, started } of wrong) {
      expect(await started.exited).toBe(1);
      expect(started.output.err).toMatch(/^[A-Z-][^\n]*\.\n$/);
      expect(started.output.err).toContain(named);
      expect(started.output.out).toBe('');
    }
  });
});
