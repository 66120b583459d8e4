import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { consentPathIn } from '../../support/alerts/alerting.ts';
import { watchCapacity } from '../../support/table/capacity.ts';
import { CURL, needsCurl } from '../../support/lacking.ts';
import { startReceiver, type Receiver } from '../../support/alerts/receiver.ts';
import { startTestService, type Person, type TestService } from '../../support/service/service.ts';
import { casesOf, itThorough } from '../../support/thorough.ts';

const run = promisify(execFile);

let service: TestService;
let alice: Person;
let receiver: Receiver;
let folder: string;

beforeAll(async () => {
  [service, receiver, folder] = await Promise.all([
    startTestService(),
    startReceiver(),
    mkdtemp(join(tmpdir(), 'rollcall-output-')),
  ]);
  alice = await service.guest();
});
afterAll(async () => {
  await Promise.all([service.stop(), receiver[Symbol.asyncDispose](), rm(folder, { recursive: true })]);
});

const newId = async (fields: Record<string, unknown> = {}): Promise<string> =>
  (await alice.createMonitor({ interval_sec: 86_400, ...fields }))['id'];

/** What is kept of the newest event; null when it has nothing. */
async function kept(id: string): Promise<string | null> {
  const [event] = await alice.events(id);
  const reply = await alice.call('GET', `/api/endpoints/${id}/events/${event['id']}/body`);
  expect(reply.status).toBe(event['has_body'] ? 200 : 404);
  return event['has_body'] ? reply.text : null;
}

/** `curl --data-binary @file`; returns the status. */
async function upload(path: string, bytes: Buffer | string, ...more: string[]): Promise<string> {
  const file = join(folder, 'log');
  await writeFile(file, bytes);
  const options = ['-sS', '-o', join(folder, 'answer'), '-w', '%{http_code}', '--data-binary', `@${file}`];
  const { stdout } = await run(CURL, [...options, ...more, `${service.url}/in/${path}`]);
  return stdout;
}

const text = (bytes: number) => 'a line of a log\n'.repeat(Math.ceil(bytes / 16)).slice(-bytes);

describe('curl --data-binary @log', () => {
  beforeEach(needsCurl);

  it.each([
    ['a short log', 'line 1\nline 2\n'],
    ['1 byte', 'x'],
    ['10,000 bytes', text(10_000)],
    ['line ends of Windows, tabs and no newline at the end', 'a\r\n\tb\r\nc'],
    ['characters of all lengths', 'é€𝄞 ok\n'],
    ['form data', 'a=b&c=%20d'],
  ])('keeps %s whole', async (_what, log) => {
    const id = await newId();

    expect(await upload(id, log)).toBe('200');

    expect(await kept(id)).toBe(log);
  });

  it.each([
    ['10,001', 10_001],
    ['100,000', 100_000],
    ['100,001', 100_001],
    ['4,500,000', 4_500_000],
  ])('keeps the last 10,000 of %s bytes', async (_what, size) => {
    const id = await newId();
    const log = `first ${text(size - 6)}`;

    expect(await upload(id, log)).toBe('200');

    expect(await kept(id)).toBe(log.slice(-10_000));
  });

  it.each([
    ['nothing', ''],
    ['blanks and newlines', ' \n\t\r\n'],
  ])('of %s is a ping without a body', async (_what, log) => {
    const id = await newId();

    expect(await upload(id, log)).toBe('200');

    expect(await kept(id)).toBeNull();
  });

  it('is kept of a GET too', async () => {
    const id = await newId();

    expect(await upload(`${id}/fail`, 'disk full', '-X', 'GET')).toBe('200');

    expect(await kept(id)).toBe('disk full');
    expect((await alice.events(id))[0]).toMatchObject({ kind: 'fail', source: 'get' });
  });

  itThorough('is cut between characters, so that none is torn', async () => {
    const id = await newId();

    await upload(id, `x${'€'.repeat(4_000)}`);

    expect(await kept(id)).toBe('€'.repeat(3_333));
  });

  itThorough('keeps the real replacement characters at the cut', async () => {
    const id = await newId();

    await upload(id, `${'\uFFFD'.repeat(4_000)}x`);

    expect(await kept(id)).toBe(`${'\uFFFD'.repeat(3_333)}x`);
  });

  it('takes binary: what is no UTF-8 shows as replacement characters', async () => {
    const id = await newId();

    expect(await upload(id, Buffer.from([0x6f, 0x6b, 0xff, 0xc3, 0x28, 0x00, 0x0a]))).toBe('200');

    expect(await kept(id)).toBe('ok\uFFFD\uFFFD(\u0000\n');
  });

  it.each(casesOf(1, [100_000, 4_500_000]))('takes %i bytes that are no UTF-8 at all', async (size) => {
    const id = await newId();

    expect(await upload(id, Buffer.alloc(size, 0xff))).toBe('200');

    expect(await kept(id)).toBe('\uFFFD'.repeat(3_333));
  });

  it.each(casesOf(2, ['', '/start', '/fail', '/0', '/3', '/log']))('is kept with /in/:id%s', async (path) => {
    const id = await newId();

    expect(await upload(`${id}${path}`, 'done')).toBe('200');

    expect(await kept(id)).toBe('done');
    expect(await alice.events(id)).toHaveLength(1);
  });

  it('is kept with a ping by key, the one that creates the monitor too', async () => {
    const bob = await service.guest();
    const { json } = await bob.call('GET', '/api/ingest-key');
    const key = /hpk_[0-9A-Za-z]{43}/.exec(JSON.stringify(json))?.[0];

    expect(await upload(`${key}/with-output`, 'created')).toBe('200');

    const [{ id }] = await bob.monitors();
    const [event] = await bob.events(id);
    expect((await bob.call('GET', `/api/endpoints/${id}/events/${event['id']}/body`)).text).toBe('created');
  });
});

describe('a JSON body', () => {
  it.each([
    ['readings only', '{"status":200,"latency_ms":12}', null],
    ['one reading', ' {"status":1}\n', null],
    ['a reading of no use', '{"status":"broken"}', null],
    ['readings and more', '{"status":200,"rows":5}', '{"status":200,"rows":5}'],
    ['other fields', '{"rows":5}', '{"rows":5}'],
    ['no field', '{}', '{}'],
    ['a list', '[1,2]', '[1,2]'],
    ['a broken object', '{"status":200', '{"status":200'],
  ])('of %s', async (_what, body, output) => {
    const id = await newId();

    expect((await service.call('POST', `/in/${id}`, { body })).status).toBe(200);

    expect(await kept(id)).toBe(output);
  });
});

describe('a ping without output', () => {
  it.each([
    ['a GET', 'GET', {}],
    ['a POST without a body', 'POST', {}],
    ['a POST of readings', 'POST', { body: { status: 200 } }],
  ])('is one write of one unit: %s', async (_what, method, options) => {
    const id = await newId();
    await service.ping(id);
    service.clock.advance(60);
    const watched = await startWatching();

    await service.call(method, `/in/${id}`, options);

    expect(watched()).toEqual({ reads: 0, writes: 1, units: 1 });
  });

  it('and one with 1 kB of it differ by the one write of the output', async () => {
    const id = await newId();
    await service.ping(id);
    service.clock.advance(60);
    const watched = await startWatching();

    await service.call('POST', `/in/${id}`, { body: text(900) });

    expect(watched()).toEqual({ reads: 1, writes: 3, units: 3 });
  });
});

describe('the alert of a failure', () => {
  beforeEach(needsCurl);

  const LOG = [
    'connecting to db',
    'postgres://app:hunter2swordfish@db.internal:5432/shop',
    'DB_PASSWORD=hunter2swordfish',
    'Authorization: Bearer hunter2swordfish',
    'mysqldump -u root -phunter2swordfish shop',
    '\u001b[31mERROR\u001b[0m: <disk> is "full" & done',
  ].join('\n');

  it('has the last lines of the output, redacted, in JSON and in both parts of the mail', async () => {
    receiver.received.length = 0;
    const id = await newId({ alert_url: receiver.url, alert_to: 'alice@example.com' });
    await service.drain();
    const question = service.mailbox.messages()[0]?.text ?? '';
    const path = consentPathIn(question);
    await service.call('POST', `${path}/confirm`);

    await upload(`${id}/fail`, LOG);
    await service.check();

    const [mail] = service.mailbox.messages();
    const [post] = receiver.received;
    expect(post?.json['output']).toContain('connecting to db');
    expect(post?.json['output']).toContain('DB_PASSWORD=***');
    expect(post?.json['output']).toMatch(/ERROR: <disk> is "full" & done$/);
    expect(mail?.text).toContain('ERROR: <disk> is "full" & done');
    expect(mail?.html).toContain('ERROR: &lt;disk&gt; is');
    expect(mail?.html).not.toContain('<disk>');
    for (const told of [post?.text, mail?.text, mail?.html]) expect(told).not.toContain('hunter2swordfish');
    expect(await kept(id)).toBe(LOG);
  });

  itThorough('has the output of the failure it tells of, not of a ping before or after it', async () => {
    receiver.received.length = 0;
    const id = await newId({ alert_url: receiver.url });
    await upload(id, 'fine before');
    service.clock.advance(1);
    await upload(`${id}/7`, 'seven is bad');
    service.clock.advance(1);
    await upload(id, 'fine after');

    await service.check();
    service.clock.advance(300);
    await service.check();

    expect(receiver.received.map(({ json }) => [json['type'], json['output']])).toEqual([
      ['service.miss', 'seven is bad'],
      ['service.recovery', null],
    ]);
  });

  itThorough('is not lost with a log of megabytes and tells how that ended', async () => {
    receiver.received.length = 0;
    const id = await newId({ alert_url: receiver.url });

    expect(await upload(`${id}/3`, `${text(4_500_000)}\nfatal: disk full`)).toBe('200');
    await service.check();

    expect(receiver.received[0]?.json).toMatchObject({ reason: 'fail', name: expect.any(String) });
    expect(receiver.received[0]?.json['output']).toMatch(/fatal: disk full$/);
  });

  itThorough('is lost only where the gateway refuses, in the words of the gateway', async () => {
    const id = await newId();

    expect(await upload(`${id}/fail`, text(5_000_000))).toBe('413');

    expect(await readFile(join(folder, 'answer'), 'utf8')).toBe('{"message":"Request Entity Too Large"}');
    expect(await alice.events(id)).toEqual([]);
  });

  it('has none when the job sent none', async () => {
    receiver.received.length = 0;
    const id = await newId({ alert_url: receiver.url });

    await service.fail(id);
    await service.check();

    expect(receiver.received[0]?.json).toMatchObject({ reason: 'fail', output: null });
  });
});

/** Watches a service's calls to the table; what it returns sums them up and ends it. */
async function startWatching() {
  const calls = watchCapacity(service);
  return () => {
    service.core.table.client.middlewareStack.remove('watchCapacity');
    const writes = calls.filter(({ kind }) => kind === 'write');
    return {
      reads: calls.length - writes.length,
      writes: writes.length,
      units: writes.reduce((sum, { tableUnits, indexUnits }) => sum + tableUnits + indexUnits, 0),
    };
  };
}
