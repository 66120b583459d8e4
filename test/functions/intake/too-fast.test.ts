import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { watchCapacity, type TableCall } from '../../support/table/capacity.ts';
import { failTable } from '../../support/table/failing-table.ts';
import { expectRefusal } from '../../support/service/refused.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { newMachine, type Machine } from '../../support/machines/machine.ts';

let machine: Machine;
let calls: TableCall[];

const service = shared(startTestService);
beforeAll(() => void (calls = watchCapacity(service)));
beforeEach(async () => {
  machine = await newMachine(service, ['loadavg', 'memoria']);
  calls.length = 0;
});

describe('a symbol that sends again within ten seconds', () => {
  it('is 429 with the seconds to wait, before anything is read or written', async () => {
    await machine.send();
    service.clock.advance(3.2);
    calls.length = 0;

    const reply = await machine.send();

    expectRefusal(reply, { status: 429, error: 'muitos_envios', names: ['10 s', '7 s'] });
    expect(reply.headers.get('retry-after')).toBe('7');
    expect(calls).toEqual([]);
  });

  it('is taken once they are over, and what was refused meanwhile does not count', async () => {
    await machine.send();
    service.clock.advance(9.999);
    expect((await machine.send()).status).toBe(429);
    service.clock.advance(0.001);

    expect((await machine.send()).status).toBe(200);
  });

  it('does not hold back the other lines of its machine', async () => {
    await machine.send();

    expect((await machine.send({ by: machine.symbolOf('loadavg') })).status).toBe(200);
    expect((await machine.send({ by: machine.symbolOf('memoria') })).status).toBe(200);
  });

  it.each([
    ['what is too long', 'x'.repeat(65_537), 413],
    ['what cannot be read', 'x', 400],
  ])('counts %s too', async (_what, body, status) => {
    expect((await machine.send({ body })).status).toBe(status);

    expect((await machine.send()).status).toBe(429);
  });

  it('but not what failed here, so that a repeat finds its minute', async () => {
    const failing = failTable(service, (command) => command === 'UpdateItemCommand');
    expect((await machine.send()).status).toBe(503);
    failing.end();

    expect((await machine.send()).status).toBe(200);
  });
});
