import { beforeAll, expect, it } from 'vitest';
import { eventsByDay } from '../../../../lib/data/monitors/events-by-day.ts';
import { putEvent } from '../../../../lib/data/monitors/events.ts';
import { eventIdOf } from '../../../../lib/data/keys.ts';
import { allDone } from '../../../../lib/flows/concurrently.ts';
import { startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';

const HOUR_MS = 3_600_000;
const life = { id: 'a'.repeat(26), createdAt: Date.UTC(2027, 2, 1, 12), recent: [] };
const days = { from: '2027-03-01', to: '2027-03-03' };

const service = shared(startTestService);
beforeAll(async () => {
  const ping = (at: number, durationMs: number | null = null) =>
    putEvent(service.core.table, life.id, {
      id: eventIdOf(at, 'x'),
      at,
      kind: 'ping',
      rid: null,
      durationMs,
      exitCode: null,
      status: null,
      latencyMs: null,
      source: 'get',
      hasOutput: false,
    });
  // Of an earlier life of the name, six of the first day, none of the second, two of the third and one of the fourth.
  const pings = Array.from({ length: 6 }, (_, hour) => ping(life.createdAt + hour * HOUR_MS, hour));
  const third = Date.UTC(2027, 2, 3);
  await allDone([
    ping(life.createdAt - 1),
    ...pings,
    ping(third),
    ping(third + 24 * HOUR_MS - 1, 7),
    ping(third + 24 * HOUR_MS),
  ]);
});

const read = (most?: { read: number; counted: number }) => eventsByDay(service.core.table, life, days, most);

it('are those of each day, with what was measured', async () => {
  expect(await read()).toEqual({
    days: [
      { day: '2027-03-01', events: 6, durationsMs: [0, 1, 2, 3, 4, 5] },
      { day: '2027-03-03', events: 2, durationsMs: [7] },
    ],
    to: '2027-03-03',
  });
});

it('end with the last whole day where there are too many', async () => {
  const first = { day: '2027-03-01', events: 6, durationsMs: [0, 1, 2, 3, 4, 5] };

  expect(await read({ read: 7, counted: 100 })).toEqual({ days: [first], to: '2027-03-02' });
});

it('are counted of a day with too many by itself, and measured as far as they were read', async () => {
  const first = { day: '2027-03-01', durationsMs: [0, 1] };

  expect(await read({ read: 2, counted: 100 })).toEqual({
    days: [{ ...first, events: 6 }],
    to: '2027-03-01',
  });
  expect(await read({ read: 2, counted: 5 })).toEqual({ days: [{ ...first, events: 5 }], to: '2027-03-01' });
});
