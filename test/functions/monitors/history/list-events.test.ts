import { describe, expect, it } from 'vitest';
import { expectRefusal } from '../../../support/service/refused.ts';
import { startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';

const service = shared(startTestService);
const alice = shared(() => service.guest());

const shown = async (id: string, query = '') =>
  (await alice.call('GET', `/api/endpoints/${id}/events${query}`)).json;
const events = async (id: string, query = '') => (await shown(id, query))['events'];

/** Everything, by pages of a size; `between` happens before each but the first. */
async function paged(id: string, limit: number, between = async () => {}): Promise<unknown[]> {
  const all: unknown[] = [];
  let query = `?limit=${limit}`;
  for (;;) {
    const page = await shown(id, query);
    all.push(...page['events']);
    if (page['next_cursor'] === undefined) return all;
    expect(page['events']).toHaveLength(limit);
    expect(all.length).toBeLessThan(100);
    query = `?limit=${limit}&cursor=${page['next_cursor']}`;
    await between();
  }
}

describe('listEvents', () => {
  it('is empty before the first ping', async () => {
    const { id } = await alice.createMonitor();

    expect(await events(id)).toEqual([]);
  });

  it('shows every signal with what it carried, newest first', async () => {
    const { id } = await alice.createMonitor();
    await service.call('GET', `/in/${id}/start?rid=a-1`);
    service.clock.advance(2.5);
    await service.call('POST', `/in/${id}?rid=a-1`, { body: { status: 201, latency_ms: 42 } });
    service.clock.advance(1);
    await service.call('GET', `/in/${id}/7`);
    service.clock.advance(1);
    await service.call('POST', `/in/${id}/fail`);

    const shown = (await events(id)).map(({ id: _id, at: _at, ...event }: Record<string, unknown>) => event);
    const none = {
      rid: null,
      duration_ms: null,
      exit_code: null,
      status: null,
      latency_ms: null,
      has_body: false,
    };

    expect(shown).toEqual([
      { ...none, kind: 'fail', source: 'post' },
      { ...none, kind: 'fail', exit_code: 7, source: 'get' },
      { ...none, kind: 'ping', rid: 'a-1', duration_ms: 2_500, status: 201, latency_ms: 42, source: 'post' },
      { ...none, kind: 'start', rid: 'a-1', source: 'get' },
    ]);
  });

  it('returns the newest 100, or as many as asked for, before an instant', async () => {
    const { id } = await alice.createMonitor();
    const firstAt = service.clock.now();
    for (let turn = 0; turn < 103; turn++) {
      await service.call('GET', `/in/${id}?status=${turn}`);
      service.clock.advance(1);
    }
    const statuses = async (query: string) =>
      (await events(id, query)).map((event: { status: number }) => event.status);
    const before = (turn: number) => encodeURIComponent(new Date(firstAt + turn * 1000).toISOString());

    expect(await statuses('')).toHaveLength(100);
    expect((await statuses(''))[0]).toBe(102);
    expect(await statuses('?limit=2')).toEqual([102, 101]);
    expect(await statuses('?limit=500')).toHaveLength(103);
    expect(await statuses(`?limit=3&before=${before(2)}`)).toEqual([1, 0]);
    expect(await statuses(`?before=${before(0)}`)).toEqual([]);
  });

  it('keeps apart events of the same millisecond', async () => {
    const { id } = await alice.createMonitor();
    for (let turn = 0; turn < 5; turn++) await service.ping(id);

    const ids = (await events(id)).map((event: { id: string }) => event.id);

    expect(new Set(ids).size).toBe(5);
  });

  it.each([1, 3, 5, 6])('by %i loses and doubles none of one millisecond', async (limit) => {
    const { id } = await alice.createMonitor();
    for (let turn = 0; turn < 6; turn++) await service.call('GET', `/in/${id}?status=${turn}`);
    const all = await events(id, '?limit=500');

    expect(await paged(id, limit)).toEqual(all);
    expect(all).toHaveLength(6);
  });

  it('shows what was there once, whatever arrives between the pages', async () => {
    const { id } = await alice.createMonitor();
    for (let turn = 0; turn < 5; turn++) {
      await service.ping(id);
      if (turn % 2) service.clock.advance(1);
    }
    const all = await events(id);

    const seen = await paged(id, 2, async () => {
      service.clock.advance(1);
      await Promise.all([1, 2, 3].map(() => service.ping(id)));
    });

    expect(seen).toEqual(all);
  });

  it('reads on by cursor through events of one millisecond, which `before` would skip, as its description says', async () => {
    await using own = await startTestService();
    const carol = await own.guest();
    const { id } = await carol.createMonitor();
    for (let turn = 0; turn < 5; turn++) await own.ping(id);
    const list = async (query: string) =>
      (await carol.call('GET', `/api/endpoints/${id}/events${query}`)).json;
    const all = (await list(''))['events'];
    const page = await list('?limit=2');

    const behind = await list(`?cursor=${page['next_cursor']}`);

    expect(new Set(all.map(({ at }: { at: string }) => at)).size).toBe(1);
    expect([...page['events'], ...behind['events']]).toEqual(all);
    expect((await list(`?before=${encodeURIComponent(all[1].at)}`))['events']).toEqual([]);
    const { paths } = (await own.call('GET', '/openapi.json')).json;
    const { summary, parameters } = paths['/api/endpoints/{id}/events'].get;
    expect(parameters.find(({ name }: { name: string }) => name === 'before').description).toContain(
      'next_cursor',
    );
    expect(summary).toContain('60 a minute');
  });

  it('keeps to `before` where a cursor is sent beside it', async () => {
    const { id } = await alice.createMonitor();
    for (let turn = 0; turn < 4; turn++) {
      await service.ping(id);
      service.clock.advance(1);
    }
    const all = await events(id);
    const { next_cursor: cursor } = await shown(id, '?limit=2');
    const before = (index: number) => encodeURIComponent(all[index].at);

    expect(await events(id, `?cursor=${cursor}&before=${before(2)}`)).toEqual(all.slice(3));
    expect(await events(id, `?cursor=${cursor}&before=${before(0)}`)).toEqual(all.slice(2));
  });

  it('answers nothing behind a cursor that is past the retention', async () => {
    await using own = await startTestService();
    const carol = await own.guest();
    const { id } = await carol.createMonitor();
    for (let turn = 0; turn < 2; turn++) await own.ping(id);
    const path = `/api/endpoints/${id}/events?limit=1`;
    const { next_cursor: cursor } = (await carol.call('GET', path)).json;

    own.clock.advance(91 * 86_400);

    const { status, json } = await carol.call('GET', `${path}&cursor=${cursor}`);
    expect({ status, json }).toEqual({ status: 200, json: { events: [] } });
  });

  it('forgets events after 90 days', async () => {
    await using own = await startTestService();
    const carol = await own.guest();
    const { id } = await carol.createMonitor();
    await own.ping(id);
    const count = async () => (await carol.events(id)).length;

    own.clock.advance(90 * 86_400);
    expect(await count()).toBe(1);
    own.clock.advance(1);
    expect(await count()).toBe(0);
  });

  it('takes the read token in query and header, and no other', async () => {
    const { id, token } = await alice.createMonitor();
    const path = `/api/endpoints/${id}/events`;

    expect((await service.call('GET', `${path}?token=${token}`)).status).toBe(200);
    expect((await service.call('GET', path, { headers: { 'x-hook-token': token } })).status).toBe(200);
    expectRefusal(await service.call('GET', `${path}?token=x`), {
      status: 401,
      error: 'credencial_invalida',
    });
    expectRefusal(await service.call('GET', path), { status: 401, error: 'credencial_ausente' });
  });

  it('answers Bob, an unknown and a malformed id with the same 404', async () => {
    const { id } = await alice.createMonitor();
    const bob = await service.guest();
    const replies = [];
    for (const each of [id, '0'.repeat(26), 'x', '%23']) {
      replies.push(await bob.call('GET', `/api/endpoints/${each}/events`));
    }

    for (const reply of replies) expectRefusal(reply, { status: 404, error: 'not_found' });
    expect(new Set(replies.map((reply) => reply.text)).size).toBe(1);
  });

  it.each([
    ['limit=0', ['limit', '500', '"0"']],
    ['limit=501', ['limit', '500', '"501"']],
    ['limit=-1', ['limit', '"-1"']],
    ['limit=ten', ['limit', '"ten"']],
    ['limit=1.5', ['limit', '"1.5"']],
    ['before=yesterday', ['before', 'ISO 8601', 'yesterday']],
    ['before=2027-13-01T00%3A00%3A00Z', ['before', '2027-13-01']],
    ['cursor=', ['cursor', 'next_cursor']],
    ['cursor=tomorrow', ['cursor', 'next_cursor', '"tomorrow"']],
    ['cursor=bnVsbA', ['cursor', 'next_cursor', '"bnVsbA"']],
  ])('answers consulta_invalida to %s', async (query, names) => {
    const { id } = await alice.createMonitor();

    expectRefusal(await alice.call('GET', `/api/endpoints/${id}/events?${query}`), {
      status: 400,
      error: 'consulta_invalida',
      names,
    });
  });

  it('answers HEAD without a body', async () => {
    const { id } = await alice.createMonitor();
    const { status, text } = await alice.call('HEAD', `/api/endpoints/${id}/events`);

    expect({ status, text }).toEqual({ status: 200, text: '' });
  });
});
