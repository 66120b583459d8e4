import { describe, expect, it } from 'vitest';
import { expectNothingWritten, expectRefusal } from '../../support/service/refused.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

const service = shared(() => startTestService({ allowLoopbackAlerts: false }));
const alice = shared(() => service.guest());
const bob = shared(() => service.guest());

const newSchedule = (fields: Record<string, unknown> = {}) =>
  alice.createMonitor({
    interval_sec: undefined,
    cron: '0 3 * * *',
    tz: 'America/Sao_Paulo',
    grace_sec: 600,
    ...fields,
  });

describe('patchMonitor', () => {
  it('changes what is sent, keeps the rest and returns the monitor', async () => {
    const { id } = await alice.createMonitor({
      tags: 'prod',
      max_duration_sec: 600,
      alert_url: 'https://example.com/a',
    });

    const { status, json } = await alice.patch(id, { name: ' evening backup ' });

    expect(status).toBe(200);
    expect(json).toMatchObject({
      id,
      name: 'evening backup',
      interval_sec: 300,
      tags: ['prod'],
      max_duration_sec: 600,
      alert_url: 'https://example.com/a',
    });
    expect(json).not.toHaveProperty('templates');
    const { duration: _duration, ...stored } = await alice.read(id);
    expect(stored).toMatchObject(json);
  });

  it('changes nothing with an empty object', async () => {
    const { id } = await newSchedule({ tags: 'prod', max_duration_sec: 600, alert_repeat_sec: 7_200 });
    const before = await alice.read(id);

    expect((await alice.patch(id, {})).status).toBe(200);

    expect(await alice.read(id)).toEqual(before);
  });

  it.each([
    [
      'max_duration_sec: null turns the run limit off',
      { max_duration_sec: 600 },
      { max_duration_sec: null },
      { max_duration_sec: null },
    ],
    [
      'max_duration_sec: 0 turns the run limit off',
      { max_duration_sec: 600 },
      { max_duration_sec: 0 },
      { max_duration_sec: null },
    ],
    [
      'alert_repeat_sec: null returns to a day',
      { alert_repeat_sec: 7_200 },
      { alert_repeat_sec: null },
      { alert_repeat_sec: 86_400 },
    ],
    ['tags: null removes all tags', { tags: 'a,b' }, { tags: null }, { tags: [] }],
    ['tags: [] removes all tags', { tags: 'a,b' }, { tags: [] }, { tags: [] }],
    ['tags replaces all tags', { tags: 'a,b' }, { tags: 'C' }, { tags: ['c'] }],
    [
      'alert_url: null turns the webhook off',
      { alert_url: 'https://example.com/a' },
      { alert_url: null },
      { alert_url: null },
    ],
    [
      'alert_to: null turns the mail off',
      { alert_to: 'alice@example.com' },
      { alert_to: null },
      { alert_to: null },
    ],
    [
      'paused_until: null resumes',
      { paused_until: '2027-03-05T00:00:00Z' },
      { paused_until: null },
      { paused_until: null, state: 'waiting' },
    ],
    [
      'paused_until pauses',
      {},
      { paused_until: '2027-03-05T00:00:00Z' },
      { paused_until: '2027-03-05T00:00:00.000Z', state: 'paused' },
    ],
    ['interval_sec moves the interval', {}, { interval_sec: 600 }, { interval_sec: 600 }],
    [
      'a longer interval raises the repeat',
      { alert_repeat_sec: 3_600 },
      { interval_sec: 7_200 },
      { alert_repeat_sec: 7_200 },
    ],
    [
      'cron turns an interval into a schedule',
      {},
      { cron: '0 3 * * *' },
      {
        cron: '0 3 * * *',
        tz: 'UTC',
        grace_sec: 90,
        interval_sec: 86_400,
        next_expected_at: '2027-03-02T03:00:00.000Z',
      },
    ],
    ['grace_sec of an interval monitor shows null', {}, { grace_sec: 600 }, { grace_sec: null }],
  ])('%s', async (_what, created, sent, shown) => {
    const { id } = await alice.createMonitor(created);

    const { status, json } = await alice.patch(id, sent);

    expect(status).toBe(200);
    expect(json).toMatchObject(shown);
    expect(await alice.read(id)).toMatchObject(shown);
  });

  it.each([
    ['the interval from before it', { interval_sec: 300 }, [{ cron: '0 3 * * *' }], 300],
    [
      'that one after another schedule and a ping',
      { interval_sec: 300 },
      [{ cron: '0 3 * * *' }, { cron: '0 4 * * *', grace_sec: 600 }],
      300,
    ],
    [
      'the last one of several',
      { interval_sec: 300 },
      [{ cron: '0 3 * * *' }, { cron: null }, { interval_sec: 600 }, { cron: '0 3 * * *' }],
      600,
    ],
    ['its gap where there was none', { cron: '0 */2 * * *', interval_sec: undefined }, [], 7_200],
    ['the free minimum where its gap is under it', { cron: '* * * * *', interval_sec: undefined }, [], 90],
    ['the free minimum where the interval was under it', { interval_sec: 60 }, [{ cron: '0 3 * * *' }], 90],
  ])('a schedule that is dropped leaves %s', async (_what, created, patches, intervalSec) => {
    const { id } = await alice.createMonitor(created);
    for (const body of patches) {
      expect((await alice.patch(id, body)).status).toBe(200);
      await service.ping(id);
    }

    const { json } = await alice.patch(id, { cron: null });

    expect(json).toMatchObject({ cron: null, interval_sec: intervalSec });
    expect(json).not.toHaveProperty('billing');
    expect(await alice.read(id)).toMatchObject({ cron: null, interval_sec: intervalSec });
  });

  it.each([
    [
      'cron: null drops the schedule back to the interval',
      { cron: null },
      { cron: null, tz: null, grace_sec: null, next_expected_at: null, interval_sec: 86_400 },
    ],
    [
      'cron: null with an interval sets that',
      { cron: null, interval_sec: 600 },
      { cron: null, interval_sec: 600 },
    ],
    ['tz: null returns to UTC', { tz: null }, { tz: 'UTC', next_expected_at: '2027-03-02T03:00:00.000Z' }],
    ['grace_sec: null returns to 90', { grace_sec: null }, { grace_sec: 90 }],
    [
      'another cron keeps zone and grace',
      { cron: '0 4 * * *' },
      {
        cron: '0 4 * * *',
        tz: 'America/Sao_Paulo',
        grace_sec: 600,
        next_expected_at: '2027-03-02T07:00:00.000Z',
      },
    ],
    [
      'another zone moves the next run',
      { tz: 'Asia/Tokyo' },
      { tz: 'Asia/Tokyo', next_expected_at: '2027-03-01T18:00:00.000Z' },
    ],
  ])('of a schedule: %s', async (_what, sent, shown) => {
    const { id } = await newSchedule();

    const { status, json } = await alice.patch(id, sent);

    expect(status).toBe(200);
    expect(json).toMatchObject(shown);
  });

  it('keeps next_expected_at and the state of a late monitor that is renamed', async () => {
    await using own = await startTestService();
    const carol = await own.guest();
    const { id } = await carol.createMonitor({ interval_sec: undefined, cron: '0 13 * * *', grace_sec: 90 });
    await own.ping(id);
    own.clock.advance(2 * 3_600);

    const { json } = await carol.patch(id, {
      name: 'renamed',
      tags: 'x',
      alert_url: null,
    });

    expect(json).toMatchObject({
      name: 'renamed',
      state: 'late',
      next_expected_at: '2027-03-01T13:00:00.000Z',
    });
  });

  it.each([
    ['cron', { cron: '30 13 * * *' }, '2027-03-02T13:30:00.000Z'],
    ['grace_sec', { grace_sec: 120 }, '2027-03-02T13:00:00.000Z'],
    ['tz', { tz: 'America/Sao_Paulo' }, '2027-03-01T16:00:00.000Z'],
  ])('computes next_expected_at forward when %s changes', async (_field, sent, next) => {
    await using own = await startTestService();
    const carol = await own.guest();
    const { id } = await carol.createMonitor({ interval_sec: undefined, cron: '0 13 * * *' });
    await own.ping(id);
    own.clock.advance(2 * 3_600);

    const { json } = await carol.patch(id, sent);

    expect(json['next_expected_at']).toBe(next);
    expect(json['state']).toBe('ok');
  });

  it('judges a shorter interval at once', async () => {
    await using own = await startTestService();
    const carol = await own.guest();
    const { id } = await carol.createMonitor({ interval_sec: 3_600 });
    await own.ping(id);
    own.clock.advance(301);

    expect((await carol.patch(id, { interval_sec: 300 })).json['state']).toBe('late');
    expect((await own.check()).checked).toBe(1);
  });

  it.each([
    [
      'cron_ou_interval',
      'cron with interval',
      { cron: '0 3 * * *', interval_sec: 300 },
      ['cron', 'interval_sec'],
    ],
    ['nome_obrigatorio', 'an empty name', { name: '' }, ['name']],
    ['nome_obrigatorio', 'a null name', { name: null }, ['name']],
    ['nome_obrigatorio', 'a Hangul filler', { name: '\u3164\u3164' }, ['name', 'blank']],
    ['nome_invalido', 'a NUL byte', { name: 'a\u0000' }, ['name']],
    ['intervalo_invalido', 'a short interval', { interval_sec: 29 }, ['interval_sec', '30', '29']],
    ['intervalo_invalido', 'a null interval', { interval_sec: null }, ['interval_sec', 'null']],
    ['cron_invalido', 'a broken schedule', { cron: 'x' }, ['cron']],
    ['cron_sem_ocorrencia', 'a day that never comes', { cron: '0 0 31 2 *' }, ['cron']],
    ['tz_invalida', 'a zone without schedule', { tz: 'UTC' }, ['tz']],
    ['grace_invalido', 'a short grace', { grace_sec: 29 }, ['grace_sec', '30', '29']],
    ['pausa_invalida', 'a pause in the past', { paused_until: '2027-03-01T11:00:00Z' }, ['paused_until']],
    ['pausa_longa', 'a long pause', { paused_until: '2027-04-01T12:00:00Z' }, ['paused_until', '30 days']],
    ['max_duration_invalida', 'a short limit', { max_duration_sec: 59 }, ['max_duration_sec', '59']],
    ['alert_repeat_invalido', 'a short repeat', { alert_repeat_sec: 3_599 }, ['alert_repeat_sec', '3599']],
    ['tags_invalidas', 'a broken tag', { tags: 'a b' }, ['tags', 'a b']],
    ['alert_to_invalido', 'no address', { alert_to: 'x' }, ['alert_to', 'x']],
    ['alert_to_invalido', 'an empty address', { alert_to: '' }, ['alert_to']],
    ['alert_url_invalida', 'a local URL', { alert_url: 'https://127.0.0.1/' }, ['alert_url', 'public']],
    ['campo_desconhecido', 'a field that is not there', { intervall_sec: 300 }, ['intervall_sec']],
    ['campo_desconhecido', 'a field that only the service sets', { state: 'ok' }, ['state']],
  ])('answers %s to %s', async (error, _what, sent, names) => {
    const { id } = await alice.createMonitor();

    await expectNothingWritten(service, () => alice.patch(id, sent), { status: 400, error, names });
  });

  it('refuses an interval while a schedule is set', async () => {
    const { id } = await newSchedule();

    await expectNothingWritten(service, () => alice.patch(id, { interval_sec: 300 }), {
      status: 400,
      error: 'cron_ou_interval',
      names: ['interval_sec', 'cron'],
    });
  });

  it('refuses a zone together with the end of the schedule', async () => {
    const { id } = await newSchedule();

    await expectNothingWritten(service, () => alice.patch(id, { cron: null, tz: 'UTC' }), {
      status: 400,
      error: 'tz_invalida',
    });
  });

  it('writes nothing of a patch of which one field is wrong', async () => {
    const { id } = await alice.createMonitor();

    await expectNothingWritten(
      service,
      () => alice.patch(id, { name: 'new', tags: 'ok', max_duration_sec: 1 }),
      {
        status: 400,
        error: 'max_duration_invalida',
      },
    );
  });

  it.each([
    ['corpo_invalido', 400, '[]', {}],
    ['corpo_invalido', 400, '{"name"', {}],
    ['campo_desconhecido', 400, '{"__proto__":{"a":1}}', {}],
    ['corpo_grande', 413, `{"name":"${'n'.repeat(256_000)}"}`, {}],
    ['tipo_nao_suportado', 415, '{"name":"n"}', { 'content-type': 'text/plain' }],
  ])('answers %s with %i to such a body', async (error, status, body, headers) => {
    const { id } = await alice.createMonitor();
    const call = () => service.call('PATCH', `/api/endpoints/${id}`, { token: alice.token, body, headers });

    await expectNothingWritten(service, call, { status, error });
  });

  it('answers Bob, unknown and malformed ids with the same 404 and changes nothing', async () => {
    const { id } = await alice.createMonitor();
    const texts = new Set<string>();
    for (const each of [id, '0'.repeat(26), 'x', '%00', String(id).toUpperCase()]) {
      await expectNothingWritten(
        service,
        async () => {
          const reply = await bob.patch(each, { name: 'taken' });
          texts.add(reply.text);
          return reply;
        },
        { status: 404, error: 'not_found' },
      );
    }

    expect(texts.size).toBe(1);
  });

  it('answers 404 for a deactivated monitor', async () => {
    const { id } = await alice.createMonitor();
    await alice.remove(id);

    await expectNothingWritten(service, () => alice.patch(id, { name: 'back' }), {
      status: 404,
      error: 'not_found',
    });
  });

  it.each([
    ['none', 'credencial_ausente', {}],
    ['one that nobody has', 'credencial_invalida', { 'x-guest-token': `hp_${'2'.repeat(43)}` }],
  ])('answers 401 to a credential: %s', async (_what, error, headers) => {
    const { id } = await alice.createMonitor();

    expectRefusal(await service.call('PATCH', `/api/endpoints/${id}`, { body: { name: 'n' }, headers }), {
      status: 401,
      error,
    });
  });

  it('loses none of many simultaneous patches of different fields', async () => {
    const { id } = await alice.createMonitor();
    const bodies = [
      { name: 'a name' },
      { interval_sec: 900 },
      { tags: 'x' },
      { max_duration_sec: 60 },
      { alert_repeat_sec: 3_600 },
      { alert_url: 'https://example.com/z' },
    ];

    const replies = await Promise.all(bodies.map((body) => alice.patch(id, body)));

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await alice.read(id)).toMatchObject({
      name: 'a name',
      interval_sec: 900,
      tags: ['x'],
      max_duration_sec: 60,
      alert_repeat_sec: 3_600,
      alert_url: 'https://example.com/z',
    });
  });
});
