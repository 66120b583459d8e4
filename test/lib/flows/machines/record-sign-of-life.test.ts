import { deleteItem } from '../../../../lib/data/items.ts';
import { expect, it } from 'vitest';
import { monitorKey } from '../../../../lib/data/keys.ts';
import { moveWatched, watchedMoves } from '../../../../lib/flows/machines/record-sign-of-life.ts';
import { startTestService, type Reply } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';
import { failing, watchingTable, type TableWatch } from '../../../support/table/watching-table.ts';
import { casesOf, itThorough } from '../../../support/thorough.ts';

const service = shared(startTestService);
const alice = shared(() => service.guest());

const newId = async (): Promise<string> => (await alice.createMonitor({ interval_sec: 900 }))['id'];

/** An instance of a function, with a memory of its own. */
function instance() {
  const moves = watchedMoves();
  return (id: string) => moveWatched({ ...service.core, moves }, id, service.clock.now());
}

/** The calls to the table during work: which read and which write. */
async function counted(work: () => Promise<unknown>): Promise<{ reads: number; writes: number }> {
  const calls = { reads: 0, writes: 0 };
  const watch: TableWatch = { before: ({ reads }) => void (calls[reads ? 'reads' : 'writes'] += 1) };
  await watchingTable(service, watch, work);
  return calls;
}

it('makes a monitor healthy that waits for its first ping, without an event', async () => {
  const id = await newId();

  await instance()(id);

  expect(await alice.read(id)).toMatchObject({
    state: 'ok',
    last_event_at: new Date(service.clock.now()).toISOString(),
  });
  expect(await alice.events(id)).toEqual([]);
});

it('reads once a minute and writes once in five minutes of readings each minute', async () => {
  const id = await newId();
  const onReading = instance();

  const calls = await counted(async () => {
    for (let minute = 0; minute < 30; minute++) {
      await onReading(id);
      service.clock.advance(60);
    }
  });

  expect(calls).toEqual({ reads: 30, writes: 6 });
  expect((await alice.read(id))['state']).toBe('ok');
});

const TIMINGS = [
  ['an interval of five minutes', { interval_sec: 300 }],
  ['a schedule of every seven minutes', { cron: '*/7 * * * *', grace_sec: 90 }],
] as const;

it.each(casesOf(1, TIMINGS))(
  'keeps a monitor healthy to which its owner gave %s',
  async (_what, settings) => {
    const { id } = await alice.createMonitor({ interval_sec: 900 });
    await alice.patch(id, settings);
    const onReading = instance();

    for (let minute = 0; minute < 40; minute++) {
      await onReading(id);
      service.clock.advance(61);
      expect(await alice.read(id)).toMatchObject({ state: 'ok', miss_count: 0 });
    }
  },
);

itThorough.each([
  ['an interval of 90 s', 0, { interval_sec: 90 }],
  ['an interval of 90 s, when its last move is old', 4, { interval_sec: 90 }],
  ['an interval of two minutes, by another instance', 3, { interval_sec: 120 }],
  ['a schedule of every two minutes', 4, { cron: '*/2 * * * *', grace_sec: 60 }],
])(
  'is never late when its owner shortens it to %s while it sends each minute',
  async (_what, minutes, to) => {
    const id = await newId();
    const instances = [instance(), instance()] as const;
    let turn = 0;
    const minute = async () => {
      await (instances[turn++ % 2] ?? instances[0])(id);
      service.clock.advance(20);
      expect(await alice.read(id)).toMatchObject({ state: 'ok', miss_count: 0 });
      service.clock.advance(40);
    };
    for (let count = 0; count < 5 + minutes; count++) await minute();

    await alice.patch(id, to);

    await service.check();
    for (let count = 0; count < 15; count++) {
      await minute();
      await service.check();
    }
    expect(await alice.read(id)).toMatchObject({ state: 'ok', miss_count: 0, incident: null });
  },
);

it('is told silent by its new interval when it sends no more after a change', async () => {
  const id = await newId();
  const onReading = instance();
  await onReading(id);
  service.clock.advance(240);
  await onReading(id);

  await alice.patch(id, { interval_sec: 90 });
  service.clock.advance(91);

  expect(await alice.read(id)).toMatchObject({ state: 'late' });
});

itThorough('writes once in five minutes, however many instances there are', async () => {
  const id = await newId();

  const { writes } = await counted(async () => {
    for (let minute = 0; minute < 10; minute++) {
      await instance()(id);
      service.clock.advance(60);
    }
  });

  expect(writes).toBe(2);
});

it('leaves a monitor alone that pinged by itself', async () => {
  const id = await newId();
  await service.ping(id);
  service.clock.advance(299);

  expect(await counted(() => instance()(id))).toEqual({ reads: 1, writes: 0 });
});

it('ends an incident with the first reading that comes back, and the check tells it', async () => {
  const id = await newId();
  const onReading = instance();
  await onReading(id);
  service.clock.advance(901);
  await service.check();
  expect(await alice.read(id)).toMatchObject({
    state: 'late',
    miss_count: 1,
    incident: { reason: 'silence' },
  });

  await onReading(id);

  expect(await alice.read(id)).toMatchObject({ state: 'ok', alert_pending: 'recovery', incident: null });
  await service.check();
  expect(await alice.read(id)).toMatchObject({ state: 'ok', alert_pending: null, miss_count: 1 });
  const incidents: Reply['json'][] = (await alice.call('GET', '/api/incidents')).json['incidents'];
  expect(incidents.filter((incident) => incident['endpoint_id'] === id)).toMatchObject([
    { number: 1, state: 'closed', closed_at: new Date(service.clock.now()).toISOString() },
  ]);
  expect(await alice.events(id)).toEqual([]);
});

itThorough('counts a silence that no check saw', async () => {
  const id = await newId();
  await instance()(id);
  service.clock.advance(901);

  await instance()(id);

  expect(await alice.read(id)).toMatchObject({ state: 'ok', miss_count: 1 });
});

it('ends a failure that the job itself told, however fresh its last success is', async () => {
  const id = await newId();
  await instance()(id);
  await service.fail(id);

  await instance()(id);

  await service.check();
  expect(await alice.read(id)).toMatchObject({ state: 'ok', incident: null, alert_pending: null });
});

it('does nothing to a monitor that was deleted, nor to one that is gone', async () => {
  const id = await newId();
  await alice.remove(id);

  expect(await counted(() => instance()(id))).toEqual({ reads: 1, writes: 0 });
  await deleteItem(service.core.table, monitorKey(id));
  expect(await counted(() => instance()(id))).toEqual({ reads: 1, writes: 0 });
});

itThorough('reads and writes once for readings that come together', async () => {
  const id = await newId();
  const onReading = instance();

  expect(await counted(() => Promise.all([onReading(id), onReading(id), onReading(id)]))).toEqual({
    reads: 1,
    writes: 1,
  });
});

itThorough('decides anew when somebody else moved the monitor first', async () => {
  const id = await newId();
  let isFirst = true;
  const before: TableWatch['before'] = async ({ reads }) => {
    if (reads || !isFirst) return;
    isFirst = false;
    await alice.patch(id, { name: 'renamed' });
  };

  await watchingTable(service, { before }, () => instance()(id));

  expect(await alice.read(id)).toMatchObject({ state: 'ok', name: 'renamed' });
});

it('logs what fails and throws nothing, and the next reading does it', async () => {
  const id = await newId();
  const onReading = instance();

  await watchingTable(service, { before: failing(() => true) }, () => onReading(id));
  expect(service.logged).toContain('watched_not_moved');
  expect((await alice.read(id))['state']).toBe('waiting');

  await onReading(id);
  expect((await alice.read(id))['state']).toBe('ok');
});

itThorough('leaves a monitor that never stands still to the next reading', async () => {
  const id = await newId();
  service.logged.length = 0;
  let inside = false;
  const before: TableWatch['before'] = async ({ reads }) => {
    if (reads || inside) return;
    inside = true;
    await alice.patch(id, { name: `renamed ${Math.random()}` });
    inside = false;
  };

  await watchingTable(service, { before }, () => instance()(id));

  expect(service.logged).toEqual(['watched_not_moved']);
  expect((await alice.read(id))['state']).toBe('waiting');
});

itThorough('looks again after the clock was set back by an hour', async () => {
  const id = await newId();
  const deps = { ...service.core, moves: watchedMoves() };
  const now = service.clock.now();
  await moveWatched(deps, id, now + 3_600_000);

  expect((await counted(() => moveWatched(deps, id, now))).reads).toBe(1);
});
