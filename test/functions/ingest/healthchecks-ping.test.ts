import { beforeAll, describe, expect, it } from 'vitest';
import { idOfUuid, uuidOfId } from '../../../lib/domain/monitors/check-uuid.ts';
import { rawCall } from '../../support/service/raw-call.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

/** As Healthchecks answers (hc/api/views.py of 2026-08, `ping` and `ping_by_slug`). */
const OK = { status: 200, text: 'OK' };
const NOT_FOUND = { status: 404, text: 'not found' };
const BAD_URL = { status: 400, text: 'invalid url format' };

const service = shared(startTestService);
const alice = shared(() => service.guest());
let key: string;
const bob = shared(() => service.guest());
beforeAll(async () => void (key = (await bob.call('GET', '/api/ingest-key')).json['key']));

async function check() {
  const { id } = await alice.createMonitor({});
  return { id, uuid: uuidOfId(id) };
}

/** A call a moment after the one before, so that its event comes behind that one's. */
async function sent(path: string, { method = 'GET', ...call }: { method?: string; body?: string } = {}) {
  service.clock.advance(1);
  const { status, text, headers } = await service.call(method, path, call);
  return { status, text, headers };
}

async function eventsOf(id: string, who = alice) {
  return (await who.call('GET', `/api/endpoints/${id}/events`)).json['events'];
}

describe('a check by its UUID', () => {
  it.each(['/ping/', '/', '/in/ping/'])(
    'takes a ping at %s<uuid>, with and without a slash behind it',
    async (at) => {
      const { id, uuid } = await check();

      const { headers, ...answer } = await sent(at + uuid);
      expect(await sent(`${at}${uuid}/`)).toMatchObject(OK);

      expect(answer).toEqual(OK);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'text/plain; charset=utf-8',
        'ping-body-limit': '10000',
        'access-control-allow-origin': '*',
      });
      expect(await eventsOf(id)).toMatchObject([{ kind: 'ping' }, { kind: 'ping' }]);
    },
  );

  it.each([
    ['/start', 'start', null],
    ['/fail', 'fail', null],
    ['/log', 'log', null],
    ['/0', 'ping', 0],
    ['/137', 'fail', 137],
  ])('takes %s', async (action, kind, exit_code) => {
    const { id, uuid } = await check();

    expect(await sent(`/ping/${uuid}${action}`)).toMatchObject(OK);
    expect(await sent(`/${uuid}${action}`)).toMatchObject(OK);

    expect(await eventsOf(id)).toMatchObject([
      { kind, exit_code },
      { kind, exit_code },
    ]);
  });

  it('keeps run id and body, by POST and HEAD too', async () => {
    const { id, uuid } = await check();
    const rid = '7d2f8d4e-31a5-4e6b-9d0f-3b1d6f2a9c11';

    expect(await sent(`/ping/${uuid}/start?rid=${rid}`)).toMatchObject(OK);
    expect(await sent(`/ping/${uuid}?rid=${rid}`, { method: 'POST', body: 'done' })).toMatchObject(OK);
    expect(await sent(`/ping/${uuid}`, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });

    const events = await eventsOf(id);
    const body = await alice.call('GET', `/api/endpoints/${id}/events/${events[1].id}/body`);
    expect(body.text).toBe('done');
    expect(events).toMatchObject([
      { kind: 'ping' },
      { kind: 'ping', rid, source: 'post' },
      { kind: 'start', rid },
    ]);
  });

  it.each([
    ['/ping/4f1c7c4e-0000-4000-8000-000000000000', NOT_FOUND],
    ['/ping/UPPER', NOT_FOUND],
    ['/ping/<uuid>/restart', NOT_FOUND],
    ['/ping/<uuid>/start/again', NOT_FOUND],
    ['/ping/<uuid>/256', BAD_URL],
    ['/ping/<uuid>?rid=mine', { status: 400, text: 'invalid uuid format' }],
  ])('refuses %s as there, and nothing is written', async (path, answer) => {
    const { id, uuid } = await check();

    expect(await sent(path.replace('<uuid>', uuid))).toMatchObject(answer);

    expect(await eventsOf(id)).toEqual([]);
  });

  it('shows a browser that opens it a page, and records nothing', async () => {
    const { id, uuid } = await check();

    const { status, text } = await rawCall(service.url, 'GET', `/ping/${uuid}`, {
      'sec-fetch-mode': 'navigate',
    });

    expect(status).toBe(200);
    expect(text).toContain('Ping now');
    expect(await eventsOf(id)).toEqual([]);
  });

  it('is no longer found once the ping URL was rotated', async () => {
    const { id, uuid } = await check();
    await alice.call('POST', `/api/endpoints/${id}/rotate`);

    expect(await sent(`/ping/${uuid}`)).toMatchObject(NOT_FOUND);
  });
});

describe('a check by ping key and slug', () => {
  it('is made where create=1 asks for it, with a day and an hour, and found from then on', async () => {
    expect(await sent(`/ping/${key}/nightly?rid=x`)).toMatchObject({ status: 400 });
    expect(await sent(`/ping/${key}/nightly`)).toMatchObject(NOT_FOUND);
    expect(await sent(`/ping/${key}/nightly/start`)).toMatchObject(NOT_FOUND);

    expect(await sent(`/ping/${key}/nightly/start?create=1`)).toMatchObject({ status: 201, text: 'Created' });
    expect(await sent(`/ping/${key}/nightly?create=1`)).toMatchObject(OK);
    expect(await sent(`/ping/${key}/nightly/7`)).toMatchObject(OK);

    const monitors: Record<string, unknown>[] = (await bob.call('GET', '/api/endpoints')).json['endpoints'];
    const made = monitors.filter(({ name }) => name === 'nightly');
    expect(made).toMatchObject([{ interval_sec: 90_000 }]);
    expect(await eventsOf(String(made[0]?.['id']), bob)).toMatchObject([
      { exit_code: 7 },
      { kind: 'ping' },
      { kind: 'start' },
    ]);
  });

  it.each([
    ['/ping/<key>/Nightly?create=1', BAD_URL],
    ['/ping/unknown-key/nightly?create=1', NOT_FOUND],
    ['/ping/<key>/---?create=1', NOT_FOUND],
    ['/ping/<key>/nightly/soon?create=1', NOT_FOUND],
    ['/ping/<key>/fresh/256?create=1', BAD_URL],
  ])('refuses %s as there', async (path, answer) => {
    expect(await sent(path.replace('<key>', key))).toMatchObject(answer);
  });
});

describe('an id and its UUID', () => {
  it.each([
    ['00000000-0000-0000-0000-000000000000', '0'.repeat(26)],
    ['ffffffff-ffff-ffff-ffff-ffffffffffff', `7${'z'.repeat(25)}`],
    ['00000000-0000-0000-0000-00000000001f', `${'0'.repeat(25)}z`],
  ])('%s is %s', (uuid, id) => {
    expect(idOfUuid(uuid)).toBe(id);
    expect(uuidOfId(id)).toBe(uuid);
  });
});
