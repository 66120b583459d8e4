import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CURL, needsCurl } from '../support/lacking.ts';
import { startReceiver } from '../support/alerts/receiver.ts';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';

const run = promisify(execFile);

let folder: string;

const service = shared(startTestService);
const alice = shared(() => service.guest());
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

beforeEach(needsCurl);

/** Runs a command as cron does: by /bin/sh, with little in its environment, percent signs unescaped. */
const asCron = (command: string) =>
  run('/bin/sh', ['-c', command.replaceAll('\\%', '%')], {
    env: { HOME: folder, LOGNAME: 'alice', PATH: '/usr/bin:/bin', SHELL: '/bin/sh' },
  });

/** The command of a crontab line of five fields. */
const commandOf = (line: string) => /^(?:\S+ ){5}(.*)$/.exec(line)?.[1] ?? '';

async function job(name: string, script: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o700);
  return path;
}

describe('a real curl', () => {
  it('pings with the command line of the template and prints nothing', async () => {
    const { id, templates, curl_example: example } = await alice.createMonitor();

    const { stdout, stderr } = await asCron(templates['ingest_curl']);

    expect({ stdout, stderr }).toEqual({ stdout: '', stderr: '' });
    expect(example).toBe(templates['ingest_curl']);
    expect(await alice.events(id)).toMatchObject([{ kind: 'ping', source: 'get' }]);
  });

  it('fails visibly once the monitor is deleted', async () => {
    const { id, templates } = await alice.createMonitor();
    await alice.remove(id);
    const withoutRetries = templates['ingest_curl'].replace('--retry 5', '--retry 0');

    await expect(asCron(withoutRetries)).rejects.toMatchObject({
      code: 22,
      stderr: expect.stringContaining('404'),
    });
  });

  it.each([
    ['-d of a text', ['-d', 'backup done: 3 files']],
    ['-d of JSON', ['-d', '{"status":200,"latency_ms":15}']],
    ['--data-binary of bytes', ['--data-binary', '\u0001\u0002binary']],
    ['-X POST without a body', ['-X', 'POST']],
    ['-I', ['-I']],
    ['an upload in chunks', ['-H', 'Transfer-Encoding: chunked', '-d', 'chunk']],
    ['HTTP/1.0', ['--http1.0']],
    ['a wait for 100-continue', ['-H', 'Expect: 100-continue', '-d', 'x']],
  ])('pings with %s', async (_what, args) => {
    const { id, ingest_url: url } = await alice.createMonitor();

    const { stdout } = await run(CURL, ['-sS', '-o', '/dev/null', '-w', '%{http_code}', ...args, url]);

    expect(stdout).toBe('200');
    expect(await alice.events(id)).toHaveLength(1);
  });

  it('walks the path of a new user with the commands of the index', async () => {
    const { quickstart } = (await service.call('GET', '/api/')).json;
    const guest = JSON.parse((await asCron(`${quickstart[0]} -sS`)).stdout);
    const created = await asCron(`${quickstart[1].replace('<GUEST_TOKEN>', guest.token)} -sS`);
    const { id } = JSON.parse(created.stdout);

    await asCron(quickstart[2].replace('<MONITOR_ID>', id));

    const { json } = await service.call('GET', `/api/endpoints/${id}`, { token: guest.token });
    expect(json).toMatchObject({ name: 'nightly backup', state: 'ok' });
  });
});

describe('a real cron line', () => {
  it.each([
    ['a job that succeeds', 'exit 0', { kind: 'ping', exit_code: 0 }],
    ['a job that fails', 'exit 3', { kind: 'fail', exit_code: 3 }],
    ['a job that is killed', 'kill -9 $$', { kind: 'fail', exit_code: 137 }],
    ['a job that prints', 'echo done; exit 0', { kind: 'ping', exit_code: 0 }],
  ])('reports %s', async (what, script, event) => {
    const { id, templates } = await alice.createMonitor({ interval_sec: 3_600 });
    const path = await job(what.replaceAll(' ', '-'), script);

    await asCron(commandOf(templates['ingest_cron']).replace('/path/to/your-job', path));

    expect(await alice.events(id)).toMatchObject([event]);
  });

  it('of a monitor that tolerates half a minute reports several times a minute', async () => {
    const { id, templates } = await alice.createMonitor({ interval_sec: 30 });
    const path = await job('short', 'exit 0');
    // A clock a hundred times as fast: 20 s are 200 ms.
    await job('sleep', 'exec /bin/sleep "$(printf 0.%02d "$1")"');
    const began = Date.now();

    await asCron(
      `PATH=${folder}:$PATH; ${commandOf(templates['ingest_cron'])}`.replace('/path/to/your-job', path),
    );

    expect(Date.now() - began).toBeGreaterThanOrEqual(400);
    expect(await alice.events(id)).toMatchObject(
      Array.from({ length: 3 }, () => ({ kind: 'ping', exit_code: 0 })),
    );
  });

  it('on a schedule of its own reports and keeps its schedule', async () => {
    const { id, templates } = await alice.createMonitor({
      interval_sec: undefined,
      cron: '30 2 * * 1-5',
      tz: 'Europe/Lisbon',
    });
    const path = await job('scheduled', 'exit 0');
    expect(templates['ingest_cron']).toMatch(/^30 2 \* \* 1-5 /);

    await asCron(commandOf(templates['ingest_cron']).replace('/path/to/your-job', path));

    expect(await alice.events(id)).toMatchObject([{ kind: 'ping', exit_code: 0 }]);
  });
});

it('a nightly backup measured by start and exit code fails, is told, recovers, and is told again', async () => {
  await using receiver = await startReceiver();
  const { id, ingest_url: url } = await alice.createMonitor({
    interval_sec: 86_400,
    max_duration_sec: 3_600,
    alert_url: receiver.url,
  });
  const nightly = async (name: string, script: string) => {
    const path = await job(name, script);
    await asCron(
      `curl -fsS -o /dev/null '${url}/start?rid=${name}'; ${path}; curl -fsS -o /dev/null "${url}/$??rid=${name}"`,
    );
  };

  await nightly('monday', 'exit 0');
  await service.check();
  expect(receiver.received).toEqual([]);

  service.clock.advance(3_600);
  await nightly('tuesday', 'exit 2');
  await service.check();
  service.clock.advance(3_600);
  await nightly('wednesday', 'exit 0');
  await service.check();

  expect(receiver.received.map(({ json }) => [json['type'], json['reason']])).toEqual([
    ['service.miss', 'fail'],
    ['service.recovery', 'fail'],
  ]);
  expect(receiver.received[1]?.json['downtime_sec']).toBe(3_600);
  const { json } = await alice.call('GET', `/api/endpoints/${id}`);
  expect(json).toMatchObject({ state: 'ok', last_start_at: null, duration: { samples: 3 } });
});

it('an address is asked, agrees, hears of the silence and of the return, and leaves', async () => {
  await using own = await startTestService();
  const carol = await own.guest();
  const { id } = await carol.createMonitor({ interval_sec: 300, alert_to: 'carol@example.com' });
  await own.drain();
  const subjects = () => own.mailbox.messages().map(({ subject }) => subject);
  const page = /https?:\/\/\S+\/email\/[^\s"<>]+/.exec(own.mailbox.messages()[0]?.text ?? '')?.[0] ?? '';
  await run(CURL, ['-fsS', '-X', 'POST', `${page}/confirm`]);

  await own.ping(id);
  own.clock.advance(301);
  await own.check();
  await own.ping(id);
  own.clock.advance(10);
  await own.check();
  expect(subjects()).toHaveLength(3);

  const unsubscribe =
    own.mailbox.messages()[0]?.headers.find(({ name }) => name === 'List-Unsubscribe')?.value ?? '';
  await run(CURL, ['-fsS', '-d', 'List-Unsubscribe=One-Click', unsubscribe.slice(1, -1)]);
  own.clock.advance(400);
  await own.check();

  expect(subjects()).toHaveLength(3);
});
