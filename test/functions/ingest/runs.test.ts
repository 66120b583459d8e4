import { describe, expect, it } from 'vitest';
import { expectNothingWritten } from '../../support/service/refused.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

const service = shared(startTestService);
const alice = shared(() => service.guest());

const newId = async (): Promise<string> => (await alice.createMonitor())['id'];
const send = async (id: string, path: string) => (await service.call('GET', `/in/${id}${path}`)).json;

describe('startRun', () => {
  it.each([['GET'], ['POST']])('takes a %s and answers with its kind', async (method) => {
    const { status, json } = await service.call(method, `/in/${await newId()}/start`);

    expect({ status, json }).toEqual({ status: 200, json: { ok: true, kind: 'start' } });
  });

  it('is no proof of life: the monitor still waits', async () => {
    const id = await newId();
    const startedAt = new Date(service.clock.now()).toISOString();

    await send(id, '/start?rid=run-1');

    expect(await alice.read(id)).toMatchObject({
      state: 'waiting',
      last_event_at: null,
      last_start_at: startedAt,
      last_run_id: 'run-1',
    });
  });

  it('does not mend a silence', async () => {
    const id = await newId();
    await send(id, '');
    service.clock.advance(301);

    await send(id, '/start');

    expect(await alice.read(id)).toMatchObject({ state: 'late' });
  });

  it.each([['?rid=a'], ['/1?rid=a']])('opens nothing behind the end of its run: %s', async (end) => {
    const id = await newId();
    await send(id, end);

    expect(await send(id, '/start?rid=a')).toEqual({ ok: true, kind: 'start' });

    expect(await alice.read(id)).toMatchObject({ last_run_id: null, last_start_at: null });
    service.clock.advance(31);
    await send(id, '/start?rid=a');
    expect(await alice.read(id)).toMatchObject({ last_run_id: 'a' });
  });

  it.each([
    ['of every allowed kind', 'aZ0._-', 'aZ0._-'],
    ['of 64 characters', 'r'.repeat(64), 'r'.repeat(64)],
    ['of 65 characters', 'r'.repeat(65), null],
    ['that is empty', '', null],
    ['with a space', 'a%20b', null],
    ['with a NUL', 'a%00', null],
    ['with a slash', 'a%2Fb', null],
    ['of another script', '%C3%A9', null],
  ])('takes a rid %s, or ignores it and still records', async (_what, sent, kept) => {
    const id = await newId();

    expect(await send(id, `/start?rid=${sent}`)).toEqual({ ok: true, kind: 'start' });

    expect(await alice.read(id)).toMatchObject({ last_run_id: kept });
    expect(await alice.events(id)).toMatchObject([{ kind: 'start', rid: kept }]);
  });

  it('without a rid replaces a run without one', async () => {
    const id = await newId();
    await send(id, '/start');
    service.clock.advance(10);
    await send(id, '/start');
    service.clock.advance(5);
    await send(id, '');

    expect(await alice.read(id)).toMatchObject({ last_duration_ms: 5_000, last_start_at: null });
  });
});

describe('closing a run', () => {
  it.each([
    ['a ping', '', 'ping'],
    ['exit code 0', '/0', 'ping'],
    ['exit code 3', '/3', 'fail'],
    ['fail', '/fail', 'fail'],
  ])('by %s measures it and clears it', async (_what, path, kind) => {
    const id = await newId();
    await send(id, '/start?rid=a');
    service.clock.advance(1.25);

    await send(id, `${path}?rid=a`);

    expect(await alice.read(id)).toMatchObject({
      last_duration_ms: 1_250,
      last_start_at: null,
      last_run_id: null,
    });
    expect((await alice.events(id))[0]).toMatchObject({ kind, rid: 'a', duration_ms: 1_250 });
  });

  it('by another rid leaves it open and measures nothing', async () => {
    const id = await newId();
    await send(id, '/start?rid=a');
    service.clock.advance(1);

    await send(id, '?rid=b');

    expect(await alice.read(id)).toMatchObject({ last_duration_ms: null, last_run_id: 'a', state: 'ok' });
    expect((await alice.events(id))[0]).toMatchObject({ rid: 'b', duration_ms: null });
  });

  it('without a rid closes every open run and measures the newest', async () => {
    const id = await newId();
    await send(id, '/start?rid=a');
    service.clock.advance(10);
    await send(id, '/start?rid=b');
    service.clock.advance(1);

    await send(id, '');

    expect(await alice.read(id)).toMatchObject({
      last_duration_ms: 1_000,
      last_start_at: null,
      last_run_id: null,
    });
  });

  it('of overlapping runs measures each by its own start', async () => {
    const id = await newId();
    await send(id, '/start?rid=a');
    service.clock.advance(10);
    await send(id, '/start?rid=b');
    service.clock.advance(1);
    await send(id, '?rid=a');
    expect(await alice.read(id)).toMatchObject({ last_duration_ms: 11_000, last_run_id: 'b' });
    service.clock.advance(1);
    await send(id, '?rid=b');

    expect(await alice.read(id)).toMatchObject({ last_duration_ms: 2_000, last_run_id: null });
  });

  it('by an invalid rid closes as without one', async () => {
    const id = await newId();
    await send(id, '/start?rid=a');
    service.clock.advance(1);

    await send(id, '?rid=a%20b');

    expect(await alice.read(id)).toMatchObject({ last_duration_ms: 1_000, last_run_id: null });
  });
});

describe('failRun', () => {
  it.each([['GET'], ['POST']])(
    'takes a %s, is pending until the next check and leaves the state',
    async (method) => {
      const id = await newId();
      await send(id, '');
      const before = await alice.read(id);

      const { json } = await service.call(method, `/in/${id}/fail`);

      expect(json).toEqual({ ok: true, kind: 'fail' });
      expect(await alice.read(id)).toMatchObject({
        alert_pending: 'fail',
        state: 'ok',
        last_event_at: before['last_event_at'],
      });
    },
  );

  it('does not end the wait for the first ping', async () => {
    const id = await newId();

    await send(id, '/fail');

    expect(await alice.read(id)).toMatchObject({
      state: 'waiting',
      last_event_at: null,
      alert_pending: 'fail',
    });
  });
});

describe('reportExitCode', () => {
  it.each([
    ['0', 0, 'ping'],
    ['1', 1, 'fail'],
    ['127', 127, 'fail'],
    ['254', 254, 'fail'],
    ['255', 255, 'fail'],
    ['007', 7, 'fail'],
  ])('takes %s', async (sent, code, kind) => {
    const id = await newId();

    expect(await send(id, `/${sent}`)).toEqual({ ok: true, kind });

    expect((await alice.events(id))[0]).toMatchObject({ kind, exit_code: code });
    expect((await alice.read(id))['state']).toBe(kind === 'ping' ? 'ok' : 'waiting');
  });

  it.each([['256'], ['-1'], ['1000'], ['1.5'], ['99999999999999999999'], ['%2B1000']])(
    'answers exit_code_fora_da_faixa to %s and records nothing',
    async (sent) => {
      const id = await newId();

      await expectNothingWritten(service, () => service.call('GET', `/in/${id}/${sent}`), {
        status: 400,
        error: 'exit_code_fora_da_faixa',
        names: ['exit_code', '255', decodeURIComponent(sent)],
      });
    },
  );

  it.each([['stop'], ['START'], ['0x1'], ['1e2'], ['%00'], ['1%20'], ['start/again'], ['0/0']])(
    'answers 404 to the unknown action %s and records nothing',
    async (sent) => {
      const id = await newId();

      await expectNothingWritten(service, () => service.call('GET', `/in/${id}/${sent}`), {
        status: 404,
        error: 'not_found',
      });
    },
  );

  it('answers an unknown monitor with 404, whatever the action', async () => {
    for (const path of ['', '/start', '/fail', '/0', '/255']) {
      await expectNothingWritten(service, () => service.call('POST', `/in/${'0'.repeat(26)}${path}`), {
        status: 404,
        error: 'not_found',
      });
    }
  });
});
