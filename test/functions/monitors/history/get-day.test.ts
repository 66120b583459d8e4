import { beforeEach, describe, expect, it } from 'vitest';
import { eventIdOf } from '../../../../lib/data/keys.ts';
import { putEvent } from '../../../../lib/data/monitors/events.ts';
import { expectRefusal } from '../../../support/service/refused.ts';
import { startTestService, type Reply } from '../../../support/service/service.ts';
import { fresh, shared } from '../../../support/service/shared.ts';
import { watchingTable } from '../../../support/table/watching-table.ts';

const service = shared(startTestService);
const alice = fresh(() => service.guest());

const PING = {
  kind: 'ping',
  rid: null,
  durationMs: null,
  exitCode: null,
  status: null,
  latencyMs: null,
  source: 'get',
  hasOutput: false,
} as const;
const iso = (at: number) => new Date(at).toISOString();
const day = (query = ''): Promise<Reply> => alice.call('GET', `/api/day${query}`);
const ids = (reply: Reply): unknown[] =>
  reply.json['endpoints'].map((each: { endpoint_id: string }) => each.endpoint_id);
/** The coming midnight in UTC, from which a day is lived. */
const midnight = () => (Math.floor(service.clock.now() / 86_400_000) + 1) * 86_400_000;
const until = (at: number) => service.clock.advance((at - service.clock.now()) / 1000);

describe('a day of a job', () => {
  let from: number;
  let id: string;
  beforeEach(async () => {
    const fields = { interval_sec: undefined, cron: '0 */6 * * *', tz: 'UTC', grace_sec: 600, tags: ['db'] };
    ({ id } = (await alice.createMonitor(fields)) as { id: string });
    await service.ping(id);
    from = midnight();
    until(from);
  });

  it('has what was due, what ran and for how long, and what is to come', async () => {
    await service.call('POST', `/in/${id}/start?rid=a`);
    until(from + 60_000);
    await service.call('POST', `/in/${id}/3?rid=a`);
    until(from + 12 * 3_600_000);
    await service.call('POST', `/in/${id}/start?rid=b`);
    until(from + 12 * 3_600_000 + 90_000);
    await service.call('POST', `/in/${id}?rid=b`);

    const { json } = await day();
    expect(json).toMatchObject({ tz: 'UTC', date: iso(from).slice(0, 10), from: iso(from) });
    expect(json['endpoints']).toEqual([
      {
        endpoint_id: id,
        name: 'nightly backup',
        tags: ['db'],
        in_words: 'at 00:00, 06:00, 12:00 and 18:00, in UTC',
        usual_ms: 90_000,
        usual_from: 'start',
        planned: ['fail', 'no_run', 'success', 'coming'].map((state, index) => ({
          at: iso(from + index * 6 * 3_600_000),
          state,
        })),
        bands: [],
        runs: [
          { outcome: 'fail', started_at: iso(from), ended_at: iso(from + 60_000), planned_at: iso(from) },
          {
            outcome: 'success',
            started_at: iso(from + 12 * 3_600_000),
            ended_at: iso(from + 12 * 3_600_000 + 90_000),
            planned_at: iso(from + 12 * 3_600_000),
          },
        ],
        more_runs: false,
      },
    ]);
  });

  it('goes on past midnight: a run is on the day that it began on and the one that it ends on', async () => {
    until(from + 86_400_000 - 600_000);
    await service.call('POST', `/in/${id}/start?rid=a`);
    until(from + 86_400_000 + 600_000);
    await service.call('POST', `/in/${id}?rid=a`);

    for (const at of [from, from + 86_400_000]) {
      const { json } = await day(`?date=${iso(at).slice(0, 10)}`);
      expect(json['endpoints'][0].runs.map((run: { ended_at: string }) => run.ended_at)).toContain(
        iso(from + 86_400_000 + 600_000),
      );
    }
  });

  it('is that of a zone, which may have 23 hours, and of a tag', async () => {
    const { json } = await day('?date=2027-03-28&tz=europe/berlin&tag=db');
    expect(json).toMatchObject({
      tz: 'Europe/Berlin',
      from: '2027-03-27T23:00:00.000Z',
      to: '2027-03-28T22:00:00.000Z',
    });
    expect(ids(await day('?tag=other'))).toEqual([]);
  });

  it('shows what a deleted monitor would do no more, and nothing to others', async () => {
    const bob = await service.guest();
    expect(ids(await bob.call('GET', '/api/day'))).toEqual([]);
    await alice.remove(id);
    expect(ids(await day())).toEqual([]);
  });
});

it('comes in pages, by a cursor that is worth nothing on another day', async () => {
  const made = [await alice.createMonitor(), await alice.createMonitor(), await alice.createMonitor()];
  const first = await day('?limit=2');
  const cursor = String(first.json['next_cursor']);
  const rest = await day(`?limit=2&cursor=${cursor}`);

  expect([...ids(first), ...ids(rest)].toSorted()).toEqual(made.map(({ id }) => id).toSorted());
  expect(rest.json['next_cursor']).toBeUndefined();
  const elsewhere = await day(`?tz=Asia/Tokyo&cursor=${cursor}`);
  expectRefusal(elsewhere, { status: 400, error: 'consulta_invalida', names: ['cursor'] });
});

it('looks at the last sixty events of a job, in as many calls whatever there is, and says that there were more', async () => {
  until(midnight());
  const from = service.clock.now();
  const { id } = (await alice.createMonitor()) as { id: string };
  const costOf = async () => {
    let calls = 0;
    const after = () => void (calls += 1);
    const { json } = await watchingTable(service, { after }, () => day());
    const [{ bands, more_runs: more }] = json['endpoints'];
    return { calls, runs: bands[0]?.runs ?? 0, more };
  };
  const without = await costOf();
  for (let index = 0; index < 70; index++) {
    const at = from + index * 1000;
    await putEvent(service.core.table, id, { ...PING, id: eventIdOf(at, 'x'), at });
  }
  until(from + 3_600_000);

  expect(without).toMatchObject({ runs: 0, more: false });
  expect(await costOf()).toEqual({ calls: without.calls, runs: 60, more: true });
});

it.each([
  ['?date=2027-02-30', 'consulta_invalida', 'date must be a date such as 2027-03-31'],
  ['?date=2019-01-01', 'consulta_invalida', 'date must be from '],
  ['?date=2039-01-01', 'consulta_invalida', 'date must be from '],
  ['?tz=Berlin', 'tz_invalida', 'Europe/Berlin'],
  ['?limit=101', 'consulta_invalida', 'limit must be a whole number from 1 to 100'],
])('refuses %s', async (query, code, words) => {
  expectRefusal(await day(query), { status: 400, error: code, names: [words] });
});
