import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newSymbol } from '../../../lib/adapters/symbols.ts';
import { watchCapacity, type TableCall } from '../../support/table/capacity.ts';
import { newMachine, READING, type Machine } from '../../support/machines/machine.ts';
import { expectNothingWritten, expectRefusal } from '../../support/service/refused.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

let calls: TableCall[];

const service = shared(startTestService);
beforeAll(() => void (calls = watchCapacity(service)));
beforeEach(() => void service.clock.advance(3_600));

const UNKNOWN = { status: 401, error: 'credencial_invalida', names: ['symbol'] };

async function costOf(work: () => Promise<unknown>): Promise<string[]> {
  calls.length = 0;
  await work();
  return calls.map(({ command }) => command);
}

it('a symbol that we did not write is 401 before anything is read', async () => {
  const forged = [newSymbol('another secret'), '0'.repeat(22), 'x', 'a'.repeat(2_000), '%00%F0%9F%92%A9'];

  const asked = await costOf(async () => {
    for (const symbol of forged)
      expectRefusal(await service.call('POST', `/r/${symbol}`, { body: READING }), UNKNOWN);
  });

  expect(asked).toEqual([]);
});

describe('a symbol of ours that is gone', () => {
  it('is 401, and looked for once in half a minute', async () => {
    const { send, end } = await newMachine(service);
    await end();

    await expectNothingWritten(service, send, UNKNOWN);
    const asked = await costOf(async () => expectRefusal(await send(), UNKNOWN));
    service.clock.advance(30);
    const later = await costOf(async () => expectRefusal(await send(), UNKNOWN));

    expect(asked).toEqual([]);
    expect(later).toEqual(['GetItem', 'GetItem']);
  });

  it('is taken for half a minute longer by whoever has just seen its device', async () => {
    const { send, end } = await newMachine(service);
    expect((await send()).status).toBe(200);
    await end();
    service.clock.advance(29);
    expect((await send()).status).toBe(200);

    service.clock.advance(10);

    await expectNothingWritten(service, send, UNKNOWN);
  });

  it('of one measure ends with its collection', async () => {
    const { send, symbolOf, remove } = await newMachine(service, ['loadavg', 'memoria']);
    const by = symbolOf('loadavg');
    expect((await send({ by })).json).toEqual({ ok: true, medidas: 1 });

    await remove('loadavg');
    service.clock.advance(60);

    expectRefusal(await send({ by }), UNKNOWN);
    expect((await send()).json).toEqual({ ok: true, medidas: 1 });
  });

  it('is not the one of a collection that was made anew', async () => {
    const { send, symbolOf, remove, add } = await newMachine(service, ['loadavg']);
    const old = symbolOf('loadavg');
    await remove('loadavg');
    const by = await add('loadavg');

    expectRefusal(await send({ by: old }), UNKNOWN);
    expect((await send({ by })).status).toBe(200);
  });
});

describe('what the owner changes', () => {
  let machine: Machine;
  beforeEach(async () => {
    machine = await newMachine(service, ['loadavg', 'memoria']);
  });
  const medidas = async (by?: string) => (await machine.send({ ...(by && { by }) })).json['medidas'];

  it('a stopped measure is ignored within a minute, and a machine of which all are is not refused', async () => {
    expect(await medidas()).toBe(2);
    await machine.turn(false, 'memoria');
    service.clock.advance(30);
    expect(await medidas()).toBe(1);
    await machine.turn(false, 'loadavg');
    service.clock.advance(30);

    const asked = await costOf(async () => {
      expect((await machine.send({ body: 'no reading at all' })).json).toEqual({ ok: true, medidas: 0 });
    });

    expect(asked).not.toContain('UpdateItem');
  });

  it('a stopped measure is not taken by its own symbol either', async () => {
    await machine.turn(false, 'memoria');

    expect(await medidas(machine.symbolOf('memoria'))).toBe(0);
    expect(await medidas(machine.symbolOf('loadavg'))).toBe(1);
  });

  it('what goes on is taken at once, though it was just seen to be stopped', async () => {
    await machine.turn(false, 'loadavg', 'memoria');
    expect(await medidas()).toBe(0);
    await machine.turn(true, 'loadavg', 'memoria');
    service.clock.advance(10);

    expect(await medidas()).toBe(2);
  });

  it('a measure that was just added is taken at once by its own symbol', async () => {
    expect(await medidas()).toBe(2);

    expect(await medidas(await machine.add('uptime'))).toBe(1);
  });
});

describe('a machine that is known', () => {
  it('costs one read of its device and one write of one unit', async () => {
    const { send } = await newMachine(service);
    await send();
    service.clock.advance(60);
    calls.length = 0;

    await send();

    expect(calls.map(({ command }) => command)).toEqual(['GetItem', 'UpdateItem']);
    expect(calls.map(({ tableUnits }) => tableUnits)).toEqual([expect.any(Number), 1]);
    expect(calls[0]?.tableUnits).toBeLessThanOrEqual(1);
  });

  it('costs the write alone by another line of the same minute', async () => {
    const { send, symbolOf } = await newMachine(service);
    await send({ by: symbolOf('cpu') });
    await send();
    service.clock.advance(15);

    expect(await costOf(() => send({ by: symbolOf('cpu') }))).toEqual(['UpdateItem']);
  });

  it('is asked for once by lines that come together', async () => {
    const { send, symbolOf, device } = await newMachine(service);
    const symbols = [device.symbol, symbolOf('cpu'), symbolOf('rede'), symbolOf('disco')];

    const asked = await costOf(() => Promise.all(symbols.map((by) => send({ by }))));

    // Four symbols and one device.
    expect(asked.filter((command) => command === 'GetItem')).toHaveLength(5);
  });
});
