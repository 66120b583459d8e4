import { beforeAll, describe, expect, it } from 'vitest';
import type { MachineFacts } from '../../../lib/domain/machines/devices/facts.ts';
import type { MeasureId } from '../../../lib/domain/machines/measures/catalogue.ts';
import { watchCapacity, type TableCall } from '../../support/table/capacity.ts';
import { failTable } from '../../support/table/failing-table.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { FACTS } from '../../support/machines/devices.ts';
import { newMachine, READING } from '../../support/machines/machine.ts';

let calls: TableCall[];

const service = shared(startTestService);
const alice = shared(() => service.guest());
beforeAll(() => void (calls = watchCapacity(service)));

/** What a machine prints in the other minutes of an hour. */
const BY_THE_MINUTE = READING.replaceAll(/^apt=.*\n/gm, '');

/** A watched machine, and its monitor as its owner sees it. */
async function watched(measures?: readonly MeasureId[]) {
  const { id } = await alice.createMonitor({ interval_sec: 900 });
  const facts: MachineFacts = { ...FACTS, capabilities: [...FACTS.capabilities, 'apt_get'] };
  const machine = await newMachine(service, measures, { owner: alice, monitorId: id.slice(0, 26), facts });
  const monitor = () => alice.read(id);
  return { ...machine, monitor };
}

describe('a reading of a watched device', () => {
  it('moves its monitor at most every five minutes', async () => {
    const { send, monitor } = await watched();
    await send();
    const first = (await monitor())['last_event_at'];
    for (let minute = 1; minute < 5; minute++) {
      service.clock.advance(60);
      await send();
    }
    const within = (await monitor())['last_event_at'];
    service.clock.advance(60);
    await send();

    expect(first).not.toBeNull();
    expect(within).toBe(first);
    expect(Date.parse((await monitor())['last_event_at']) - Date.parse(first)).toBe(300_000);
  });

  it('costs a look at the monitor while there is nothing to move', async () => {
    const { send } = await watched();
    await send();
    service.clock.advance(60);
    calls.length = 0;
    await send();

    expect(calls.map(({ command }) => command)).toEqual(['GetItem', 'UpdateItem', 'GetItem']);
  });

  it('is kept where the monitor cannot be moved', async () => {
    const { send, monitor } = await watched();
    const failing = failTable(service, (_command, before) => before > 2);
    const reply = await send();
    failing.end();

    expect(reply.json).toEqual({ ok: true, medidas: 8 });
    expect((await monitor())['last_event_at']).toBeNull();
    expect(service.logged).toEqual(['watched_not_moved']);
  });

  it('is a sign of life also while its measures are stopped', async () => {
    const { send, monitor, turn } = await watched(['loadavg']);
    await turn(false, 'loadavg');

    expect((await send()).json).toEqual({ ok: true, medidas: 0 });
    expect((await monitor())['last_event_at']).not.toBeNull();
  });

  it('is one while those are stopped that are read more than once an hour', async () => {
    const { send, monitor, turn } = await watched(['loadavg', 'atualizacoes']);
    await turn(false, 'loadavg');

    expect((await send({ body: BY_THE_MINUTE })).json).toEqual({ ok: true, medidas: 0 });
    expect((await monitor())['last_event_at']).not.toBeNull();
  });

  it('is one where its line was made for what is not collected any more', async () => {
    const { send, monitor, remove } = await watched(['loadavg', 'atualizacoes']);
    await remove('loadavg');

    expect((await send({ body: BY_THE_MINUTE })).json).toEqual({ ok: true, medidas: 0 });
    expect((await monitor())['last_event_at']).not.toBeNull();
  });

  it('is one between those of an hour, where nothing is read more often', async () => {
    const { send, monitor, symbolOf } = await watched(['atualizacoes']);

    expect((await send({ body: '@1\n' })).json).toEqual({ ok: true, medidas: 0 });
    expect((await monitor())['last_event_at']).not.toBeNull();
    const by = symbolOf('atualizacoes');
    expect((await send({ by, body: '@1\n' })).json).toEqual({ ok: true, medidas: 0 });
    service.clock.advance(10);
    expect((await send({ by, body: BY_THE_MINUTE })).status).toBe(400);
  });
});
