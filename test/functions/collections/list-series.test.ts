import { beforeAll, describe, expect, it } from 'vitest';
import { fittingReply } from '../../../functions/collections/fitting-reply.ts';
import type { Device } from '../../../lib/domain/machines/devices/device.ts';
import { detectedDevice } from '../../support/machines/devices.ts';
import { storeReading } from '../../support/machines/readings.ts';
import { expectRefusal } from '../../support/service/refused.ts';
import { startTestService, type Reply } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { watchingTable, type TableCall } from '../../support/table/watching-table.ts';

const PATH = '/api/coletas/serie';

/** The first with loads and memory, the second with loads. */
let devices: [Device, Device];
const service = shared(startTestService);
const alice = shared(() => service.guest());
beforeAll(async () => {
  devices = [await detectedDevice(service, alice), await detectedDevice(service, alice)];
  devices.sort((a, b) => (a.id < b.id ? -1 : 1));
  await collect(devices[0], 'loadavg');
  await collect(devices[0], 'memoria');
  await collect(devices[1], 'loadavg');
  const [first, second] = devices;
  const at = service.clock.now();
  await storeReading(service, first, at, {
    loadavg: { m1: 1 },
    memoria: { usada: 900, total: 1000, pct: 90 },
  });
  await storeReading(service, second, at, { loadavg: { m1: 2 } });
});

const collect = async ({ id }: Device, medida: string): Promise<string> => {
  const reply = await alice.call('POST', '/api/coletas', { nome: 'web 1', ambiente_id: id, medida });
  return reply.json['coleta'].id;
};
const list = (query = '') => alice.call('GET', PATH + query);
const seriesIn = ({ json }: Reply) => json['coletas'] as Record<string, unknown>[];
/** Fails what is read of some devices, as the table would. */
const failing = (name: string, ...broken: Device[]) => ({
  before: ({ input }: TableCall) => {
    if (broken.some(({ id }) => JSON.stringify(input).includes(`READINGS#${id}`)))
      throw Object.assign(new Error('Not now.'), { name });
  },
});

describe('listSeries', () => {
  it('gives each measure of each device with its URL, whatever was asked for before', async () => {
    const reply = await list();

    const t = new Date(service.clock.now()).toISOString();
    const shown = {
      id: expect.stringMatching(/^[\w-]{22}$/),
      ativa: true,
      api: expect.any(String),
      poll_after_sec: 60,
    };
    expect([reply.status, reply.json]).toEqual([
      200,
      {
        coletas: [
          { ...shown, medida: 'loadavg', leituras: [{ t, m1: 1 }] },
          { ...shown, medida: 'memoria', leituras: [{ t, usada: 900, total: 1000, pct: 90 }] },
          { ...shown, medida: 'loadavg', leituras: [{ t, m1: 2 }] },
        ],
        poll_after_sec: 60,
      },
    ]);
    const [first] = seriesIn(reply);
    const { pathname, origin } = new URL(String(first?.['api']));
    expect([origin, pathname]).toEqual([service.url, `/api/coletas/${String(first?.['id'])}/serie`]);
    expect((await alice.call('GET', pathname)).json['leituras']).toEqual([{ t, m1: 1 }]);
  });

  it('gives nobody else’s, and nothing of what is stopped', async () => {
    const bob = await service.guest();
    expect((await bob.call('GET', PATH)).json).toEqual({ coletas: [], poll_after_sec: 60 });

    const [, memory] = seriesIn(await list());
    await alice.call('PATCH', `/api/coletas/${String(memory?.['id'])}`, { ativa: false });
    const stopped = seriesIn(await list())[1];
    expect(stopped).toEqual({ id: memory?.['id'], medida: 'memoria', ativa: false, api: memory?.['api'] });
    await alice.call('PATCH', `/api/coletas/${String(memory?.['id'])}`, { ativa: true });
  });

  it('is to be asked for soon while one series is new and empty', async () => {
    const id = await collect(devices[1], 'memoria');

    const reply = await list();

    expect(seriesIn(reply).map(({ poll_after_sec: sec }) => sec)).toEqual([60, 60, 60, 5]);
    expect(reply.json['poll_after_sec']).toBe(5);
    await alice.call('DELETE', `/api/coletas/${id}`);
  });

  it.each([
    ['ThrottlingException', 'leitura_limitada', 10],
    ['InternalServerError', 'indisponivel', 5],
  ])('says of a device that the table answers %s for, and holds up no other', async (name, erro, sec) => {
    service.clock.advance(60);

    const reply = await watchingTable(service, failing(name, devices[0]), list);

    expect(reply.status).toBe(200);
    expect(seriesIn(reply)).toMatchObject([
      { medida: 'loadavg', ativa: true, erro, retry_after_sec: sec },
      { medida: 'memoria', ativa: true, erro, retry_after_sec: sec },
      { medida: 'loadavg', leituras: [{ m1: 2 }] },
    ]);
    expect(seriesIn(reply)[0]).not.toHaveProperty('leituras');
  });

  it('is 503 where nothing can be read', async () => {
    service.clock.advance(60);

    const reply = await watchingTable(service, failing('ThrottlingException', ...devices), list);

    expect([reply.status, reply.json]).toEqual([
      503,
      { error: 'indisponivel', detail: expect.any(String), retry_after_sec: 10 },
    ]);
    expect(reply.headers.get('retry-after')).toBe('10');
  });

  it('is 503 where the devices themselves cannot be read', async () => {
    const before = ({ command }: TableCall) => {
      if (command === 'BatchGetItemCommand') throw Object.assign(new Error('Not now.'), { $fault: 'server' });
    };

    const reply = await watchingTable(service, { before }, list);

    expect([reply.status, reply.json['retry_after_sec']]).toEqual([503, 5]);
  });

  it.each(['0', '501', 'x'])('refuses n=%s', async (n) => {
    expectRefusal(await list(`?n=${n}`), { status: 400, error: 'consulta_invalida', names: ['n'] });
  });

  it('refuses nobody', async () => {
    expectRefusal(await service.call('GET', PATH), { status: 401, error: 'credencial_ausente' });
  });
});

describe('fittingReply', () => {
  const series = (readings: number) => ({
    id: 'a',
    medida: 'disco',
    ativa: true,
    api: 'https://example.com',
    leituras: Array.from({ length: readings }, () => ({ t: '2027-03-01T12:00:00.000Z', ponto: '/' })),
    poll_after_sec: 60,
  });
  const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify({ body: JSON.stringify(value) }));

  it('says of what does not fit that it is left out, and goes on with what does', () => {
    const fitting = fittingReply([series(10), series(100), series(10)], 3_000);

    expect(fitting).toEqual([
      series(10),
      {
        id: 'a',
        medida: 'disco',
        ativa: true,
        api: 'https://example.com',
        erro: 'resposta_grande',
        retry_after_sec: 60,
      },
      series(10),
    ]);
  });

  it('keeps 200 series of 500 readings below what Lambda takes of an answer', () => {
    const fitting = fittingReply(Array.from({ length: 200 }, () => series(500)));

    expect(fitting.filter(({ erro }) => erro !== undefined).length).toBeGreaterThan(0);
    expect(sizeOf({ coletas: fitting, poll_after_sec: 60 })).toBeLessThan(5_000_000);
    expect(sizeOf({ coletas: fitting, poll_after_sec: 60 })).toBeGreaterThan(4_500_000);
  });
});
