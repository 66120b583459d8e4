import { beforeAll, describe, expect, it } from 'vitest';
import { rawCall } from '../../support/service/raw-call.ts';
import { startTestService, type Person } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import {
  CRONITOR_KEY,
  cronitorAnswer,
  cronitorMonitor,
  kumaBackup,
  kumaMonitor,
  pushToken,
  snitch,
  snitchToken,
} from '../../support/switch/exports.ts';
import { watchCapacity, type TableCall } from '../../support/table/capacity.ts';

const service = shared(startTestService);
const who = shared(() => service.guest());
let last = 0;
let calls: TableCall[];
beforeAll(() => void (calls = watchCapacity(service)));

async function made(from: string, body: object, person: Person = who): Promise<string> {
  const { json } = await person.call('POST', `/api/import/${from}?apply=1`, body);
  return json['created'][0].id;
}

/** One of each, anew for each test, and removed behind it: the allowance of a guest is ten. */
async function one() {
  const at = (last += 1);
  const ids = {
    kuma: await made('uptime-kuma', kumaBackup(kumaMonitor(at, { interval: 3_600 }))),
    cronitor: await made('cronitor', {
      api_key: CRONITOR_KEY,
      ...cronitorAnswer(cronitorMonitor(at, { schedule: 'every 1 hour' })),
    }),
    snitch: await made('snitch', [snitch(at, { interval: 'weekly' })]),
  };
  const paths = {
    kuma: `/api/push/${pushToken(at)}`,
    cronitor: `/p/${CRONITOR_KEY}/job-${at}`,
    cli: `/ping/${CRONITOR_KEY}/job-${at}`,
    snitch: `/${snitchToken(at)}`,
  };
  const remove = async () => {
    for (const id of Object.values(ids)) await who.remove(id);
  };
  return { ids, paths, [Symbol.asyncDispose]: remove };
}

interface Sent {
  method?: string;
  body?: string;
  headers?: Record<string, string>;
}

async function sent(path: string, { method = 'GET', ...call }: Sent = {}) {
  service.clock.advance(1);
  const { status, text } = await service.call(method, path, call);
  return { status, text };
}

async function eventsOf(id: string) {
  return (await who.call('GET', `/api/endpoints/${id}/events`)).json['events'] as Record<string, unknown>[];
}

async function outputOf(id: string, at = 0): Promise<string> {
  const event = (await eventsOf(id))[at];
  return (await who.call('GET', `/api/endpoints/${id}/events/${String(event?.['id'])}/body`)).text;
}

const KUMA_OK = { status: 200, text: '{"ok":true}' };
const KUMA_404 = { status: 404, text: '{"ok":false,"msg":"Monitor not found or not active."}' };
const OK = { status: 200, text: 'OK' };
const THANKS = { status: 202, text: 'Got it, thanks!\n' };

describe('a push as Uptime Kuma takes it', () => {
  it.each([
    ['', 'ping', null],
    ['?status=up&msg=OK&ping=', 'ping', null],
    ['?status=up&msg=OK&ping=41.6', 'ping', 42],
    ['?status=&ping=x', 'ping', null],
    ['?status=down&msg=full', 'fail', null],
    ['?status=UP', 'fail', null],
    ['?status=degraded', 'fail', null],
  ])('%s is %s', async (query, kind, latency_ms) => {
    await using it = await one();

    for (const method of ['GET', 'POST'])
      expect(await sent(it.paths.kuma + query, { method })).toEqual(KUMA_OK);

    expect(await eventsOf(it.ids.kuma)).toMatchObject([
      { kind, latency_ms, source: 'post' },
      { kind, latency_ms, source: 'get' },
    ]);
  });

  it('keeps what it says, but not the OK that each URL says by default', async () => {
    await using it = await one();
    await sent(`${it.paths.kuma}?status=up&msg=OK`);
    await sent(`${it.paths.kuma}?status=up&msg=disk%20at%2091%25`);

    expect((await eventsOf(it.ids.kuma)).map(({ has_body }) => has_body)).toEqual([true, false]);
    expect(await outputOf(it.ids.kuma)).toBe('disk at 91%');
  });

  it.each([
    ['/api/push/unknown', KUMA_404],
    ['/api/push/%00', KUMA_404],
    ['/in/api/push/unknown', KUMA_404],
  ])('answers %s as there', async (path, answer) => expect(await sent(path)).toEqual(answer));

  it.each(['-1', '100000000001', '1e99'])('refuses ping=%s, and records nothing', async (ping) => {
    await using it = await one();

    const { status, text } = await sent(`${it.paths.kuma}?ping=${ping}`);

    expect([status, JSON.parse(text)]).toMatchObject([
      404,
      { ok: false, msg: expect.stringContaining('ping') },
    ]);
    expect(await eventsOf(it.ids.kuma)).toEqual([]);
  });
});

describe('an event as Cronitor takes it', () => {
  it.each([
    ['', 'ping', null],
    ['?state=run', 'start', null],
    ['?state=complete&status_code=0', 'ping', null],
    ['?state=complete&status_code=3', 'ping', null],
    ['?state=ok', 'ping', null],
    ['?state=tick&metric=count:100&metric=error_count:5', 'ping', null],
    ['?state=fail', 'fail', null],
    ['?state=fail&status_code=137', 'fail', 137],
    ['?state=fail&status_code=-9', 'fail', null],
    ['/fail', 'fail', null],
    ['/run?env=staging&host=web-1', 'start', null],
    ['/complete?state=fail&status_code=3', 'fail', 3],
    ['/fail?state=complete', 'fail', null],
    ['/run?state=complete', 'ping', null],
    ['/complete?state=', 'ping', null],
  ])('%s is %s', async (rest, kind, exit_code) => {
    await using it = await one();

    expect(await sent(it.paths.cronitor + rest)).toEqual(OK);
    expect(await sent(it.paths.cli + rest)).toEqual(OK);

    expect(await eventsOf(it.ids.cronitor)).toMatchObject([
      { kind, exit_code },
      { kind, exit_code },
    ]);
  });

  it('has a series as the id of a run, which may come again', async () => {
    await using it = await one();
    const run = async (state: string) => sent(`${it.paths.cronitor}?state=${state}&series=nightly:2027/1`);
    await run('run');
    await run('complete');
    await run('run');
    service.clock.advance(60);
    expect(await run('complete')).toEqual(OK);

    const events = await eventsOf(it.ids.cronitor);
    expect(events.map(({ kind, rid }) => [kind, rid])).toEqual(
      ['ping', 'start', 'ping', 'start'].map((kind) => [kind, 'nightly_2027_1']),
    );
    expect(events[0]).toMatchObject({ duration_ms: 61_000 });
  });

  it('keeps its message, however it calls it', async () => {
    await using it = await one();
    await sent(`${it.paths.cronitor}?state=fail&message=no%20space`);
    await sent(`${it.paths.cli}?state=fail&msg=no%20host`);

    expect([await outputOf(it.ids.cronitor, 1), await outputOf(it.ids.cronitor)]).toEqual([
      'no space',
      'no host',
    ]);
  });

  it.each([
    [`/p/${CRONITOR_KEY}/unknown`, 404],
    [`/p/${'0'.repeat(32)}/job-1`, 404],
    [`/ping/${CRONITOR_KEY}/unknown`, 404],
  ])('does not find %s', async (path, status) => expect((await sent(path)).status).toBe(status));

  it.each(['?state=paused', '?state=__proto__', '/constructor', '/complete?state=paused', '/x?state=ok'])(
    'refuses %s, and records nothing',
    async (rest) => {
      await using it = await one();

      expect(await sent(it.paths.cronitor + rest)).toMatchObject({
        status: 400,
        text: expect.stringContaining('state must be'),
      });
      expect(await eventsOf(it.ids.cronitor)).toEqual([]);
    },
  );
});

describe('a check-in as Dead Man’s Snitch takes it', () => {
  it.each([
    ['', 'ping', null],
    ['?s=', 'ping', null],
    ['?s=0', 'ping', 0],
    ['?s=1', 'fail', 1],
    ['?s=1000', 'fail', null],
    ['?s=timeout', 'fail', null],
  ])('%s is %s', async (query, kind, exit_code) => {
    await using it = await one();

    for (const method of ['GET', 'POST'])
      expect(await sent(it.paths.snitch + query, { method })).toEqual(THANKS);

    expect(await eventsOf(it.ids.snitch)).toMatchObject([
      { kind, exit_code },
      { kind, exit_code },
    ]);
  });

  it('takes both as a form, as `curl -d` sends it, and any other body as output', async () => {
    await using it = await one();
    await sent(it.paths.snitch, { method: 'POST', body: 's=2&m=no+changes' });
    await sent(`${it.paths.snitch}?m=in%20query`);
    await sent(`${it.paths.snitch}?s=1`, { method: 'POST', body: 'rsync: no route' });

    expect(await eventsOf(it.ids.snitch)).toMatchObject([
      { kind: 'fail', exit_code: 1 },
      { kind: 'ping' },
      { kind: 'fail', exit_code: 2 },
    ]);
    expect(await outputOf(it.ids.snitch, 2)).toBe('no changes');
    expect(await outputOf(it.ids.snitch, 1)).toBe('in query');
    expect(await outputOf(it.ids.snitch)).toBe('rsync: no route');
  });

  it('does not find another token', async () => {
    expect((await sent('/0123456789')).status).toBe(404);
    expect((await sent('/in/snitch/0123456789')).status).toBe(404);
  });
});

describe('a ping of any of them', () => {
  it.each(['kuma', 'cronitor', 'cli', 'snitch'] as const)('by %s costs one write and no read', async (by) => {
    await using it = await one();
    await sent(it.paths[by]);
    service.clock.advance(60);
    calls.length = 0;

    await sent(it.paths[by]);

    const costs = calls.map(({ command, kind, tableUnits, indexUnits }) => [
      kind,
      command,
      tableUnits,
      indexUnits,
    ]);
    expect(costs).toEqual([['write', 'UpdateItem', 1, 0]]);
  });

  it('keeps the end of a body of a megabyte', async () => {
    await using it = await one();
    const body = `${'x'.repeat(1_000_000)} done`;

    expect(await sent(it.paths.kuma, { method: 'POST', body })).toEqual(KUMA_OK);
    expect(await sent(it.paths.cronitor, { method: 'POST', body })).toEqual(OK);
    expect(await sent(it.paths.snitch, { method: 'POST', body })).toEqual(THANKS);

    for (const id of Object.values(it.ids)) expect(await outputOf(id)).toMatch(/x done$/);
  });

  it('shows a browser that opens it a page, records nothing, and refuses other methods', async () => {
    await using it = await one();
    for (const path of Object.values(it.paths)) {
      const { status, text } = await rawCall(service.url, 'GET', path, { 'sec-fetch-mode': 'navigate' });
      expect([status, text.includes('Ping now')]).toEqual([200, true]);
      expect((await sent(path, { method: 'DELETE' })).status).toBe(405);
    }
    for (const id of Object.values(it.ids)) expect(await eventsOf(id)).toEqual([]);
  });

  it('is no longer found once the ping URL was rotated', async () => {
    await using it = await one();
    for (const id of Object.values(it.ids)) await who.call('POST', `/api/endpoints/${id}/rotate`);

    for (const path of Object.values(it.paths)) expect((await sent(path)).status).toBe(404);
  });

  it('is not taken for one of another service', async () => {
    await using it = await one();
    const token = it.paths.kuma.slice('/api/push/'.length);

    for (const path of [`/p/${token}`, `/api/push${it.paths.snitch}`, `/in/${it.paths.snitch.slice(1)}`])
      expect((await sent(path)).status).toBe(404);
  });
});
