import { expect, it } from 'vitest';
import { getMonitor, putMonitorItem } from '../../../../lib/data/monitors/monitors.ts';
import { transact } from '../../../../lib/data/table.ts';
import type { Monitor } from '../../../../lib/domain/monitors/monitor.ts';
import { contentsOf, expectRefusal } from '../../../support/service/refused.ts';
import {
  startTestService,
  type Person,
  type Reply,
  type TestService,
} from '../../../support/service/service.ts';
import { failing, watchingTable, type TableCall } from '../../../support/table/watching-table.ts';
import { casesOf, itThorough } from '../../../support/thorough.ts';

/** Two blocks of 1,000 and 150, in transactions of fifty: 21 writes, 4 writes and the commit. */
const MONITORS = Array.from({ length: 1_150 }, (_, index) => ({
  slug: `job-${index}`,
  name: `Job ${index}`,
  interval_sec: 300,
}));
const STAGED_SEC = 900;

const imported = (who: Person, monitors: unknown = MONITORS): Promise<Reply> =>
  who.call('POST', '/api/import/json?apply=1', { monitors });
const used = async (who: Person) =>
  (await who.call('POST', '/api/import/json', { monitors: [] })).json['free_tier'].used;
const ofOwners = async (service: TestService) =>
  (await contentsOf(service)).filter((item) => item['pk'] !== 'CHECKER');

/** But what is noted of a block that came to nothing, while a write of it might still be under way. */
const withoutNote = (items: Record<string, unknown>[]) => items.filter(({ state }) => state !== 'cleared');

/** Does something at the `at`th write of an import, once; those of pings, which come meanwhile, are updates. */
const atWrite = (at: number, act: () => Promise<unknown>) => {
  let writes = 0;
  return async ({ reads, command }: Pick<TableCall, 'reads' | 'command'>) => {
    if (!reads && command !== 'UpdateItemCommand' && ++writes === at) await act();
  };
};
const failingWrites = (from: number) => {
  let writes = 0;
  return failing(({ reads }) => !reads && ++writes >= from);
};

const FAILING = [
  ['the commit', 26],
  ['the second block', 22],
] as const;

it.each(casesOf(1, FAILING))(
  'leaves nothing of any block when the write of %s fails, and the repeat creates all',
  async (_what, at) => {
    await using service = await startTestService();
    const alice = await service.guest();
    await alice.ingestKey();
    const before = await contentsOf(service);
    let writes = 0;

    const broken = await watchingTable(
      service,
      { before: failing(({ reads }) => !reads && ++writes === at) },
      () => imported(alice),
    );

    expectRefusal(broken, { status: 500, error: 'erro_interno' });
    expect(withoutNote(await contentsOf(service))).toEqual(before);
    expect((await imported(alice)).json['created']).toHaveLength(1_150);
    expect(await used(alice)).toBe(1_150);
  },
);

it('takes no ping for a name that may come to nothing, and every one once it is there', async () => {
  await using service = await startTestService();
  const alice = await service.guest();
  const key = await alice.ingestKey();
  const early: Reply[] = [];
  const meanwhile = atWrite(4, async () => {
    early.push(await service.call('GET', `/in/${key}/job-0`));
    early.push(await alice.call('PUT', '/api/endpoints/by-slug/job-1', { interval_sec: 600 }));
  });

  const { json } = await watchingTable(service, { before: meanwhile }, () =>
    imported(alice, MONITORS.slice(0, 250)),
  );

  expect(early[0]?.status).toBe(503);
  expect(early[0]?.headers.get('retry-after')).toBe('1');
  expectRefusal(early[1] as Reply, { status: 409, error: 'conflito', names: ['imported'] });
  expect(json['created']).toHaveLength(250);
  const ping = await service.call('GET', `/in/${key}/job-0`);
  expect(ping.json).toMatchObject({ ok: true, created: false });
  expect(await used(alice)).toBe(250);
});

/** Every use of a monitor by its id: by its owner, by whoever has its read token, by its job. */
const usesOf = (service: TestService, who: Person, { id, token }: Reply['json']): Promise<Reply>[] => [
  who.call('GET', `/api/endpoints/${id}`),
  who.patch(id, { name: 'other' }),
  service.call('GET', `/api/endpoints/${id}?token=${token}`),
  who.call('GET', `/api/endpoints/${id}/events`),
  service.ping(id),
  service.call('POST', `/in/${id}/start`),
  service.call('POST', `/in/${id}/log`),
];

itThorough.each([
  ['is committed', 7, 250],
  ['comes to nothing', 5, 0],
])('answers 404 to those who know the id of a monitor, until it %s', async (_what, failed, count) => {
  await using service = await startTestService();
  const alice = await service.guest();
  await alice.ingestKey();
  const told = (await alice.call('PUT', '/api/endpoints/by-slug/job-1?dry_run=true', { interval_sec: 300 }))
    .json;
  const early: Reply[] = [];
  const meanwhile = atWrite(4, async () => {
    early.push(...(await Promise.all(usesOf(service, alice, told))));
    early.push(await alice.remove(told['id']));
  });
  const breaking =
    count === 0 ? atWrite(failed, () => Promise.reject(new Error('Out of reach.'))) : undefined;

  const reply = await watchingTable(
    service,
    {
      before: async (call) => {
        await meanwhile(call);
        await breaking?.(call);
      },
    },
    () => imported(alice, MONITORS.slice(0, 250)),
  );

  expect(early.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 404));
  expect(reply.status).toBe(count === 0 ? 500 : 200);
  expect(await used(alice)).toBe(count);
  const late = await Promise.all(usesOf(service, alice, told));
  expect(late.map(({ status }) => status)).toEqual(late.map(() => (count === 0 ? 404 : 200)));
});

it('a monitor of an import costs one read more until its first ping, and none after it', async () => {
  await using service = await startTestService();
  const alice = await service.guest();
  await alice.ingestKey();
  const id = (await imported(alice, MONITORS.slice(0, 1))).json['created'][0].id;
  const readsOfPing = async (): Promise<number> => {
    let reads = 0;
    const before = (call: { reads: boolean }) => void (call.reads && (reads += 1));
    await watchingTable(service, { before }, () => service.ping(id));
    return reads;
  };

  expect([await readsOfPing(), await readsOfPing(), await readsOfPing()]).toEqual([1, 0, 0]);
});

itThorough('keeps a monitor that a first ping made while the import was on its way to it', async () => {
  await using service = await startTestService();
  const alice = await service.guest();
  const key = await alice.ingestKey();
  let made = '';
  const meanwhile = atWrite(2, async () => {
    made = (await service.call('GET', `/in/${key}/job-249?interval=600`)).json['endpoint_id'];
  });

  const { json } = await watchingTable(service, { before: meanwhile }, () =>
    imported(alice, MONITORS.slice(0, 250)),
  );

  expect(json['existing']).toMatchObject([{ index: 249, id: made, differs: ['name', 'interval_sec'] }]);
  expect(json['created']).toHaveLength(249);
  expect(await used(alice)).toBe(250);
  expect(await alice.read(made)).toMatchObject({
    state: 'ok',
    interval_sec: 600,
  });
});

it('that a crash cut off keeps its names until the checker has cleared it away', async () => {
  await using service = await startTestService();
  const alice = await service.guest();
  const key = await alice.ingestKey();
  const before = await ofOwners(service);

  const broken = await watchingTable(service, { before: failingWrites(3) }, () =>
    imported(alice, MONITORS.slice(0, 250)),
  );

  expect(broken.status).toBe(500);
  expect(await alice.monitors()).toEqual([]);
  expect((await service.call('GET', `/in/${key}/job-0`)).status).toBe(503);
  service.clock.advance(STAGED_SEC);
  expect(await service.check()).toMatchObject({ failed: 0 });
  expect(withoutNote(await ofOwners(service))).toEqual(before);
  expect((await service.call('GET', `/in/${key}/job-0`)).json).toMatchObject({ created: true });
  expect(await used(alice)).toBe(1);
});

itThorough('clears away a part of its monitors that reaches the table after all', async () => {
  await using service = await startTestService();
  const { table } = service.core;
  const alice = await service.guest();
  const key = await alice.ingestKey();
  const before = await ofOwners(service);
  const put = (query = '') =>
    alice.call('PUT', `/api/endpoints/by-slug/job-0${query}`, { interval_sec: 300 });
  const { id } = (await put('?dry_run=true')).json;
  let late: Monitor | undefined;
  const lost = atWrite(5, async () => {
    late = await getMonitor(table, id);
    throw new Error('The table is out of reach.');
  });
  const broken = await watchingTable(service, { before: lost }, () =>
    imported(alice, MONITORS.slice(0, 250)),
  );
  expect([broken.status, late?.id, await getMonitor(table, id)]).toEqual([500, id, undefined]);

  await transact(table, [putMonitorItem(table, late as Monitor)]);

  expect((await service.call('GET', `/in/${key}/job-0`)).status).toBe(503);
  expect((await put()).status).toBe(409);
  service.clock.advance(STAGED_SEC - 1);
  await service.check();
  expect((await put()).status).toBe(409);
  service.clock.advance(1);
  expect(await service.check()).toMatchObject({ failed: 0 });
  expect(await ofOwners(service)).toEqual(before);
  expect((await put()).status).toBe(201);
  expect((await service.call('GET', `/in/${key}/job-0`)).status).toBe(200);
});

itThorough('says why it failed, and clears the other blocks, when one cannot be cleared', async () => {
  await using service = await startTestService();
  const alice = await service.guest();
  await alice.ingestKey();
  const before = await ofOwners(service);
  let writes = 0;
  // The commit, and the first write that clears the first block.
  const isHit = ({ reads }: { reads: boolean }) => !reads && [26, 27].includes(++writes);

  const broken = await watchingTable(service, { before: failing(isHit) }, () => imported(alice));

  expect(broken.status).toBe(500);
  expect(service.logged).toEqual(['import_not_cleared', 'operation_failed']);
  const left = (await ofOwners(service)).length - before.length;
  expect([left > 1_000, left < 1_150 * 2]).toEqual([true, true]);
  expect((await imported(alice, MONITORS.slice(1_000))).json['created']).toHaveLength(150);
  service.clock.advance(STAGED_SEC);
  expect(await service.check()).toMatchObject({ failed: 0 });
  expect((await imported(alice)).json['created']).toHaveLength(1_000);
});

itThorough('of many at once by one owner creates each once', async () => {
  await using service = await startTestService();
  const alice = await service.guest();
  await alice.ingestKey();

  const replies = await Promise.all(Array.from({ length: 3 }, () => imported(alice, MONITORS.slice(0, 120))));

  const sums = replies.filter(({ status }) => status === 200).map(({ json }) => json['created'].length);
  expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true);
  expect(sums.reduce((sum, count) => sum + count, 0)).toBe(120);
  expect(await used(alice)).toBe(120);
  expect(await alice.monitors()).toHaveLength(120);
});

itThorough(
  'takes five thousand, and the export of more comes in parts that imports take',
  { timeout: 120_000 },
  async () => {
    await using service = await startTestService();
    const [alice, bob] = [await service.guest(), await service.guest()];
    const many = Array.from({ length: 5_000 }, (_, index) => ({
      slug: `job-${index}`,
      name: `Job ${index}`,
      interval_sec: 300,
    }));
    expect((await imported(alice, many)).json['created']).toHaveLength(5_000);
    await alice.createMonitor({ name: 'one more' });

    const first = (await alice.call('GET', '/api/export')).json;
    const rest = (await alice.call('GET', `/api/export?cursor=${first['next_cursor']}`)).json;

    expect(first['monitors']).toHaveLength(5_000);
    expect(rest['monitors']).toHaveLength(1);
    expect(rest).not.toHaveProperty('next_cursor');
    const names = [...first['monitors'], ...rest['monitors']].map(({ name }) => name);
    expect(new Set(names).size).toBe(5_001);
    expectRefusal(await bob.call('GET', `/api/export?cursor=${first['next_cursor']}`), {
      status: 400,
      error: 'consulta_invalida',
    });
    const list = (await alice.call('GET', '/api/endpoints?limit=5')).json;
    expectRefusal(await alice.call('GET', `/api/export?cursor=${list['next_cursor']}`), {
      status: 400,
      error: 'consulta_invalida',
    });
    expect((await bob.call('POST', '/api/import/json', first)).json).toMatchObject({ would_create: 5_000 });
  },
);
