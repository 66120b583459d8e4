import { beforeEach, describe, expect, it } from 'vitest';
import { moveHome } from '../../../support/accounts/moved-space.ts';
import { contentsOf, expectNothingWritten, expectRefusal } from '../../../support/service/refused.ts';
import { startTestService, type Person, type Reply } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';
import { watchingTable } from '../../../support/table/watching-table.ts';
import { itThorough } from '../../../support/thorough.ts';

let alice: Person;

const service = shared(startTestService);
beforeEach(async () => {
  alice = await service.guest();
});

const inHours = (hours: number) => new Date(service.clock.now() + hours * 3_600_000).toISOString();
const pause = (body: unknown, query = '', who = alice): Promise<Reply> =>
  who.call('POST', `/api/pause${query}`, body);
const read = (id: string, who = alice) => who.read(id);
const create = async (...tags: string[]): Promise<string> => (await alice.createMonitor({ tags }))['id'];
const kinds = async (id: string) =>
  (await alice.call('GET', `/api/endpoints/${id}/changes`)).json['changes'].map(
    ({ kind }: Reply['json']) => kind,
  );

describe('a pause by tag', () => {
  it('pauses all monitors with the tag and no other, and says how many changed', async () => {
    const [one, two, other] = [await create('db', 'prod'), await create('prod'), await create('stage')];
    const until = inHours(2);

    const { status, json } = await pause({ tag: ' PROD ', until });

    expect(status).toBe(200);
    expect(json).toEqual({ tag: 'prod', paused_until: until, matched: 2, changed: 2 });
    for (const id of [one, two])
      expect(await read(id)).toMatchObject({ state: 'paused', paused_until: until });
    expect(await read(other)).toMatchObject({ state: 'waiting', paused_until: null });
    expect(await kinds(one)).toEqual(['paused_by_tag', 'created']);
    expect(await kinds(other)).toEqual(['created']);
  });

  it('changes nothing the second time', async () => {
    const id = await create('prod');
    const body = { tag: 'prod', until: inHours(2) };
    await pause(body);
    const before = await contentsOf(service);

    expect((await pause(body)).json).toMatchObject({ matched: 1, changed: 0 });

    expect(await contentsOf(service)).toEqual(before);
    expect(await kinds(id)).toHaveLength(2);
  });

  it('takes the place of the pause that a monitor had, and ends it with null', async () => {
    const id = await create('prod');
    await alice.patch(id, { paused_until: inHours(48) });
    const until = inHours(2);

    expect((await pause({ tag: 'prod', until })).json).toMatchObject({ changed: 1 });
    expect((await read(id))['paused_until']).toBe(until);

    service.clock.advance(60);
    expect((await pause({ tag: 'prod', until: null })).json).toEqual({
      tag: 'prod', paused_until: null, matched: 1, changed: 1,
    }); // prettier-ignore
    expect(await read(id)).toMatchObject({ state: 'waiting', paused_until: null });
    expect((await pause({ tag: 'prod', until: null })).json).toMatchObject({ matched: 1, changed: 0 });
  });

  it('leaves alone what is deleted, and pauses that are over', async () => {
    const [gone, over] = [await create('prod'), await create('prod')];
    await alice.remove(gone);
    await pause({ tag: 'prod', until: inHours(1) });
    service.clock.advance(3_601);

    expect((await pause({ tag: 'prod', until: null })).json).toMatchObject({ matched: 1, changed: 0 });

    expect((await read(gone))['paused_until']).toBeNull();
    expect(await kinds(over)).toEqual(['paused_by_tag', 'created']);
  });

  it('holds alerts, and after its end gives the job its whole interval', async () => {
    await using own = await startTestService();
    alice = await own.guest();
    const { id } = await alice.createMonitor({ tags: ['prod'], interval_sec: 300 });
    await own.ping(id);
    await alice.call('POST', '/api/pause', { tag: 'prod', until: new Date(own.clock.now() + 7_200_000) });
    own.clock.advance(7_000);
    await own.check();
    expect(await read(id)).toMatchObject({ state: 'paused', incident: null, miss_count: 0 });

    await alice.call('POST', '/api/pause', { tag: 'prod', until: null });
    own.clock.advance(300);
    expect(await read(id)).toMatchObject({ state: 'ok' });
    own.clock.advance(1);
    expect(await read(id)).toMatchObject({ state: 'late' });
  });

  itThorough('goes on where its last page ended, in parts of 500', async () => {
    await using own = await startTestService();
    alice = await own.guest();
    const monitors = Array.from({ length: 520 }, (_, index) => ({
      name: `job ${index}`,
      interval_sec: 300,
      tags: ['prod'],
    }));
    await alice.call('POST', '/api/import/json?apply=1', { monitors });
    const body = { tag: 'prod', until: new Date(own.clock.now() + 3_600_000).toISOString() };

    const first = (await alice.call('POST', '/api/pause', body)).json;
    const cursor = `?cursor=${first['next_cursor']}`;
    const second = (await alice.call('POST', `/api/pause${cursor}`, body)).json;

    expect([first['matched'], first['changed']]).toEqual([500, 500]);
    expect([second['matched'], second['changed'], second['next_cursor']]).toEqual([20, 20, undefined]);
    expect((await alice.call('POST', '/api/pause', body)).json).toMatchObject({ changed: 0 });
    for (const other of [
      { ...body, until: null },
      { ...body, tag: 'stage' },
    ])
      expectRefusal(await alice.call('POST', `/api/pause${cursor}`, other), {
        status: 400,
        error: 'consulta_invalida',
        names: ['cursor'],
      });
  });

  itThorough('pauses what is changed at the same time as it is then', async () => {
    const ids = [await create('prod'), await create('prod'), await create('prod')];
    let met = 0;
    const meet = async ({ command }: { command: string }) => {
      if (command !== 'TransactWriteItemsCommand' || ++met > 1) return;
      await alice.patch(ids[0], { name: 'renamed' });
      await alice.patch(ids[1], { tags: ['other'] });
    };

    const { json } = await watchingTable(service, { before: meet }, () =>
      pause({ tag: 'prod', until: inHours(2) }),
    );

    expect(json).toMatchObject({ matched: 3, changed: 2 });
    expect(await read(ids[0] ?? '')).toMatchObject({ name: 'renamed', state: 'paused' });
    expect((await read(ids[1] ?? ''))['paused_until']).toBeNull();
    expect((await read(ids[2] ?? ''))['state']).toBe('paused');
  });

  itThorough('leaves alone what has become another’s meanwhile', async () => {
    const bob = await service.guest();
    const id = await create('prod');
    const guestOf = async (who: Person) => (await who.call('GET', '/api/endpoints')).json['guest'];
    const [from, to] = [await guestOf(alice), await guestOf(bob)];
    let met = 0;
    const meet = async ({ command }: { command: string }) => {
      if (command === 'TransactWriteItemsCommand' && ++met === 1)
        await moveHome(service.core.table, from, to);
    };

    const { json } = await watchingTable(service, { before: meet }, () =>
      pause({ tag: 'prod', until: inHours(2) }),
    );

    expect(json).toMatchObject({ changed: 0 });
    expect((await read(id, bob))['paused_until']).toBeNull();
  });
});

describe('a pause by tag is refused with', () => {
  it.each([
    ['no tag', { until: null }, 'tags_invalidas', ['tag']],
    ['a tag with a space', { tag: 'a b', until: null }, 'tags_invalidas', ['tag', '32', '"a b"']],
    ['an empty tag', { tag: '', until: null }, 'tags_invalidas', ['tag']],
    ['two tags', { tag: 'a,b', until: null }, 'tags_invalidas', ['tag', '"a,b"']],
    ['no until', { tag: 'prod' }, 'pausa_invalida', ['until']],
    [
      'an until of the past',
      { tag: 'prod', until: '2027-03-01T00:00:00Z' },
      'pausa_invalida',
      ['until', '2027-03-01'],
    ],
    [
      'an until that is no instant',
      { tag: 'prod', until: 'tomorrow' },
      'pausa_invalida',
      ['until', 'tomorrow'],
    ],
    [
      'an until of next year',
      { tag: 'prod', until: '2028-03-01T00:00:00Z' },
      'pausa_longa',
      ['until', '30 days'],
    ],
    ['an unknown field', { tag: 'prod', until: null, all: true }, 'campo_desconhecido', ['all']],
  ])('%s', async (_what, body, error, names) => {
    await create('prod');

    await expectNothingWritten(service, () => pause(body), { status: 400, error, names });
  });

  it('the cursor of another list or owner', async () => {
    const bob = await service.guest();
    await bob.createMonitor();
    await bob.createMonitor();
    const cursor = (await bob.call('GET', '/api/endpoints?limit=1')).json['next_cursor'];
    const body = { tag: 'prod', until: null };

    for (const who of [alice, bob])
      expectRefusal(await pause(body, `?cursor=${cursor}`, who), { status: 400, error: 'consulta_invalida' });
  });
});
