import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { changeItem } from '../../../../lib/data/items.ts';
import { incidentItems } from '../../../../lib/data/monitors/incidents.ts';
import { monitorKey } from '../../../../lib/data/keys.ts';
import { getMonitor } from '../../../../lib/data/monitors/monitors.ts';
import { transact } from '../../../../lib/data/table.ts';
import { moveHome } from '../../../support/accounts/moved-space.ts';
import { expectRefusal } from '../../../support/service/refused.ts';
import { startTestService, type Person, type Reply } from '../../../support/service/service.ts';
import { fresh, shared } from '../../../support/service/shared.ts';
import { itThorough } from '../../../support/thorough.ts';

const service = shared(startTestService);
const alice = fresh(() => service.guest());

type Entry = Reply['json'];

const iso = (at = service.clock.now()) => new Date(at).toISOString();
const create = async (fields: Record<string, unknown> = {}): Promise<string> =>
  (await alice.createMonitor({ interval_sec: 86_400, ...fields }))['id'];
const ping = (id: string, path = '') => service.call('POST', `/in/${id}${path}`);
const list = async (query = '', who = alice): Promise<Reply> => who.call('GET', `/api/incidents${query}`);
const told = async (query = '') =>
  (await list(query)).json['incidents'].map(
    (each: Entry) => `${each['name']} ${each['number']} ${each['state']}`,
  );

/** The job fails, and a check tells it; the clock moves on by a minute. */
async function fails(id: string): Promise<void> {
  await ping(id, '/fail');
  await service.check();
  service.clock.advance(60);
}

async function recovers(id: string): Promise<void> {
  await ping(id);
  await service.check();
  service.clock.advance(60);
}

describe('an incident', () => {
  it('is shown with its monitor, beginning, end and alerts', async () => {
    const id = await create({ name: 'backup', tags: ['db'] });
    const since = iso();
    await fails(id);

    const named = { endpoint_id: id, name: 'backup', tags: ['db'], number: 1 };
    const entry = { ...named, reason: 'fail', alerts: 1, maintenance: null };
    expect((await list()).json).toEqual({
      incidents: [
        { ...entry, state: 'open', down_since: since, opened_at: since, closed_at: null, downtime_sec: 60 },
      ],
    });

    const closed = {
      state: 'closed',
      down_since: since,
      opened_at: since,
      closed_at: iso(),
      downtime_sec: 60,
    };
    await ping(id);
    service.clock.advance(30);
    // Before a check has written the end, and after.
    expect((await list()).json).toEqual({ incidents: [{ ...entry, ...closed }] });
    expect(await told('?state=open')).toEqual([]);
    await service.check();
    expect((await list()).json).toEqual({ incidents: [{ ...entry, ...closed }] });
    expect(await told('?state=closed')).toEqual(['backup 1 closed']);
  });

  it('of a deleted monitor is closed and listed for as long as the monitor', async () => {
    const id = await create({ name: 'old' });
    await fails(id);
    await alice.remove(id);

    expect(await told()).toEqual(['old 1 closed']);
    service.clock.advance(31 * 86_400);
    expect(await told()).toEqual([]);
  });

  itThorough('that a version without a history has ended is not shown open for ever', async () => {
    const id = await create({ name: 'back' });
    await fails(id);
    await changeItem(service.core.table, monitorKey(id), { UpdateExpression: 'REMOVE incident' });

    expect((await list()).json['incidents']).toMatchObject([
      { state: 'closed', closed_at: null, downtime_sec: 0 },
    ]);
    expect(await told('?state=open')).toEqual([]);
  });

  itThorough('of a monitor that the table removed is not shown', async () => {
    const id = await create();
    await fails(id);
    const { client, name: TableName } = service.core.table;
    await client.send(new DeleteCommand({ TableName, Key: { ...monitorKey(id) } }));

    expect((await list()).json).toEqual({ incidents: [] });
  });
});

describe('the list', () => {
  it('has open ones first, and the newest before the others', async () => {
    const [a, b, c] = [await create({ name: 'a' }), await create({ name: 'b' }), await create({ name: 'c' })];
    await fails(a);
    await fails(b);
    await recovers(b);
    await fails(c);
    await recovers(c);
    await fails(b);

    expect(await told()).toEqual(['b 2 open', 'a 1 open', 'c 1 closed', 'b 1 closed']);
    expect(await told('?state=open')).toEqual(['b 2 open', 'a 1 open']);
    expect(await told('?state=closed')).toEqual(['c 1 closed', 'b 1 closed']);
    expect(await told(`?monitor=${b}`)).toEqual(['b 2 open', 'b 1 closed']);
    expect(await told(`?monitor=${b}&state=closed`)).toEqual(['b 1 closed']);
  });

  it('is filtered by all tags that are given', async () => {
    for (const [name, tags] of [
      ['a', 'db'],
      ['b', 'db,nightly'],
      ['c', 'nightly'],
    ] as const)
      // prettier-ignore
      await fails(await create({ name, tags }));

    expect(await told('?tag=db')).toEqual(['b 1 open', 'a 1 open']);
    expect(await told('?tag=db&tag=nightly')).toEqual(['b 1 open']);
    expect(await told('?tag=none')).toEqual([]);
  });

  it('is empty of another owner, who has none', async () => {
    await fails(await create());
    const bob = await service.guest();

    expect((await list('', bob)).json).toEqual({ incidents: [] });
  });
});

describe('a page', () => {
  /** All pages of a list, each with so many. */
  async function pages(limit: number, query = ''): Promise<string[][]> {
    const found: string[][] = [];
    let cursor = '';
    do {
      const { json } = await list(`?limit=${limit}${query}${cursor}`);
      found.push(json['incidents'].map((each: Entry) => `${each['name']} ${each['number']}`));
      cursor = json['next_cursor'] === undefined ? '' : `&cursor=${json['next_cursor']}`;
    } while (cursor !== '' && found.length < 50);
    return found;
  }

  itThorough('follows the one before it, over all lists of the space and both states', async () => {
    const ids = await Promise.all(
      Array.from('abcdefg', (name) => create({ name, tags: name < 'd' ? 'x' : 'y' })),
    );
    for (const id of ids) await fails(id);
    for (const id of ids.slice(0, 4)) await recovers(id);
    const all = ['g 1', 'f 1', 'e 1', 'd 1', 'c 1', 'b 1', 'a 1'];

    expect(await pages(2)).toEqual([all.slice(0, 2), all.slice(2, 4), all.slice(4, 6), all.slice(6)]);
    expect(await pages(7)).toEqual([all]);
    expect((await pages(2, '&tag=x')).flat()).toEqual(all.slice(4));
    expect((await pages(1, '&state=closed')).flat()).toEqual(all.slice(3));
    expect((await pages(1, `&monitor=${ids[0]}`)).flat()).toEqual(['a 1']);
  });

  it('of one monitor goes on below its last number', async () => {
    const id = await create({ name: 'a' });
    for (let times = 0; times < 3; times++) {
      await fails(id);
      await recovers(id);
    }

    expect(await pages(1, `&monitor=${id}`)).toEqual([['a 3'], ['a 2'], ['a 1']]);
  });

  itThorough(
    'of filtered incidents looks at 500 of them, and may hold none and not be the last',
    async () => {
      const id = await create({ name: 'many' });
      const spaceId = (await getMonitor(service.core.table, id))?.spaceId ?? '';
      const at = service.clock.now();
      const record = { monitorId: id, spaceId, reason: 'fail', downSince: at, openedAt: at, closedAt: at, alerts: 1 } as const; // prettier-ignore
      for (let number = 1; number <= 520; number += 20) {
        const some = Array.from({ length: 20 }, (_, index) => ({ ...record, number: number + index }));
        await transact(service.core.table, incidentItems(service.core.table, { id, createdAt: at }, some));
      }

      expect(await pages(100, '&tag=none')).toEqual([[], []]);
      expect((await pages(500)).map(({ length }) => length)).toEqual([500, 20]);
    },
  );
});

itThorough('the list shows the incidents of all spaces of an owner, in one order', async () => {
  const [a, b] = [await create({ name: 'a' }), await create({ name: 'b' })];
  await fails(a);
  const bob = await service.guest();
  const his = String((await bob.createMonitor({ name: 'his', interval_sec: 86_400 }))['id']);
  await fails(his);
  await fails(b);
  const ownerOf = async (who: Person) => String((await who.call('GET', '/api/endpoints')).json['guest']);
  await moveHome(service.core.table, await ownerOf(bob), await ownerOf(alice));

  expect(await told()).toEqual(['b 1 open', 'his 1 open', 'a 1 open']);
  expect((await list('', bob)).json).toEqual({ incidents: [] });
});

describe('what is asked wrongly', () => {
  it.each([
    ['?limit=0', ['limit', '1 to 500', '0']],
    ['?state=late', ['state', 'open or closed', 'late']],
    ['?cursor=nonsense', ['cursor', 'next_cursor']],
    ['?stat=open', ['stat', 'state', 'monitor', 'tag']],
  ])('%s is a 400 that says what is wrong', async (query, names) => {
    expectRefusal(await list(query), { status: 400, error: 'consulta_invalida', names });
  });

  it('a cursor of another owner or of other filters opens nothing', async () => {
    const ids = [await create(), await create()];
    for (const id of ids) await fails(id);
    const { next_cursor: cursor } = (await list('?limit=1')).json;
    expect(cursor).toEqual(expect.any(String));
    const bob = await service.guest();

    for (const foreign of [
      await list(`?cursor=${cursor}`, bob),
      await list(`?cursor=${cursor}&state=open`),
      await list(`?cursor=${cursor}&tag=db`),
      await list(`?cursor=${cursor}&monitor=${ids[0]}`),
    ])
      expectRefusal(foreign, { status: 400, error: 'consulta_invalida', names: ['cursor'] });
  });

  it('a cursor with a place that is not in its list is refused', async () => {
    const id = await create();
    for (let times = 0; times < 2; times++) {
      await fails(id);
      await recovers(id);
    }
    await fails(await create());
    await fails(await create());
    const withPlace = async (query: string, place: string) => {
      const cursor = String((await list(`?limit=1${query}`)).json['next_cursor']);
      const [mark] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
      const forged = Buffer.from(JSON.stringify([mark, place])).toString('base64url');
      return list(`?limit=1${query}&cursor=${forged}`);
    };

    for (const reply of [
      await withPlace('', 'INC#0000000001'),
      await withPlace('', 'ZZZ#1'),
      await withPlace('&state=open', 'CLOSED#1'),
      await withPlace('&state=closed', 'OPEN#1'),
      await withPlace(`&monitor=${id}`, 'OPEN#1'),
    ])
      expectRefusal(reply, { status: 400, error: 'consulta_invalida', names: ['cursor'] });
  });

  it('a monitor of another owner is one that there is not', async () => {
    const id = await create();
    const bob = await service.guest();

    const reply = await list(`?monitor=${id}`, bob);
    expectRefusal(reply, { status: 404, error: 'not_found' });
    expect((await list('?monitor=nothing', bob)).json).toEqual(reply.json);
  });
});
