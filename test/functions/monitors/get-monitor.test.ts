import { beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../../support/service/refused.ts';
import { startTestService, type Reply } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

let monitor: Reply['json'];

const service = shared(startTestService);
const alice = shared(() => service.guest());
const bob = shared(() => service.guest());
beforeAll(async () => {
  monitor = await alice.createMonitor({ max_duration_sec: 600 });
});

const read = (query: string, headers: Record<string, string> = {}) =>
  service.call('GET', `/api/endpoints/${monitor['id']}${query}`, { headers });

const OWNERS = ['token', 'status_url', 'events_url', 'curl_example', 'templates', 'webhook_secret'];
const ONLY_OWNERS = new RegExp(`"(${OWNERS.join('|')})"`);

function ownersPart(json: Reply['json']) {
  return Object.fromEntries(OWNERS.map((name) => [name, json[name]]));
}

async function byKey(): Promise<string> {
  const { key } = (await alice.call('GET', '/api/ingest-key')).json;
  return (await service.call('POST', `/in/${key}/by-key`)).json['endpoint_id'];
}

async function byImport(): Promise<string> {
  const { json } = await service.call('POST', '/api/import/crontab?apply=1', {
    token: alice.token,
    body: '5 3 * * * nightly-import',
    headers: { 'content-type': 'text/plain' },
  });
  return json['created'][0].id;
}

describe('getMonitor', () => {
  it('shows its owner the monitor with durations, all null while nothing was measured', async () => {
    const { status, json } = await alice.call('GET', `/api/endpoints/${monitor['id']}`);

    expect(status).toBe(200);
    expect(json).toMatchObject({
      id: monitor['id'],
      name: 'nightly backup',
      state: 'waiting',
      duration: { samples: null, p50_ms: null, max_ms: null },
    });
  });

  it.each([
    ['the query', (token: string) => read(`?token=${token}`)],
    ['the header X-Hook-Token', (token: string) => read('', { 'x-hook-token': token })],
    [
      'the query, beside a guest token of nobody',
      (token: string) => read(`?token=${token}`, { 'x-guest-token': 'hp_x' }),
    ],
  ])('takes the read token in %s', async (_where, call) => {
    const { status, json } = await call(monitor['token']);

    expect(status).toBe(200);
    expect(json['id']).toBe(monitor['id']);
  });

  it('gives its owner the answer even beside a wrong read token', async () => {
    expect((await read('?token=wrong', { 'x-guest-token': alice.token })).status).toBe(200);
  });

  it('shows a holder of the read token no secret of the owner', async () => {
    const { text } = await read(`?token=${monitor['token']}`);

    expect(text).not.toMatch(ONLY_OWNERS);
  });

  it('shows it no secret beside the guest token of its owner either', async () => {
    const { text } = await read(`?token=${monitor['token']}`, { 'x-guest-token': alice.token });

    expect(text).not.toMatch(ONLY_OWNERS);
  });

  it('shows its owner again what the creation showed', async () => {
    const { json } = await alice.call('GET', `/api/endpoints/${monitor['id']}`);

    expect(ownersPart(json)).toEqual(ownersPart(monitor));
    expect(Object.values(ownersPart(json))).not.toContain(undefined);
  });

  it.each([
    ['by ingest key', byKey],
    ['by import', byImport],
  ])('shows its owner the read token of a monitor that was made %s, and it reads', async (_how, make) => {
    const { json } = await alice.call('GET', `/api/endpoints/${await make()}`);

    expect(json['webhook_secret']).toBe(monitor['webhook_secret']);
    expect(json['templates'].ingest_curl).toContain(json['ingest_url']);
    for (const url of [json['status_url'], json['events_url']]) expect((await fetch(url)).status).toBe(200);
  });

  it('shows none of it in the list', async () => {
    expect((await alice.call('GET', '/api/endpoints')).text).not.toMatch(ONLY_OWNERS);
  });

  it('answers HEAD without a body', async () => {
    const { status, text } = await alice.call('HEAD', `/api/endpoints/${monitor['id']}`);

    expect({ status, text }).toEqual({ status: 200, text: '' });
  });

  it('measures the low median and the longest of the runs', async () => {
    const { id } = await alice.createMonitor();
    for (const seconds of [4, 1, 3, 2]) {
      await service.call('POST', `/in/${id}/start`);
      service.clock.advance(seconds);
      await service.call('POST', `/in/${id}`);
    }

    const { json } = await alice.call('GET', `/api/endpoints/${id}`);

    expect(json['duration']).toEqual({ samples: 4, p50_ms: 2_000, max_ms: 4_000 });
    expect(json['last_duration_ms']).toBe(2_000);
  });

  it('shows an overdue monitor as late before any check', async () => {
    const { id } = await alice.createMonitor({ interval_sec: 300 });
    await service.ping(id);
    service.clock.advance(300);
    expect(await alice.read(id)).toMatchObject({
      state: 'ok',
      healthy: true,
      overdue: false,
      waiting_first_ping: false,
    });

    service.clock.advance(0.001);

    expect(await alice.read(id)).toMatchObject({
      state: 'late',
      healthy: false,
      overdue: true,
    });
  });

  it('counts a scheduled monitor as late only after its grace', async () => {
    await using own = await startTestService({ startAt: Date.UTC(2027, 2, 1, 12, 30) });
    const carol = await own.guest();
    const { id } = await carol.createMonitor({ interval_sec: undefined, cron: '0 * * * *', grace_sec: 100 });
    const state = async () => (await carol.read(id))['state'];
    await own.ping(id);

    own.clock.advance(30 * 60 + 100);
    expect(await state()).toBe('ok');
    own.clock.advance(0.001);
    expect(await state()).toBe('late');
  });

  it('says what its deadline is the sum of, after a pause that was taken back as well', async () => {
    await using own = await startTestService();
    const carol = await own.guest();
    const { id } = await carol.createMonitor({ interval_sec: 3_600 });
    const path = `/api/endpoints/${id}`;
    const iso = (afterSec = 0) => new Date(own.clock.now() + afterSec * 1000).toISOString();
    const read = async () => (await carol.call('GET', path)).json;
    expect(await read()).toMatchObject({ deadline: null, deadline_at: null });
    await own.ping(id);
    expect(await read()).toMatchObject({
      deadline: { counts_from: iso(), from: 'ping', tolerance_sec: 3_600, held_sec: 0 },
      deadline_at: iso(3_600),
    });
    await carol.call('PATCH', path, { paused_until: iso(7_200) });
    own.clock.advance(600);
    await carol.call('PATCH', path, { paused_until: null });
    expect(await read()).toMatchObject({
      deadline: { counts_from: iso(), from: 'pause', tolerance_sec: 3_600, held_sec: 0 },
      deadline_at: iso(3_600),
    });
    const { endpoints } = (await carol.call('GET', '/api/endpoints')).json;
    expect(endpoints).toMatchObject([{ deadline_at: iso(3_600) }]);
    expect((await carol.call('DELETE', path)).status).toBeLessThan(300);
    expect(await read()).toMatchObject({ deadline: null, deadline_at: null });
  });

  it('answers unknown, foreign and malformed ids with the same 404', async () => {
    const ids = [
      '0'.repeat(26),
      'x',
      '0'.repeat(27),
      'MON%23x',
      '%00',
      '..%2f..',
      'é',
      "' OR 1=1",
      '__proto__',
    ];
    const replies = await Promise.all([
      bob.call('GET', `/api/endpoints/${monitor['id']}`),
      bob.call('GET', `/api/endpoints/${String(monitor['id']).toUpperCase()}`),
      ...ids.map((id) => bob.call('GET', `/api/endpoints/${id}`)),
    ]);

    for (const reply of replies) expectRefusal(reply, { status: 404, error: 'not_found' });
    const routed = replies.filter((_, index) => index !== 7);
    expect(new Set(routed.map((reply) => reply.text)).size).toBe(1);
    expect(new Set(routed.map((reply) => headersBesideId(reply))).size).toBe(1);
  });

  it.each([
    ['nothing', 'credencial_ausente', '', {}],
    ['an empty token', 'credencial_ausente', '?token=', {}],
    ['a wrong token', 'credencial_invalida', '?token=wrong', {}],
    ['a wrong header', 'credencial_invalida', '', { 'x-hook-token': 'wrong' }],
    ['a guest token in the place of the read token', 'credencial_invalida', '?token=GUEST', {}],
  ])('answers 401 to %s', async (_what, error, query, headers) => {
    expectRefusal(await read(query.replace('GUEST', alice.token), headers), { status: 401, error });
  });

  it('names the read token among the credentials that it asks for', async () => {
    for (const path of ['', '/events']) {
      const reply = await service.call('GET', `/api/endpoints/${monitor['id']}${path}`);

      expectRefusal(reply, {
        status: 401,
        error: 'credencial_ausente',
        names: ['?token=', 'X-Hook-Token', 'X-Guest-Token'],
      });
    }
    expect((await service.call('GET', '/api/endpoints')).json['detail']).not.toContain('X-Hook-Token');
  });

  it('refuses the read token of another monitor, also of the same owner', async () => {
    const other = await alice.createMonitor();

    expectRefusal(await read(`?token=${other['token']}`), { status: 401, error: 'credencial_invalida' });
  });

  it('tells a holder of a wrong token nothing about which ids exist', async () => {
    const known = await read('?token=wrong');
    const unknown = await service.call('GET', `/api/endpoints/${'0'.repeat(26)}?token=wrong`);

    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
  });

  it.each([['PATCH'], ['DELETE']])('lets the read token only read: %s is refused', async (method) => {
    const reply = await service.call(method, `/api/endpoints/${monitor['id']}?token=${monitor['token']}`, {
      headers: { 'x-hook-token': monitor['token'] },
      ...(method === 'PATCH' && { body: { name: 'taken' } }),
    });

    expectRefusal(reply, { status: 401, error: 'credencial_ausente' });
  });
});

/** Every header but those that differ from call to call. */
function headersBesideId(reply: Reply): string {
  const kept = [...reply.headers].filter(
    ([name]) => !['x-request-id', 'date', 'apigw-requestid'].includes(name),
  );
  return JSON.stringify(kept);
}
