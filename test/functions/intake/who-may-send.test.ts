import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newSymbol } from '../../../lib/adapters/symbols.ts';
import { watchCapacity, type TableCall } from '../../support/capacity.ts';
import { expectNothingWritten, expectRefusal } from '../../support/refused.ts';
import { startTestService, type Reply, type TestService } from '../../support/service.ts';
import { newMachine, READING, type Machine } from '../../support/machine.ts';

let service: TestService;
let calls: TableCall[];

beforeAll(async () => {
  service = await startTestService();
  calls = watchCapacity(service);
});
afterAll(() => service.stop());
beforeEach(() => void service.clock.advance(3_600));

const send = (symbol: string, body: string | Buffer = READING): Promise<Reply> =>
  service.call('POST', `/r/${symbol}`, { body, headers: { 'content-type': 'text/plain' } });
const UNKNOWN = { status: 401, error: 'credencial_invalida', names: ['symbol'] };

async function costOf(work: () => Promise<unknown>): Promise<string[]> {
  calls.length = 0;
  await work();
  return calls.map(({ command }) => command);
}

describe('a symbol that nobody was given', () => {
  const forged = () => [
    newSymbol('another secret'),
    '0'.repeat(22),
    'x',
    'a'.repeat(2_000),
    '%00%F0%9F%92%A9',
  ];

  it('is 401 before anything is read', async () => {
    const asked = await costOf(async () => {
      for (const symbol of forged()) expectRefusal(await send(symbol), UNKNOWN);
    });

    expect(asked).toEqual([]);
  });
});

describe('a symbol of ours that is gone', () => {
  it('is 401, and looked for once in half a minute', async () => {
    const { device, end } = await newMachine(service);
    await end();

    await expectNothingWritten(service, () => send(device.symbol), UNKNOWN);
    const asked = await costOf(async () => expectRefusal(await send(device.symbol), UNKNOWN));
    service.clock.advance(30);
    const later = await costOf(async () => expectRefusal(await send(device.symbol), UNKNOWN));

    expect(asked).toEqual([]);
    expect(later).toEqual(['GetItem', 'GetItem']);
  });

  it('is taken for half a minute longer by whoever has just seen its device', async () => {
    const { device, end } = await newMachine(service);
    expect((await send(device.symbol)).status).toBe(200);
    await end();
    service.clock.advance(29);
    expect((await send(device.symbol)).status).toBe(200);

    service.clock.advance(10);

    await expectNothingWritten(service, () => send(device.symbol), UNKNOWN);
  });

  it('of one measure ends with its collection', async () => {
    const machine = await newMachine(service, ['loadavg', 'memoria']);
    const symbol = machine.symbolOf('loadavg');
    expect((await send(symbol)).json).toEqual({ ok: true, medidas: 1 });

    await machine.remove('loadavg');
    service.clock.advance(60);

    expectRefusal(await send(symbol), UNKNOWN);
    expect((await send(machine.device.symbol)).json).toEqual({ ok: true, medidas: 1 });
  });
});

describe('what the owner changes', () => {
  let machine: Machine;
  beforeEach(async () => {
    machine = await newMachine(service, ['loadavg', 'memoria']);
  });
  const medidas = async (symbol = machine.device.symbol) => (await send(symbol)).json['medidas'];

  it('a stopped measure is ignored within a minute, and all of them are no refusal', async () => {
    expect(await medidas()).toBe(2);
    await machine.switch(false, 'memoria');
    service.clock.advance(30);
    expect(await medidas()).toBe(1);
    await machine.switch(false, 'loadavg');
    service.clock.advance(30);

    const asked = await costOf(async () => {
      expect((await send(machine.device.symbol, 'no reading at all')).json).toEqual({ ok: true, medidas: 0 });
    });

    expect(asked).not.toContain('UpdateItem');
  });

  it('a stopped measure sends nothing by its own symbol either', async () => {
    await machine.switch(false, 'memoria');

    expect(await medidas(machine.symbolOf('memoria'))).toBe(0);
    expect(await medidas(machine.symbolOf('loadavg'))).toBe(1);
  });

  it('what goes on is taken at once, though it was just seen to be stopped', async () => {
    await machine.switch(false, 'loadavg', 'memoria');
    expect(await medidas()).toBe(0);
    await machine.switch(true, 'loadavg', 'memoria');
    service.clock.advance(10);

    expect(await medidas()).toBe(2);
  });

  it('a measure that was just added is taken at once by its own symbol', async () => {
    expect(await medidas()).toBe(2);
    const symbol = await machine.add('uptime');

    expect(await medidas(symbol)).toBe(1);
  });
});

describe('a machine that is known', () => {
  it('costs one read of its device and one write of one unit, and a second line of it the write alone', async () => {
    const machine = await newMachine(service);
    await send(machine.device.symbol);
    service.clock.advance(60);

    calls.length = 0;
    await send(machine.device.symbol);
    const first = calls.splice(0);
    await send(machine.symbolOf('cpu'));
    const second = calls.splice(0);

    expect(first.map(({ command }) => command)).toEqual(['GetItem', 'UpdateItem']);
    expect(second.map(({ command }) => command)).toEqual(['GetItem', 'UpdateItem']);
    expect(
      [...first, ...second].filter(({ kind }) => kind === 'write').map((each) => each.tableUnits),
    ).toEqual([1, 1]);
    service.clock.advance(15);
    expect(await costOf(() => send(machine.symbolOf('cpu')))).toEqual(['UpdateItem']);
  });

  it('is not asked for twice by lines that come together', async () => {
    const machine = await newMachine(service);
    const symbols = [machine.device.symbol, ...['cpu', 'rede', 'disco'].map(machine.symbolOf)];

    const asked = await costOf(() => Promise.all(symbols.map((symbol) => send(symbol))));

    // Four symbols and one device.
    expect(asked.filter((command) => command === 'GetItem')).toHaveLength(5);
  });
});
