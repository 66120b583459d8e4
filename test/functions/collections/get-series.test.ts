import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { newSymbol } from '../../../lib/adapters/symbols.ts';
import { readingKey } from '../../../lib/data/keys.ts';
import type { Device } from '../../../lib/domain/machines/devices/device.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { detectedDevice, FACTS } from '../../support/machines/devices.ts';
import { storeReading } from '../../support/machines/readings.ts';
import { expectRefusal } from '../../support/service/refused.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { watchingTable, type TableCall } from '../../support/table/watching-table.ts';

let device: Device;
let load: string;
let net: string;
const service = shared(startTestService);
const alice = shared(() => service.guest());
beforeEach(async () => {
  device = await detectedDevice(service, alice);
  const collect = (medida: string) =>
    alice.call('POST', '/api/coletas', { nome: 'web 1', ambiente_id: device.id, medida });
  load = (await collect('loadavg')).json['coleta'].id;
  net = (await collect('rede')).json['coleta'].id;
});

const series = (id: string, query = '') => alice.call('GET', `/api/coletas/${id}/serie${query}`);
const now = () => service.clock.now();
/** Readings of the minutes since now, one in each, and the clock after them. */
async function told(count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    await storeReading(service, device, now(), { loadavg: { m1: at, m5: 0.5, m15: 0.25 } });
    service.clock.advance(60);
  }
}
const queries = async (work: () => Promise<unknown>): Promise<TableCall[]> => {
  const calls: TableCall[] = [];
  const before = (call: TableCall) => {
    if (call.command === 'QueryCommand' && /READINGS#/.test(JSON.stringify(call.input))) calls.push(call);
  };
  await watchingTable(service, { before }, work);
  return calls;
};

describe('getSeries', () => {
  it('gives single readings of a day, a week or a month, as they lie behind the newest', async () => {
    service.clock.advance(30 * 86_400);
    const newest = now();
    const minutes = [0, 1, 10, 20, 60, 240, 7 * 1_440 - 60, 7 * 1_440, 29 * 1_440];
    const at = (minute: number) => newest - minute * 60_000;
    for (const minute of minutes)
      await storeReading(service, device, at(minute), { loadavg: { m1: minute, m5: 0.5, m15: 0.25 } });
    const found = async (periodo: string) =>
      (await series(load, `?periodo=${periodo}`)).json['leituras'].map(({ m1 }: { m1: number }) => m1);

    expect(await found('dia')).toEqual([0, 10, 20, 60, 240]);
    expect(await found('semana')).toEqual([0, 60, 240, 7 * 1_440 - 60]);
    expect(await found('mes')).toEqual([0, 240, 7 * 1_440, 29 * 1_440]);
    expectRefusal(await series(load, '?periodo=ano'), { status: 400, error: 'consulta_invalida' });
  });

  it('gives the newest readings first, as many as are asked for, 60 without it', async () => {
    const began = now();
    await told(62);

    const { status, json } = await series(load, '?n=2');

    expect(status).toBe(200);
    expect(json['leituras']).toEqual([
      { t: new Date(began + 61 * 60_000).toISOString(), m1: 61, m5: 0.5, m15: 0.25 },
      { t: new Date(began + 60 * 60_000).toISOString(), m1: 60, m5: 0.5, m15: 0.25 },
    ]);
    expect(json['coleta']).toMatchObject({ id: load, medida: 'loadavg', comandos: { estado: 'pronto' } });
    expect(json['poll_after_sec']).toBe(60);
    expect((await series(load)).json['leituras']).toHaveLength(60);
    expect((await series(load, '?n=500')).json['leituras']).toHaveLength(62);
    expect((await series(net)).json['leituras']).toEqual([]);
  });

  it('reads each device once a minute for all its measures, and again for more readings', async () => {
    await told(2);

    const calls = await queries(async () => {
      await series(load);
      await series(net);
      service.clock.advance(59);
      await series(load, '?n=60');
    });
    expect(calls).toHaveLength(1);
    expect(await queries(() => series(load, '?n=61'))).toHaveLength(1);
    expect(await queries(() => series(load, '?n=61'))).toHaveLength(0);
    service.clock.advance(60);
    expect(await queries(() => series(load))).toHaveLength(1);
  });

  it('asks a new, empty series to be looked at every five seconds for a minute, and looks anew then', async () => {
    const began = now();
    expect((await series(load)).json).toMatchObject({ leituras: [], poll_after_sec: 5 });

    await storeReading(service, device, now(), { loadavg: { m1: 1 } });
    service.clock.advance(4);
    expect((await series(load)).json['leituras']).toEqual([]);
    service.clock.advance(1);
    expect((await series(load)).json).toEqual({
      coleta: expect.anything(),
      leituras: [{ t: new Date(began).toISOString(), m1: 1 }],
      poll_after_sec: 60,
    });

    // The traffic has none yet.
    service.clock.advance(54);
    expect((await series(net)).json['poll_after_sec']).toBe(5);
    service.clock.advance(1);
    expect((await series(net)).json['poll_after_sec']).toBe(60);
  });

  it('keeps its readings while it is stopped, and begins anew when it is made again', async () => {
    await told(1);
    await alice.call('PATCH', `/api/coletas/${load}`, { ativa: false });
    expect((await series(load)).json).toMatchObject({
      coleta: { ativa: false },
      leituras: [{ m1: 0 }],
      poll_after_sec: 60,
    });

    await alice.call('DELETE', `/api/coletas/${load}`);
    expect((await series(load)).status).toBe(404);
    const body = { nome: 'web 1', ambiente_id: device.id };
    const again = (await alice.call('POST', '/api/coletas', body)).json['coleta'].id;
    expect((await series(again)).json).toMatchObject({ leituras: [], poll_after_sec: 5 });
    await storeReading(service, device, now(), { loadavg: { m1: 7 } });
    service.clock.advance(5);
    expect((await series(again)).json['leituras']).toMatchObject([{ m1: 7 }]);
  });

  it('shows what is read once an hour', async () => {
    const facts = { ...FACTS, capabilities: [...FACTS.capabilities, 'apt_get'] as const };
    const server = await detectedDevice(service, alice, { facts });
    const body = { nome: 'web 1', ambiente_id: server.id, medida: 'atualizacoes' };
    const { id } = (await alice.call('POST', '/api/coletas', body)).json['coleta'];
    await storeReading(service, server, now(), { atualizacoes: { pendentes: 7, seguranca: 2 } });

    expect((await series(id)).json['leituras']).toEqual([
      { t: new Date(now()).toISOString(), pendentes: 7, seguranca: 2 },
    ]);
  });

  it('gives 500 readings of items as large as they may be by one query', async () => {
    await largeReadings(500);

    let json: Record<string, unknown[]> = {};
    const calls = await queries(async () => void ({ json } = await series(load, '?n=500')));

    expect(calls).toHaveLength(1);
    expect(json['leituras']).toHaveLength(500);
  });

  /** Items of 2,000 bytes: what the table counts of an item is its names and its values. */
  async function largeReadings(count: number): Promise<void> {
    const { table } = service.core;
    const began = now();
    for (let start = 0; start <= count; start += 25) {
      const items = Array.from({ length: Math.min(25, count + 1 - start) }, (_, at) => {
        const sec = began / 1000 + (start + at) * 60;
        const item = {
          ...readingKey(device.id, 'minute', sec * 1000),
          ttl: sec + 86_400,
          lo: `${sec} 1 2 3`,
          xx: '',
        };
        const used = Object.entries(item).reduce(
          (sum, [name, value]) => sum + name.length + sizeOf(value),
          0,
        );
        return { PutRequest: { Item: { ...item, xx: 'x'.repeat(LIMITS.readingItemMaxBytes - used) } } };
      });
      await table.client.send(new BatchWriteCommand({ RequestItems: { [table.name]: items } }));
    }
  }
});

/** A number takes a byte for two digits, and one more. */
const sizeOf = (value: string | number) =>
  typeof value === 'string' ? value.length : Math.ceil(String(value).length / 2) + 1;

describe('getSeries refuses', () => {
  it.each(['0', '501', '1.5', 'many', ''])('n=%s', async (n) => {
    expectRefusal(await series(load, `?n=${n}`), {
      status: 400,
      error: 'consulta_invalida',
      names: ['n', '500'],
    });
  });

  it('no credential by 401, and what is another’s, unknown or forged by the same 404', async () => {
    const path = `/api/coletas/${load}/serie`;
    const bob = await service.guest();

    expectRefusal(await service.call('GET', path), { status: 401, error: 'credencial_ausente' });
    const replies = [
      await bob.call('GET', path),
      await series(device.symbol),
      await series(newSymbol('another secret')),
      await series('3b241101-e2bb-4255-8caf-4136c566a962'),
    ];
    for (const reply of replies) {
      expectRefusal(reply, { status: 404, error: 'not_found' });
      expect(reply.text).toBe(replies[0]?.text);
    }
  });

  it('a forged symbol without a read', async () => {
    const seen: string[] = [];
    const before = ({ input }: TableCall) => void seen.push(JSON.stringify(input));

    await watchingTable(service, { before }, () => series(newSymbol('another secret')));

    expect(seen.filter((input) => /SYMBOL#|DEVICE#|READINGS#/.test(input))).toEqual([]);
  });

  it.each([
    ['ThrottlingException', 429, 'leitura_limitada', 10],
    ['ProvisionedThroughputExceededException', 429, 'leitura_limitada', 10],
    ['InternalServerError', 503, 'indisponivel', 5],
  ])('while the table answers %s, and says when to come back', async (name, status, error, sec) => {
    const before = ({ input }: TableCall) => {
      if (/READINGS#/.test(JSON.stringify(input))) throw Object.assign(new Error('Not now.'), { name });
    };

    const reply = await watchingTable(service, { before }, () => series(load));

    expect([reply.status, reply.json]).toEqual([
      status,
      { error, detail: expect.stringContaining(`${sec} seconds`), retry_after_sec: sec },
    ]);
    expect(reply.headers.get('retry-after')).toBe(String(sec));
    expect(service.logged.at(-1)).toBe('readings_unread');
    expect((await series(load)).status).toBe(200);
  });
});
