import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { channelState, connectedAt } from '../../../lib/domain/machines/collectors/collector-channel.ts';
import { watchCapacity, type TableCall } from '../../support/table/capacity.ts';
import { COLLECTOR_IDS, newCollector, PUSHES } from '../../support/machines/collectors.ts';
import { failTable } from '../../support/table/failing-table.ts';
import { expectRefusal } from '../../support/service/refused.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

let calls: TableCall[];

const service = shared(startTestService);
const alice = shared(() => service.guest());
beforeAll(() => void (calls = watchCapacity(service)));

const commands = () => calls.splice(0).map(({ command }) => command);

describe.each(COLLECTOR_IDS)('a push of %s', (id) => {
  it('is answered as its agent expects, and its numbers are kept', async () => {
    const { push, numbers, channel, snapshot } = await newCollector(service, id);

    const reply = await push();

    expect(reply.status).toBe(PUSHES[id].status);
    expect(await numbers()).toMatchObject({ [PUSHES[id].says]: 4.5 });
    const now = service.clock.now();
    expect(connectedAt(channel, await snapshot())).toBe(now);
    expect(channelState(channel, await snapshot(), now)).toBe('connected');
  });

  it('costs one read and one write of one unit while its channel is known', async () => {
    const { push } = await newCollector(service, id);
    await push();
    service.clock.advance(20);
    calls.length = 0;

    await push();

    expect(calls.map(({ command }) => command)).toEqual(['GetItem', 'PutItem']);
    expect(calls.map(({ tableUnits }) => tableUnits)).toEqual([1, 1]);
  });

  it('of a paused channel is answered as usual and thrown away', async () => {
    const { push, snapshot } = await newCollector(service, id, { isPaused: true });

    expect((await push({ body: 'nothing that can be read' })).status).toBe(PUSHES[id].status);
    expect(await snapshot()).toBeUndefined();
  });

  it('that comes too often is 429 with the seconds to wait, before anything is read or written', async () => {
    const { push } = await newCollector(service, id);
    for (let each = 0; each < 20; each++) expect((await push()).status).toBe(PUSHES[id].status);
    calls.length = 0;

    const refused = await push();

    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
    expect(calls).toEqual([]);
    service.clock.advance(2);
    expect((await push()).status).toBe(PUSHES[id].status);
    expect((await push()).status).toBe(429);
  });

  it('that could not be written is 503 and takes no turn', async () => {
    const { push } = await newCollector(service, id);
    const failing = failTable(service, (command) => command === 'GetItemCommand');
    for (let each = 0; each < 21; each++) expect((await push()).status).toBe(503);
    failing.end();

    expect((await push()).status).toBe(PUSHES[id].status);
  });
});

describe('Content-Encoding', () => {
  it.each(['telegraf', 'opentelemetry', 'collectd', 'snmp'] as const)(
    'gzip is unpacked for %s',
    async (id) => {
      const { push, numbers } = await newCollector(service, id);

      const reply = await push({
        body: gzipSync(PUSHES[id].body),
        headers: { 'content-encoding': 'gzip' },
      });

      expect(reply.status).toBe(PUSHES[id].status);
      expect(await numbers()).toMatchObject({ 'host.load1': 4.5 });
    },
  );

  it.each(COLLECTOR_IDS)('zstd is 415 for %s', async (id) => {
    const { push, snapshot } = await newCollector(service, id);

    expect((await push({ headers: { 'content-encoding': 'zstd' } })).status).toBe(415);
    expect(await snapshot()).toBeUndefined();
  });
});

describe('counters', () => {
  const body = (bytes: number) => `net,interface=eth0 bytes_recv=${bytes}i,bytes_sent=${bytes * 2}i\n`;

  it('become rates over two pushes', async () => {
    const { push, numbers } = await newCollector(service, 'telegraf');
    await push({ body: body(1_000_000) });
    expect(await numbers()).toEqual({});
    service.clock.advance(60);

    await push({ body: body(61_000_000) });

    expect(await numbers()).toEqual({ 'network.in': 8, 'network.out': 16 });
  });

  it('of groups that the channel was not made for are left out', async () => {
    const { push, snapshot } = await newCollector(service, 'telegraf', { monitoring: ['disk'] });

    await push({ body: `${body(1_000_000)}disk,path=/ used_percent=71\n` });

    expect(await snapshot()).toMatchObject({
      counters: {},
      values: { 'disk.usedPct': [71, expect.anything()] },
    });
  });
});

describe('a push without a number of ours', () => {
  it('is a sign of life, which is written once a minute', async () => {
    const { push, snapshot } = await newCollector(service, 'telegraf');

    expect((await push({ body: 'other,a=b value=1\n' })).status).toBe(204);
    const { firstAt } = (await snapshot()) ?? {};
    service.clock.advance(59);
    commands();
    expect((await push({ body: 'other,a=b value=1\n' })).status).toBe(204);
    expect(commands()).not.toContain('PutItem');
    service.clock.advance(1);
    await push({ body: 'other,a=b value=1\n' });

    expect(await snapshot()).toMatchObject({ firstAt, at: service.clock.now(), values: {} });
  });
});

describe('a watched device', () => {
  it('is moved by a push, of a paused channel too, at most every five minutes', async () => {
    const { id } = await alice.createMonitor({ interval_sec: 900 });
    const lastAt = async () => Date.parse((await alice.read(id))['last_event_at']);
    const its = { owner: alice, device: { monitorId: id.slice(0, 26) } };
    const { push } = await newCollector(service, 'collectd', its);
    const begunAt = service.clock.now();
    await push();
    expect(await lastAt()).toBe(begunAt);
    service.clock.advance(60);
    await push();
    expect(await lastAt()).toBe(begunAt);
    service.clock.advance(240);
    await push();
    expect(await lastAt()).toBe(begunAt + 300_000);
  });
});

describe('pushes that come together', () => {
  it('are all kept, one after the other', async () => {
    const { push, numbers } = await newCollector(service, 'telegraf');
    await push({ body: 'system load1=1\n' });

    const bodies = ['system load5=2\n', 'system load15=3\n', 'mem used_percent=50\n'];
    const replies = await Promise.all(bodies.map((body) => push({ body })));

    expect(replies.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(await numbers()).toEqual({
      'host.load1': 1,
      'host.load5': 2,
      'host.load15': 3,
      'host.memoryPct': 50,
    });
  });

  it('in such a number that one loses three times are told to come again', async () => {
    const { push } = await newCollector(service, 'telegraf');
    await push();

    const replies = await Promise.all(Array.from({ length: 15 }, () => push()));

    const statuses = new Set(replies.map(({ status }) => status));
    expect([...statuses].filter((status) => status !== 204 && status !== 429)).toEqual([]);
    for (const reply of replies.filter(({ status }) => status === 429))
      expectRefusal(reply, { status: 429, error: 'muitos_envios', names: ['again'] });
  });
});
