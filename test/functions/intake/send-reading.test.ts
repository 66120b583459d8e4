import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readingKey } from '../../../lib/data/keys.ts';
import { newestReadings, type Every, type PackedReadings } from '../../../lib/data/machines/readings.ts';
import { MEASURES, PROFILES, type MeasureId } from '../../../lib/domain/machines/measures/catalogue.ts';
import type { MachineFacts } from '../../../lib/domain/machines/devices/facts.ts';
import { unpacked } from '../../../lib/domain/machines/readings/reading-encoding.ts';
import { expectNothingWritten } from '../../support/service/refused.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { watchCapacity } from '../../support/table/capacity.ts';
import { FACTS } from '../../support/machines/devices.ts';
import { newMachine, READING, type Machine } from '../../support/machines/machine.ts';

const service = shared(startTestService);
/** Every test begins an hour of its own. */
beforeEach(() => {
  const { clock } = service;
  clock.advance((3_600_000 - (clock.now() % 3_600_000)) / 1000);
});

const CODES = Object.values(MEASURES).map(({ code }) => code);

/** What is kept of a machine, the newest first. */
const kept = ({ device: { id: deviceId } }: Machine, every: Every = 'minute') =>
  newestReadings(service.core.table, { deviceId, every, now: service.clock.now(), codes: CODES }, 500);

const valuesIn = (item: PackedReadings | undefined, id: MeasureId) =>
  unpacked(MEASURES[id], item?.[MEASURES[id].code] ?? '');

describe('a push of all measures', () => {
  it('is kept as one item, at the instant in which it arrived', async () => {
    const machine = await newMachine(service);
    service.clock.advance(17.6);

    const reply = await machine.send();

    expect(reply.json).toEqual({ ok: true, medidas: 8 });
    const [item, ...others] = await kept(machine);
    expect(others).toEqual([]);
    expect(Object.keys(item ?? {}).sort()).toEqual(PROFILES.completo.map((id) => MEASURES[id].code).sort());
    expect(valuesIn(item, 'loadavg')).toEqual({
      atSec: Math.floor(service.clock.now() / 1000),
      values: { m1: 4.13, m5: 2.47, m15: 1.22 },
    });
  });

  it('replaces what the same minute held, and lies beside that of the next one', async () => {
    const machine = await newMachine(service, ['loadavg']);
    for (const [load, waitSec] of [[1, 10], [2, 60], [3, 60]] as const) {
      await machine.send({ body: `${load}.00 0.50 0.25 1/100 999\n` });
      service.clock.advance(waitSec);
    } // prettier-ignore

    const loads = (await kept(machine)).map((item) => valuesIn(item, 'loadavg')?.values['m1']);
    expect(loads).toEqual([3, 2]);
  });

  it('and pushes of single measures share the item of their minute', async () => {
    const machine = await newMachine(service, ['loadavg', 'memoria', 'uptime']);

    expect((await machine.send({ by: machine.symbolOf('memoria') })).json).toEqual({ ok: true, medidas: 1 });
    expect((await machine.send({ by: machine.symbolOf('loadavg') })).json).toEqual({ ok: true, medidas: 1 });

    expect((await kept(machine)).map((item) => Object.keys(item).sort())).toEqual([['lo', 'me']]);
  });

  it('goes after thirty days', async () => {
    const machine = await newMachine(service, ['loadavg']);
    const at = service.clock.now();
    await machine.send();

    const { GetCommand } = await import('@aws-sdk/lib-dynamodb');
    const Key = { ...readingKey(machine.device.id, 'minute', at) };
    const { Item } = await service.core.table.client.send(
      new GetCommand({ TableName: service.core.table.name, Key }),
    );
    expect(Item?.['ttl']).toBe(Math.ceil(at / 1000) + 30 * 86_400);
  });

  it('keeps nothing of measures that are not collected', async () => {
    const machine = await newMachine(service, ['uptime']);

    expect((await machine.send()).json).toEqual({ ok: true, medidas: 1 });
    expect((await kept(machine)).map((item) => Object.keys(item))).toEqual([['up']]);
  });
});

describe('the body', () => {
  let machine: Machine;
  beforeAll(async () => {
    machine = await newMachine(service);
  });

  it.each([
    'application/x-www-form-urlencoded',
    'application/json',
    'image/webp',
    'application/octet-stream',
    '',
  ])('is read as it is, whatever its type says: %s', async (type) => {
    expect((await machine.send({ body: Buffer.from(READING), type })).json['medidas']).toBe(8);
  });

  it.each<[string, string | Buffer]>([
    ['lines that end in CR LF', READING.replaceAll('\n', '\r\n')],
    [
      'bytes that are no UTF-8 before it',
      Buffer.concat([Buffer.from([0xff, 0xfe, 0xc3, 0x0a]), Buffer.from(READING)]),
    ],
    ['NUL bytes in a line of their own', `\0\0\0\n${READING}`],
    ['64 kB in all', READING + 'x'.repeat(65_536 - READING.length)],
    ['a line that no measure prints', `${READING}\nrm -rf /\n<script>alert(1)</script>\n`],
  ])('may have %s', async (_what, body) => {
    expect((await machine.send({ body })).json).toEqual({ ok: true, medidas: 8 });
  });

  it('cut off in its middle keeps what is whole', async () => {
    const cut = READING.slice(0, READING.indexOf('MemFree'));

    expect((await machine.send({ body: cut })).json['medidas']).toBeGreaterThanOrEqual(1);
    expect(valuesIn((await kept(machine))[0], 'loadavg')?.values['m1']).toBe(4.13);
    expect(valuesIn((await kept(machine))[0], 'cpu')).toBeNull();
  });

  it('whose counters went back loses the measures of these and no other', async () => {
    const machine = await newMachine(service, ['loadavg', 'cpu']);
    const [once, twice] = ['cpu  900 0 0 900 0 0 0 0 0 0', 'cpu  100 0 0 100 0 0 0 0 0 0'];

    const reply = await machine.send({ body: `4.13 2.47 1.22 8/221 21782\n${once}\n@2\n${twice}\n` });

    expect(reply.json).toEqual({ ok: true, medidas: 1 });
  });

  it('with numbers of twenty digits loses these', async () => {
    const machine = await newMachine(service, ['loadavg', 'uptime']);

    const body = `99999999999999999999.00 1.00 1.00 1/1 1\n${'9'.repeat(20)}.00 1.00\n4.13 2.47 1.22 8/221 21782\n`;
    const reply = await machine.send({ body });

    expect(reply.status).toBe(200);
    const text = JSON.stringify(await kept(machine));
    expect(text).not.toContain('9999999999');
  });
});

describe('a body in which nothing can be read', () => {
  let send: Machine['send'];
  beforeAll(async () => {
    ({ send } = await newMachine(service, ['loadavg']));
  });

  it.each<[string, string | Buffer]>([
    ['nothing', ''],
    ['bytes that are no text', Buffer.from(Array.from({ length: 4_096 }, (_none, at) => (at * 37) % 256))],
    ['NUL bytes', Buffer.alloc(1_000)],
    ['base64 of a reading', Buffer.from(READING).toString('base64')],
    ['a form', 'a=1&b=2'],
    ['JSON', '{"m1":1,"m5":2,"m15":3}'],
    ['negative numbers and NaN', '-1.00 NaN -0.25 1/100 999\n'],
    ['marks alone', '@1\n@2\n'],
  ])('is 400 and writes nothing: %s', async (_what, body) => {
    await expectNothingWritten(service, () => send({ body }), {
      status: 400,
      error: 'leitura_invalida',
      names: ['body', 'loadavg'],
    });
  });

  it('names the measures in the order in which they are always listed', async () => {
    const { send } = await newMachine(service, ['uptime', 'processos', 'cpu', 'disco', 'loadavg', 'memoria']);

    const { json } = await send({ body: 'x' });

    expect(json['detail']).toContain(' loadavg, memoria, disco, cpu, uptime, processos;');
  });

  it('by the symbol of one measure is also one of others', async () => {
    const { send, symbolOf } = await newMachine(service, ['loadavg']);
    const body = 'MemTotal: 1 kB\nMemAvailable: 1 kB\n';

    await expectNothingWritten(service, () => send({ body, by: symbolOf('loadavg') }), {
      status: 400,
      error: 'leitura_invalida',
      names: ['body', 'loadavg'],
    });
    expect((await send({ body })).json).toEqual({ ok: true, medidas: 0 });
  });

  it.each([65_537, 1_000_000])('is 413 from 64 kB on: %i bytes', async (bytes) => {
    const body = READING + 'x'.repeat(bytes - READING.length);

    await expectNothingWritten(service, () => send({ body }), {
      status: 413,
      error: 'corpo_grande',
      names: ['65536', String(bytes)],
    });
  });
});

describe('what is read by the hour', () => {
  const facts: MachineFacts = { ...FACTS, capabilities: [...FACTS.capabilities, 'apt_get'] };
  const withUpdates = (count: number) => `apt=${count} s s\n${READING}`;
  const updates = async (machine: Machine) =>
    (await kept(machine, 'hour')).map((item) => valuesIn(item, 'atualizacoes')?.values);

  it('has an item of its own, which is written once an hour', async () => {
    const machine = await newMachine(service, ['loadavg', 'atualizacoes'], { facts });
    for (const [count, waitSec] of [[7, 1_800], [8, 1_800], [9, 60]] as const) {
      expect((await machine.send({ body: withUpdates(count) })).json).toEqual({ ok: true, medidas: 2 });
      service.clock.advance(waitSec);
    } // prettier-ignore

    expect(await updates(machine)).toEqual([
      { pendentes: 9, seguranca: 2 },
      { pendentes: 7, seguranca: 2 },
    ]);
    expect((await kept(machine)).map((item) => Object.keys(item))).toEqual([['lo'], ['lo'], ['lo']]);
  });

  it('costs a write more, and by itself one write', async () => {
    const machine = await newMachine(service, ['loadavg', 'atualizacoes'], { facts });
    const calls = watchCapacity(service);
    const writes = () =>
      calls
        .splice(0)
        .filter(({ kind }) => kind === 'write')
        .map((each) => each.tableUnits);

    await machine.send({ body: withUpdates(7) });
    expect(writes()).toEqual([1, 1]);
    service.clock.advance(60);
    await machine.send({ body: withUpdates(7) });
    expect(writes()).toEqual([1]);
    service.clock.advance(3_600);
    await machine.send({ by: machine.symbolOf('atualizacoes'), body: withUpdates(7) });
    expect(writes()).toEqual([1]);
  });
});
