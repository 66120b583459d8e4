import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { newMonitorId } from '../../../lib/adapters/ids.ts';
import { spaceMonitorKey } from '../../../lib/data/keys.ts';
import { getMonitor, putMonitorItem } from '../../../lib/data/monitors/monitors.ts';
import { monitorPage, monitorPages, type MonitorPage } from '../../../lib/data/monitors/monitor-pages.ts';
import { listMonitors, pointerItem } from '../../../lib/data/monitors/space-monitors.ts';
import { transact } from '../../../lib/data/table.ts';
import type { Monitor } from '../../../lib/domain/monitors/monitor.ts';
import { watchingTable, type TableCall } from '../../support/table/watching-table.ts';
import { expectRefusal } from '../../support/service/refused.ts';
import { START_AT, startTestService, type Reply } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { itThorough } from '../../support/thorough.ts';

const SINGLE = 620;
const IMPORTED = 90;
const ALL = SINGLE + 2 * IMPORTED;

let spaceId: string;

/** One owner with more than a page: two imports and many monitors of their own, every tenth with a tag. */
const service = shared(startTestService);
const alice = shared(() => service.guest());
beforeAll(async () => {
  await importOf('a');
  await importOf('b');
  const made = await alice.createMonitor();
  const monitor = await getMonitor(service.core.table, String(made['id']));
  if (!monitor) throw new Error('The monitor was not created.');
  spaceId = monitor.spaceId;
  await copiesOf(monitor);
});

function importOf(name: string): Promise<Reply> {
  return service.call('POST', '/api/import/crontab?apply=1', {
    token: alice.token,
    body: Array.from({ length: IMPORTED }, (_, index) => `${index % 60} 3 * * * ${name}-${index}`).join('\n'),
    headers: { 'content-type': 'text/plain' },
  });
}

async function copiesOf(monitor: Monitor): Promise<void> {
  const copies = Array.from({ length: SINGLE - 1 }, (_, index) => ({
    ...monitor,
    id: newMonitorId(),
    name: `job ${index}`,
    createdAt: START_AT + index,
    tags: index % 10 === 0 ? ['nightly'] : [],
  }));
  for (let start = 0; start < copies.length; start += 50) {
    const items = copies.slice(start, start + 50);
    await transact(
      service.core.table,
      items.flatMap((copy) => [
        putMonitorItem(service.core.table, copy),
        pointerItem(service.core.table, copy),
      ]),
    );
  }
}

interface Page {
  ids: string[];
  created: string[];
  cursor: string | undefined;
  keys: string[];
}

async function page(query: Record<string, string>, who = alice): Promise<Page> {
  const { status, json } = await who.call('GET', `/api/endpoints?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  const endpoints = json['endpoints'] as Reply['json'][];
  return {
    ids: endpoints.map((each) => String(each['id'])),
    created: endpoints.map((each) => String(each['created_at'])),
    cursor: json['next_cursor'],
    keys: Object.keys(json),
  };
}

async function pagesOf(query: Record<string, string>): Promise<Page[]> {
  const pages = [await page(query)];
  for (let next = pages[0]?.cursor; next; next = pages.at(-1)?.cursor) {
    pages.push(await page({ ...query, cursor: next }));
    expect(pages.length).toBeLessThan(200);
  }
  return pages;
}

describe('a list of more monitors than a page', () => {
  it('comes in pages of 500, each monitor once and the oldest of a page first', async () => {
    const pages = await pagesOf({});

    expect(pages.map(({ ids }) => ids.length)).toEqual([500, ALL - 500]);
    expect(new Set(pages.flatMap(({ ids }) => ids)).size).toBe(ALL);
    for (const { created } of pages) expect(created).toEqual(created.toSorted());
    expect(pages.map(({ keys }) => keys)).toEqual([
      ['endpoints', 'guest', 'billing', 'next_cursor'],
      ['endpoints', 'guest', 'billing'],
    ]);
  });

  it.each(['1', '33', '90', '91', '499'])('comes in pages of %s, across imports too', async (limit) => {
    const most = limit === '1' ? 5 : Number.POSITIVE_INFINITY;
    const seen: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const next = await page({ limit, ...(cursor && { cursor }) });
      expect(next.ids.length).toBe(Math.min(Number(limit), ALL - seen.length));
      seen.push(...next.ids);
      ({ cursor } = next);
      pages += 1;
    } while (cursor && pages < most);

    expect(new Set(seen).size).toBe(seen.length);
    if (!cursor) expect(seen).toHaveLength(ALL);
  });

  it('with a tag finds each that carries it, page by page', async () => {
    const whole = await pagesOf({ tag: 'nightly' });
    const small = await pagesOf({ tag: 'nightly', limit: '20' });

    const found = whole.flatMap(({ ids }) => ids).toSorted();
    expect(found).toHaveLength(62);
    expect(small.flatMap(({ ids }) => ids).toSorted()).toEqual(found);
    for (const { ids } of small) expect(ids.length).toBeLessThanOrEqual(20);
  });

  it('takes the table no more than 500 monitors a call, also with a tag that nobody has', async () => {
    const calls: TableCall[] = [];
    await watchingTable(service, { before: (call) => void calls.push(call) }, async () => {
      expect(await page({ tag: 'nowhere' })).toMatchObject({ ids: [], cursor: expect.any(String) });
    });

    expect(calls.filter(({ command }) => command.startsWith('BatchGet'))).toHaveLength(5);
    expect(calls.filter(({ command }) => command.startsWith('Query')).length).toBeLessThanOrEqual(2);
  });

  itThorough('is whole to those who work through it', async () => {
    const { table } = service.core;
    const paged: string[] = [];
    for await (const monitors of monitorPages(table, [spaceId], START_AT)) {
      expect(monitors.length).toBeLessThanOrEqual(500);
      paged.push(...monitors.map(({ id }) => id));
    }

    expect(paged).toHaveLength(ALL);
    const listed = (await listMonitors(table, [spaceId], START_AT)).map(({ id }) => id);
    expect(paged.toSorted()).toEqual(listed.toSorted());
  });
});

describe('a short list', () => {
  it('has the shape it always had, also when it fills its page', async () => {
    const bob = await service.guest();
    for (const name of ['one', 'two', 'three']) await bob.createMonitor({ name });

    for (const query of [{}, { limit: '3' }, { limit: '500' }]) {
      expect(await page(query, bob)).toMatchObject({ keys: ['endpoints', 'guest', 'billing'] });
    }
    expect((await page({ limit: '2' }, bob)).keys).toEqual(['endpoints', 'guest', 'billing', 'next_cursor']);
  });

  itThorough('goes on when the monitor that a cursor names is gone from the table', async () => {
    const { table } = service.core;
    const erin = await service.guest();
    const made = [await erin.createMonitor(), await erin.createMonitor(), await erin.createMonitor()];
    const { ids, cursor = '' } = await page({ limit: '2' }, erin);
    for (const id of ids) {
      const owned = (await getMonitor(table, id))?.spaceId ?? '';
      const Key = { ...spaceMonitorKey(owned, id) };
      await table.client.send(new DeleteCommand({ TableName: table.name, Key }));
    }

    const rest = await page({ cursor }, erin);

    expect(rest.ids).toEqual(made.map(({ id }) => String(id)).filter((id) => !ids.includes(id)));
  });

  itThorough(
    'goes through the spaces of an owner one after the other, and on in the one it stopped in',
    async () => {
      const { table } = service.core;
      const [like] = await listMonitors(table, [spaceId], START_AT);
      if (!like) throw new Error('There is no monitor to copy.');
      for (const each of ['east', 'west']) {
        const made = [1, 2].map((index) => ({
          ...like,
          id: `${each}${index}`.padEnd(26, '0'),
          spaceId: each,
        }));
        await transact(
          table,
          made.flatMap((monitor) => [putMonitorItem(table, monitor), pointerItem(table, monitor)]),
        );
      }
      const asked = { limit: 3, now: START_AT };

      const first = await monitorPage(table, ['west', 'east'], asked);
      const second = await monitorPage(table, ['west', 'east'], {
        ...asked,
        ...(first.next && { from: first.next }),
      });

      const names = (page: MonitorPage) => page.monitors.map(({ id }) => id.slice(0, 5)).toSorted();
      expect(names(first)).toEqual(['east1', 'west1', 'west2']);
      expect([names(second), second.next]).toEqual([['east2'], null]);
    },
  );

  itThorough('fits a reply of Lambda, 6 MB, when it is a page of the largest monitors', async () => {
    const frank = await service.guest();
    await frank.createMonitor({
      name: '\u{1F98A}'.repeat(40),
      interval_sec: undefined,
      cron: `${Array.from({ length: 30 }, (_, minute) => 2 * minute).join(',')} * * * *`,
      tz: 'America/Argentina/ComodRivadavia',
      tags: Array.from({ length: 8 }, (_, index) => `${index}`.repeat(32)),
      alert_to: `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.example`,
      alert_url: `https://example.com/${'d'.repeat(2_000)}`,
    });

    const { text } = await frank.call('GET', '/api/endpoints');

    expect(500 * Buffer.byteLength(text)).toBeLessThan(5_000_000);
  });

  it('shows a deleted imported monitor once', async () => {
    const carol = await service.guest();
    const { json } = await service.call('POST', '/api/import/crontab?apply=1', {
      token: carol.token,
      body: '0 3 * * * backup\n0 4 * * * report',
      headers: { 'content-type': 'text/plain' },
    });
    const [id] = json['created'].map((each: { id: string }) => each.id);
    await carol.remove(id);

    const pages = [await page({ limit: '1' }, carol), await page({}, carol)];
    const second = await page({ limit: '1', cursor: pages[0]?.cursor ?? '' }, carol);

    expect(pages[1]?.ids).toHaveLength(2);
    expect([...(pages[0]?.ids ?? []), ...second.ids].toSorted()).toEqual(pages[1]?.ids.toSorted());
    expect(second.cursor).toBeUndefined();
  });
});

describe('what is no page', () => {
  it.each([
    ['limit=0', ['limit', '500', '"0"']],
    ['limit=501', ['limit', '500', '"501"']],
    ['limit=ten', ['limit', '"ten"']],
    ['cursor=', ['cursor', 'next_cursor']],
    ['cursor=abc', ['cursor', 'next_cursor', '"abc"']],
    [`cursor=${Buffer.from('["space","0",1]').toString('base64url')}`, ['cursor', 'next_cursor']],
    [`cursor=${'x'.repeat(5_000)}`, ['cursor', 'next_cursor']],
  ])('is refused: %s', async (query, names) => {
    const reply = await alice.call('GET', `/api/endpoints?${query}`);

    expectRefusal(reply, { status: 400, error: 'consulta_invalida', names });
    expect(reply.text.length).toBeLessThan(500);
  });

  it('is the cursor of somebody else: 400, and nothing of theirs', async () => {
    const { cursor = '' } = await page({ limit: '1' });
    const dave = await service.guest();
    await dave.createMonitor();

    expectRefusal(await dave.call('GET', `/api/endpoints?cursor=${cursor}`), {
      status: 400,
      error: 'consulta_invalida',
      names: ['cursor'],
    });
  });

  it('a cursor tells no space', async () => {
    const { cursor = '' } = await page({ limit: '1' });

    expect(Buffer.from(cursor, 'base64url').toString()).not.toContain(spaceId);
  });
});
