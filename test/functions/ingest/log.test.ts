import { describe, expect, it } from 'vitest';
import { getMonitor } from '../../../lib/data/monitors/monitors.ts';
import { expectNothingWritten } from '../../support/service/refused.ts';
import { startTestService } from '../../support/service/service.ts';
import { fresh, shared } from '../../support/service/shared.ts';

const service = shared(startTestService);
const alice = fresh(() => service.guest());

const newId = async (fields: Record<string, unknown> = {}): Promise<string> =>
  (await alice.createMonitor(fields))['id'];
const stored = (id: string) => getMonitor(service.core.table, id);

describe('logRun', () => {
  it.each([
    ['GET', 'get'],
    ['POST', 'post'],
    ['HEAD', 'get'],
  ])('records a %s as an event of kind log', async (method, source) => {
    const id = await newId();

    const { status, json } = await service.call(method, `/in/${id}/log?rid=r1&status=7&latency_ms=12`);

    expect(status).toBe(200);
    expect(json).toEqual(method === 'HEAD' ? {} : { ok: true, kind: 'log' });
    expect(await alice.events(id)).toMatchObject([
      { kind: 'log', source, rid: 'r1', status: 7, latency_ms: 12, duration_ms: null, exit_code: null },
    ]);
  });

  it.each([
    ['that never pinged', []],
    ['that is healthy', ['']],
    ['with an open run', ['', '/start?rid=r1']],
    ['with a failure still to be told', ['', '/start', '/fail']],
  ])('moves nothing of a monitor %s', async (_what, before) => {
    const id = await newId({ max_duration_sec: 600 });
    for (const path of before) await service.call('GET', `/in/${id}${path}`);
    const was = await stored(id);
    service.clock.advance(60);

    await service.call('POST', `/in/${id}/log?rid=r1&status=500`, { body: 'halfway' });

    expect(await stored(id)).toEqual(was);
    expect((await alice.events(id))[0]).toMatchObject({ kind: 'log', has_body: true });
  });

  it('does not keep a job alive, end its silence or open an incident', async () => {
    const id = await newId();
    await service.ping(id);
    const pingedAt = new Date(service.clock.now()).toISOString();
    service.clock.advance(200);
    await service.call('GET', `/in/${id}/log`);
    service.clock.advance(101);
    await service.check();
    await service.call('GET', `/in/${id}/log`);
    service.clock.advance(1);
    await service.check();

    const { json } = await alice.call('GET', `/api/endpoints/${id}`);

    expect(json).toMatchObject({ state: 'late', miss_count: 1, last_event_at: pingedAt });
    const alerts = await alice.alerts(id);
    expect(alerts.map((each: Record<string, unknown>) => `${each['kind']} ${each['reason']}`)).toEqual([
      'miss silence',
    ]);
  });

  it('is taken by key, and creates the monitor, which then still waits for its first ping', async () => {
    const { json } = await alice.call('GET', '/api/ingest-key');
    const key = /hpk_[0-9A-Za-z]{43}/.exec(JSON.stringify(json))?.[0];

    const first = await service.call('POST', `/in/${key}/nightly/log`, { body: 'hello' });
    service.clock.advance(1);
    const second = await service.call('GET', `/in/${key}/nightly/log`);

    const id = first.json['endpoint_id'];
    expect(first.json).toEqual({ ok: true, endpoint_id: id, created: true, kind: 'log' });
    expect(second.json).toEqual({ ok: true, endpoint_id: id, created: false, kind: 'log' });
    expect(await alice.read(id)).toMatchObject({ state: 'waiting' });
    expect(await alice.events(id)).toMatchObject([{ kind: 'log' }, { kind: 'log', has_body: true }]);
  });

  it('is also the name of a job', async () => {
    const { json } = await alice.call('GET', '/api/ingest-key');
    const key = /hpk_[0-9A-Za-z]{43}/.exec(JSON.stringify(json))?.[0];

    const reply = await fetch(`${service.url}/in/${key}/log`);

    expect(await reply.json()).toMatchObject({ ok: true, created: true });
    const [{ id, name }] = await alice.monitors();
    expect(name).toBe('log');
    expect(await alice.events(id)).toMatchObject([{ kind: 'ping' }]);
  });

  it('answers unknown, malformed and deactivated ids, and more path behind it, with 404', async () => {
    const id = await newId();
    const gone = await newId();
    await alice.remove(gone);

    for (const path of [
      `${'0'.repeat(26)}/log`,
      'nonsense/log',
      `${gone}/log`,
      `${id}/log/more`,
      `${id}/LOG`,
    ])
      await expectNothingWritten(service, () => service.call('POST', `/in/${path}`, { body: 'x' }), {
        status: 404,
        error: 'not_found',
      });
  });

  it('takes a body of a megabyte', async () => {
    const id = await newId();

    const reply = await service.call('POST', `/in/${id}/log`, { body: 'x'.repeat(1_000_000) });

    expect(reply.status).toBe(200);
    expect(await alice.events(id)).toMatchObject([{ kind: 'log', has_body: true }]);
  });
});
