import { describe, expect, it } from 'vitest';
import { watchCapacity } from '../../../support/table/capacity.ts';
import { removeExpired } from '../../../support/table/expired.ts';
import { startReceiver } from '../../../support/alerts/receiver.ts';
import { contentsOf, expectNothingWritten, expectRefusal } from '../../../support/service/refused.ts';
import { startTestService, type Person, type Reply } from '../../../support/service/service.ts';
import { fresh, shared } from '../../../support/service/shared.ts';

const GONE = { status: 404, error: 'not_found' };

const service = shared(startTestService);
const alice = fresh(() => service.guest());

const rotate = (id: unknown, person: Person = alice) => person.call('POST', `/api/endpoints/${id}/rotate`);
const ping = (id: unknown, path = '') => service.call('POST', `/in/${id}${path}`);

/** Every path under a monitor that its owner may read. */
const PATHS = ['', '/events', '/changes', '/runs', '/stats', '/alerts'];

describe('rotateMonitor', () => {
  it('gives another id and ping URL; the old ones answer 404 at once on every path', async () => {
    const { id: old, token } = await alice.createMonitor();

    const { status, json } = await rotate(old);

    expect([status, json['id']]).toEqual([200, expect.stringMatching(/^[0-9a-z]{52}$/)]);
    expect(json['ingest_url']).toBe(`${service.url}/in/${json['id']}`);
    expect(json['curl_example']).toContain(json['ingest_url']);
    for (const path of ['', '/start', '/fail', '/0', '/log']) {
      expectRefusal(await ping(old, path), GONE);
      expect((await ping(json['id'], path)).status).toBe(200);
    }
    for (const path of PATHS) {
      expectRefusal(await alice.call('GET', `/api/endpoints/${old}${path}`), GONE);
      expect((await alice.call('GET', `/api/endpoints/${json['id']}${path}`)).status).toBe(200);
    }
    for (const method of ['PATCH', 'DELETE'])
      await expectNothingWritten(service, () => alice.call(method, `/api/endpoints/${old}`, {}), GONE);
    await expectNothingWritten(service, () => rotate(old), GONE);
    const headers = { 'x-hook-token': token };
    expectRefusal(await service.call('GET', `/api/endpoints/${old}`, { headers }), GONE);
    expect((await service.call('GET', `/api/endpoints/${json['id']}`, { headers })).status).toBe(200);
    expect(json['token']).toBe(token);
  });

  it('keeps history, open runs, the open incident and its alerts', async () => {
    await using receiver = await startReceiver();
    const { id: old } = await alice.createMonitor({ alert_url: receiver.url, interval_sec: 300 });
    await ping(old);
    await ping(old, '/start?rid=a');
    service.clock.advance(400);
    await service.check();
    const before = await alice.read(old);
    const [events, runs] = await Promise.all(
      ['events', 'runs'].map(async (what) => (await alice.call('GET', `/api/endpoints/${old}/${what}`)).json),
    );

    const { json } = await rotate(old);
    const { id } = json;

    const after = await alice.read(id);
    const { incident, last_event_at, last_start_at, miss_count, token, webhook_secret } = before;
    expect(after).toMatchObject({
      incident,
      last_event_at,
      last_start_at,
      miss_count,
      token,
      webhook_secret,
    });
    expect((await alice.call('GET', `/api/endpoints/${id}/events`)).json).toEqual(events);
    expect((await alice.call('GET', `/api/endpoints/${id}/runs`)).json).toEqual(runs);
    const { incidents } = (await alice.call('GET', '/api/incidents')).json;
    expect(incidents).toMatchObject([{ endpoint_id: id, number: 1, state: 'open' }]);
    for (const path of [
      '/api/endpoints',
      '/api/incidents',
      `/api/endpoints/${id}`,
      `/api/endpoints/${id}/incident`,
    ])
      expect((await alice.call('GET', path)).text.replaceAll(id, '')).not.toContain(old);
    await ping(id, '/0?rid=a');
    await service.check();
    await service.check();
    const posts = receiver.received.map(({ json: post }) => [
      post['type'],
      post['incident'],
      post['endpoint_id'],
    ]);
    expect(posts).toEqual([
      ['service.miss', 1, old],
      ['service.recovery', 1, id],
    ]);
  });

  it('is seen in lists and the change log, and no list shows the old id or a second monitor', async () => {
    const { id: old } = await alice.createMonitor();
    const { id } = (await rotate((await rotate(old)).json['id'])).json;

    const { endpoints } = (await alice.call('GET', '/api/endpoints')).json;
    expect(endpoints.map((each: { id: string }) => each.id)).toEqual([id]);
    const { changes } = (await alice.call('GET', `/api/endpoints/${id}/changes`)).json;
    const kinds = changes.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(['ping_url_rotated', 'ping_url_rotated', 'created']);
  });

  it('grows nothing, however often, and what was between is 404', async () => {
    const { id: old } = await alice.createMonitor();
    const first = (await rotate(old)).json['id'];
    const size = async () => (await contentsOf(service)).filter(({ sk }) => !String(sk).startsWith('CHG#'));
    const before = await size();
    let id = first;
    for (let times = 0; times < 20; times++) id = (await rotate(id)).json['id'];

    expect((await size()).length).toBe(before.length);
    expect(id).toHaveLength(52);
    for (const dead of [old, first]) expectRefusal(await ping(dead), GONE);
    // Nothing but the tail of the last rotation opens it.
    expectRefusal(await ping(`${id.slice(0, 26)}${first.slice(26)}`), GONE);
    expectRefusal(await ping(id.slice(26)), GONE);
    expect((await ping(id)).status).toBe(200);
  });

  it('answers no ping that races it 200 and then forgets it', async () => {
    const { id: old } = await alice.createMonitor();
    const [rotation, ...pings] = await Promise.all([
      rotate(old),
      ...Array.from({ length: 8 }, (_, mark) => ping(old, `/fail?status=${mark}`)),
    ]);

    const counted = pings.filter(({ status }) => status === 200).length;
    for (const { status } of pings) expect([200, 404]).toContain(status);
    const { events } = (await alice.call('GET', `/api/endpoints/${rotation.json['id']}/events`)).json;
    expect(events).toHaveLength(counted);
  });

  it('has a ping cost what it cost before', async () => {
    const { id: old } = await alice.createMonitor();
    await ping(old);
    const calls = watchCapacity(service);
    const costOf = async (id: unknown) => {
      service.clock.advance(1);
      calls.length = 0;
      await ping(id);
      return calls.map((call) => JSON.stringify(call)).sort();
    };
    const before = await costOf(old);
    const { id } = (await rotate(old)).json;
    await ping(id);

    expect(await costOf(id)).toEqual(before);
  });

  it('leaves the dashboard as it is: row, badge and standing keep their addresses', async () => {
    const { id: old } = await alice.createMonitor();
    const { json: feed } = await alice.call('GET', '/api/status-feed');
    const rows = async () => (await service.call('GET', new URL(feed['json']).pathname)).json['endpoints'];
    const [before] = await rows();
    await rotate(old);

    expect(await rows()).toMatchObject([{ id: before.id, badge: before.badge }]);
  });

  it('is taken by another once, and refused to Bob and of what is deleted', async () => {
    const { id: old } = await alice.createMonitor();
    const bob = await service.guest();
    await expectNothingWritten(service, () => rotate(old, bob), GONE);

    const replies = await Promise.all([rotate(old), rotate(old), rotate(old)]);

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    const { id } = replies.find(({ status }) => status === 200)?.json ?? {};
    await alice.remove(id);
    await expectNothingWritten(service, () => rotate(id), GONE);
  });

  it('answers a repeat with its key as at first', async () => {
    const { id: old } = await alice.createMonitor();
    const again = () =>
      service.call('POST', `/api/endpoints/${old}/rotate`, {
        token: alice.token,
        headers: { 'idempotency-key': 'rotate-it' },
      });

    const [first, second] = [await again(), await again()];

    expect(second.json).toEqual(first.json);
    expect((await ping(first.json['id'])).status).toBe(200);
  });
});

describe('a monitor of a job name, once rotated', () => {
  it('goes on taking pings by key and name, and keeps its URL over deletion and revival', async () => {
    const { key } = (await alice.call('GET', '/api/ingest-key')).json;
    const byName = () => service.call('GET', `/in/${key}/dump`);
    const { endpoint_id: old } = (await byName()).json;

    const { id } = (await rotate(old)).json;

    expect((await byName()).json).toMatchObject({ endpoint_id: id, created: false });
    expect((await ping(id)).status).toBe(200);
    const put = await alice.call('PUT', '/api/endpoints/by-slug/dump', { interval_sec: 600 });
    expect([put.status, put.json['id']]).toEqual([200, id]);
    await alice.remove(id);
    expectRefusal(await ping(id), GONE);
    expect((await byName()).json).toMatchObject({ endpoint_id: id, created: true });
    expectRefusal(await ping(old), GONE);
    expect((await ping(id)).status).toBe(200);
    const { endpoints } = (await alice.call('GET', '/api/endpoints')).json;
    expect(endpoints).toHaveLength(1);
  });

  it.each([
    ['a put', 'PUT', '/api/endpoints/by-slug/dump', { interval_sec: 300 }, ({ json }: Reply) => json],
    [
      'an import',
      'POST',
      '/api/import/json?apply=1',
      { monitors: [{ name: 'dump', slug: 'dump', interval_sec: 300 }] },
      ({ json }: Reply) => json['created'][0],
    ],
  ] as const)('%s answers the URL that takes pings once the table has removed it', async (...made) => {
    const [, method, path, body, shownBy] = made;
    await using own = await startTestService();
    const bob = await own.guest();
    const put = await bob.call('PUT', '/api/endpoints/by-slug/dump', { interval_sec: 300 });
    const { id: old } = put.json;
    const { id } = (await bob.call('POST', `/api/endpoints/${old}/rotate`)).json;
    await bob.remove(id);
    await removeExpired(own, old);

    const shown = shownBy(await bob.call(method, path, body));

    expect(shown.id).toBe(id);
    expect((await own.ping(shown.id)).status).toBe(200);
    expect(shown.ingest_url).toMatch(new RegExp(`/in/${id}$`));
    expectRefusal(await own.ping(old), GONE);
  });
});
