import { beforeAll, describe, expect, it } from 'vitest';
import { watchCapacity, type TableCall } from '../../support/table/capacity.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

let calls: TableCall[];

const service = shared(startTestService);
const alice = shared(() => service.guest());
beforeAll(() => void (calls = watchCapacity(service)));

async function costOf(path: string): Promise<TableCall[]> {
  calls.length = 0;
  expect((await service.call('GET', path)).status).toBe(200);
  return calls;
}

const units = (of: TableCall[]) =>
  of.reduce((sum, call) => sum + (call.kind === 'write' ? call.tableUnits : 0), 0);
const indexUnits = (of: TableCall[]) => of.reduce((sum, call) => sum + call.indexUnits, 0);

describe('a healthy ping', () => {
  it('costs one read, two writes, two write units and nothing on the index', async () => {
    const { id } = await alice.createMonitor({
      tags: 'prod,db',
      alert_url: 'http://127.0.0.1:9/hook',
      alert_to: 'alice@example.com',
    });
    await service.ping(id);
    service.clock.advance(60);

    const cost = await costOf(`/in/${id}?status=200&latency_ms=12`);

    expect(cost.map(({ command, kind }) => `${kind} ${command}`).sort()).toEqual([
      'read GetItem',
      'write PutItem',
      'write UpdateItem',
    ]);
    expect(units(cost)).toBe(2);
    expect(indexUnits(cost)).toBe(0);
  });

  it('costs the same on a schedule', async () => {
    const { id } = await alice.createMonitor({ interval_sec: undefined, cron: '*/5 * * * *' });
    await service.ping(id);
    service.clock.advance(300);

    const cost = await costOf(`/in/${id}`);

    expect(cost.map(({ kind }) => kind).sort()).toEqual(['read', 'write', 'write']);
    expect({ table: units(cost), index: indexUnits(cost) }).toEqual({ table: 2, index: 0 });
  });

  it('costs no more when it comes at the same instant as the one before', async () => {
    const { id } = await alice.createMonitor();
    await service.ping(id);

    expect((await costOf(`/in/${id}`)).filter(({ kind }) => kind === 'read')).toHaveLength(1);
  });
});

describe('a ping that ends a silence', () => {
  const late = async (count: number) => {
    const { id } = await alice.createMonitor({ interval_sec: 300 });
    await service.ping(id);
    service.clock.advance(400);
    if (count === 1) await service.check();
    return (await costOf(`/in/${id}`)).map(({ command, kind }) => `${kind} ${command}`).sort();
  };

  it('costs three reads more, to know whether it could have reached us', async () => {
    await service.canary();

    expect(await late(0)).toEqual([
      'read GetItem',
      'read GetItem',
      'read GetItem',
      'read Query',
      'write PutItem',
      'write PutItem',
    ]);
  });

  it('costs none of them when a check has counted the silence', async () => {
    expect(await late(1)).toEqual(['read GetItem', 'write PutItem', 'write PutItem']);
  });
});

describe('other signals', () => {
  it('a run without a limit is not put on the index', async () => {
    const { id } = await alice.createMonitor();
    await service.ping(id);
    service.clock.advance(60);

    expect(indexUnits(await costOf(`/in/${id}/start`))).toBe(0);
  });

  it('a failure is put on the index, so that the next check sees it', async () => {
    const { id } = await alice.createMonitor();
    await service.ping(id);
    service.clock.advance(60);

    expect(indexUnits(await costOf(`/in/${id}/fail`))).toBeGreaterThan(0);
  });

  it('a ping to an unknown id costs reads only, to a malformed one nothing', async () => {
    calls.length = 0;
    await service.ping('0'.repeat(26));
    expect(calls.map(({ kind }) => kind)).toEqual(['read', 'read']);

    calls.length = 0;
    await service.call('GET', '/in/nonsense');
    expect(calls).toEqual([]);
  });
});
