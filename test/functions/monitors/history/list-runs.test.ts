import { beforeEach, describe, expect, it } from 'vitest';
import { putEvent } from '../../../../lib/data/monitors/events.ts';
import { eventIdOf } from '../../../../lib/data/keys.ts';
import { expectRefusal } from '../../../support/service/refused.ts';
import { startTestService, type Person, type Reply } from '../../../support/service/service.ts';
import { fresh, shared } from '../../../support/service/shared.ts';
import { watchingTable, type TableCall } from '../../../support/table/watching-table.ts';
import { itThorough } from '../../../support/thorough.ts';

let id: string;
let token: string;

const service = shared(startTestService);
const alice = fresh(() => service.guest());
beforeEach(async () => {
  ({ id, token } = (await alice.createMonitor({ interval_sec: 86_400 })) as { id: string; token: string });
});

const iso = (at = service.clock.now()) => new Date(at).toISOString();
const signal = (path = '', body?: string) =>
  service.call('POST', `/in/${id}${path}`, body === undefined ? {} : { body });
const runs = (query = '', who: { call: Person['call'] } = alice): Promise<Reply> =>
  who.call('GET', `/api/endpoints/${id}/runs${query}`);

describe('a run', () => {
  it('goes from its start to the signal that ended it', async () => {
    const startedAt = iso();
    await signal('/start?rid=a');
    service.clock.advance(90);
    await signal('/3?rid=a', 'no space left');

    const { json } = await runs();
    expect(json).toEqual({
      runs: [
        {
          id: json['runs'][0].id,
          outcome: 'fail',
          started_at: startedAt,
          ended_at: iso(),
          duration_ms: 90_000,
          exit_code: 3,
          rid: 'a',
          has_output: true,
        },
      ],
    });
    const body = await alice.call('GET', `/api/endpoints/${id}/events/${json['runs'][0].id}/body`);
    expect(body.text).toBe('no space left');
  });

  it('without a signalled start has an end alone', async () => {
    await signal();

    expect((await runs()).json['runs']).toMatchObject([
      {
        outcome: 'success',
        started_at: null,
        ended_at: iso(),
        duration_ms: null,
        exit_code: null,
        rid: null,
      },
    ]);
  });

  it('under way comes first, the newest before the others', async () => {
    await signal();
    await signal('/start?rid=a');
    service.clock.advance(10);
    await signal('/start?rid=b');

    expect((await runs()).json['runs']).toMatchObject([
      { id: null, outcome: 'running', rid: 'b', started_at: iso(), ended_at: null, duration_ms: null },
      { id: null, outcome: 'running', rid: 'a', started_at: iso(service.clock.now() - 10_000) },
      { outcome: 'success' },
    ]);
  });

  it('is no start and no log line', async () => {
    for (const path of ['/start?rid=a', '/log', '?rid=a', '/log']) await signal(path);

    expect((await runs()).json['runs']).toMatchObject([{ outcome: 'success', rid: 'a' }]);
  });
});

describe('a page', () => {
  it('follows the one before it, with runs under way on the first alone', async () => {
    for (const rid of ['a', 'b', 'c', 'd', 'e']) {
      await signal(`/start?rid=${rid}`);
      service.clock.advance(1);
      await signal(`?rid=${rid}`);
    }
    await signal('/start?rid=open');
    const shown = async (query: string) => {
      const { json } = await runs(query);
      return { rids: json['runs'].map((run: Reply['json']) => run['rid']), next: json['next_cursor'] };
    };

    const first = await shown('?limit=2');
    expect(first.rids).toEqual(['open', 'e', 'd']);
    const second = await shown(`?limit=2&cursor=${first.next}`);
    expect(second.rids).toEqual(['c', 'b']);
    expect(await shown(`?limit=2&cursor=${second.next}`)).toEqual({ rids: ['a'], next: undefined });
    expect((await shown(`?limit=1&before=${iso(service.clock.now() - 1)}`)).rids).toEqual(['d']);
  });

  itThorough('looks at 500 events in one query of each kind, and goes on behind them', async () => {
    const { table } = service.core;
    const at = service.clock.now() - 600_000;
    const none = {
      rid: null,
      durationMs: null,
      exitCode: null,
      status: null,
      latencyMs: null,
      hasOutput: false,
    };
    const event = { ...none, source: 'get' } as const;
    await putEvent(table, id, { ...event, id: eventIdOf(at - 1, 'a'), at: at - 1, kind: 'ping' });
    for (let count = 0; count < 520; count++)
      await putEvent(table, id, { ...event, id: eventIdOf(at + count, 'a'), at: at + count, kind: 'log' });

    const calls: TableCall[] = [];
    const { json } = await watchingTable(service, { before: (call) => void calls.push(call) }, () => runs());
    expect(json).toEqual({ runs: [], next_cursor: expect.any(String) });
    // And one of the windows of maintenance.
    expect(calls.filter(({ command }) => command === 'QueryCommand')).toHaveLength(3);
    expect((await runs(`?cursor=${json['next_cursor']}`)).json).toMatchObject({
      runs: [{ outcome: 'success' }],
    });
  });
});

describe('who may read', () => {
  it('is its owner and who holds its read token', async () => {
    await signal();
    const reader = { call: (method: string, path: string) => service.call(method, path) };

    expect((await runs(`?token=${token}`, reader)).json).toEqual((await runs()).json);
  });

  it('is nobody else', async () => {
    expectRefusal(await runs('', await service.guest()), { status: 404, error: 'not_found' });
    expect((await service.call('GET', `/api/endpoints/${id}/runs`)).status).toBe(401);
  });
});

describe('what is asked wrongly', () => {
  it.each([
    ['?limit=501', ['limit', '1 to 500']],
    ['?before=noon', ['before', 'ISO 8601']],
    ['?outcome=fail', ['outcome', 'limit', 'cursor']],
    ['?cursor=x', ['cursor']],
  ])('%s is a 400 that says what is wrong', async (query, names) => {
    expectRefusal(await runs(query), { status: 400, error: 'consulta_invalida', names });
  });

  it('a cursor of the events opens no list of runs', async () => {
    await signal();
    await signal();
    const { json } = await alice.call('GET', `/api/endpoints/${id}/events?limit=1`);

    expectRefusal(await runs(`?cursor=${json['next_cursor']}`), { status: 400, error: 'consulta_invalida' });
  });
});
