import { beforeAll, describe, expect, it } from 'vitest';
import { uuidOfId } from '../../../lib/domain/monitors/check-uuid.ts';
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

const namesOf = (of: TableCall[]) => of.map(({ command, kind }) => `${kind} ${command}`).sort();
const readUnits = (of: TableCall[]) =>
  of.reduce((sum, call) => sum + (call.kind === 'read' ? call.tableUnits : 0), 0);

describe('a healthy ping', () => {
  it.each([
    ['', 'GET'],
    ['?status=200&latency_ms=12', 'GET'],
    ['/0', 'GET'],
    ['', 'POST'],
    ['', 'HEAD'],
  ])('is one call of one write unit, no read and nothing on the index: %s %s', async (rest, method) => {
    const { id } = await alice.createMonitor({
      tags: 'prod,db',
      alert_url: 'http://127.0.0.1:9/hook',
      alert_to: 'alice@example.com',
    });
    await service.ping(id);
    service.clock.advance(60);

    calls.length = 0;
    expect((await service.call(method, `/in/${id}${rest}`)).status).toBe(200);

    expect(namesOf(calls)).toEqual(['write UpdateItem']);
    expect({ table: units(calls), index: indexUnits(calls) }).toEqual({ table: 1, index: 0 });
  });

  it.each(['/ping/', '/'])('by the UUID of a check, at %s<uuid>, is the same one call', async (at) => {
    const { id } = await alice.createMonitor({});
    await service.ping(id);
    service.clock.advance(60);

    const cost = await costOf(at + uuidOfId(id));

    expect(namesOf(cost)).toEqual(['write UpdateItem']);
    expect({ table: units(cost), index: indexUnits(cost) }).toEqual({ table: 1, index: 0 });
  });

  it('stays one unit while its list grows, and is packed by one that costs three', async () => {
    const { id } = await alice.createMonitor({ tags: 'prod,db', alert_to: 'alice@example.com' });
    await service.ping(id);
    const costs: number[] = [];
    for (let ping = 0; ping < 60; ping++) {
      service.clock.advance(30);
      costs.push(units(await costOf(`/in/${id}`)));
    }

    const packing = costs.flatMap((cost, ping) => (cost === 1 ? [] : [[ping, cost]]));
    expect(packing.map(([, cost]) => cost)).toEqual(packing.map(() => 3));
    expect(packing.length).toBeGreaterThan(0);
    expect(packing.length).toBeLessThan(4);
    const { json } = await alice.call('GET', `/api/endpoints/${id}/events?limit=500`);
    expect(json['events']).toHaveLength(61);
  });

  it('is still one call of a monitor whose settings are larger than a unit', async () => {
    const { id } = await alice.createMonitor({
      alert_url: `http://127.0.0.1:9/${'a'.repeat(1_400)}`,
    });
    await service.ping(id);
    service.clock.advance(60);

    const cost = await costOf(`/in/${id}`);

    expect(namesOf(cost)).toEqual(['write UpdateItem']);
    expect(units(cost)).toBe(2);
  });

  it('by ingest key is the cheap read of the key before it', async () => {
    const { json } = await alice.call('GET', '/api/ingest-key');
    await service.call('GET', `/in/${json['key']}/nightly`);
    service.clock.advance(60);

    const cost = await costOf(`/in/${json['key']}/nightly`);

    expect(namesOf(cost)).toEqual(['read GetItem', 'write UpdateItem']);
    expect({ read: readUnits(cost), table: units(cost), index: indexUnits(cost) }).toEqual({
      read: 0.5,
      table: 1,
      index: 0,
    });
  });

  it('on a schedule is decided from the item that the one call was refused with, and written at once', async () => {
    const { id } = await alice.createMonitor({
      interval_sec: undefined,
      cron: '*/5 * * * *',
      grace_sec: 900,
    });
    await service.ping(id);
    service.clock.advance(300);

    const cost = await costOf(`/in/${id}`);

    expect(namesOf(cost)).toEqual(['write UpdateItem', 'write UpdateItem']);
    expect({ table: units(cost), index: indexUnits(cost) }).toEqual({ table: 2, index: 0 });
  });

  it('costs no more calls than before when it comes at the same instant as the one before', async () => {
    const { id } = await alice.createMonitor();
    await service.ping(id);

    expect(namesOf(await costOf(`/in/${id}`))).toEqual([
      'write PutItem',
      'write UpdateItem',
      'write UpdateItem',
    ]);
  });
});

describe('a ping that ends a silence', () => {
  const late = async (count: number) => {
    const { id } = await alice.createMonitor({ interval_sec: 300 });
    await service.ping(id);
    service.clock.advance(400);
    if (count === 1) await service.check();
    return namesOf(await costOf(`/in/${id}`));
  };

  it('costs three reads more, to know whether it could have reached us', async () => {
    await service.canary();

    expect(await late(0)).toEqual([
      'read GetItem',
      'read GetItem',
      'read Query',
      'write PutItem',
      'write UpdateItem',
    ]);
  });

  it('costs none of them when a check has counted the silence', async () => {
    expect(await late(1)).toEqual(['write PutItem', 'write UpdateItem']);
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

  it.each(['/start', '?rid=a', '/fail'])('what is no plain success is read as ever: %s', async (rest) => {
    const { id } = await alice.createMonitor();
    await service.call('GET', `/in/${id}`);
    service.clock.advance(60);

    const cost = await costOf(`/in/${id}${rest}`);

    expect(cost.map(({ kind }) => kind).sort()).toEqual(['read', 'write', 'write']);
  });

  it('a ping to an unknown id writes nothing and is looked for once more, to a malformed one costs nothing', async () => {
    calls.length = 0;
    await service.call('GET', `/in/${'0'.repeat(26)}`);
    expect(namesOf(calls)).toEqual(['read GetItem', 'write UpdateItem']);

    calls.length = 0;
    await service.call('GET', '/in/nonsense');
    expect(calls).toEqual([]);
  });
});
