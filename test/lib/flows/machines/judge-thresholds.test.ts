import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { getDevice } from '../../../../lib/data/machines/devices.ts';
import { getMonitor } from '../../../../lib/data/monitors/monitors.ts';
import { thresholdJudge } from '../../../../lib/flows/machines/judge-thresholds.ts';
import { newMachine } from '../../../support/machines/machine.ts';
import { startTestService, type Person } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';
import { failTable } from '../../../support/table/failing-table.ts';
import { watchingTable, type TableCall } from '../../../support/table/watching-table.ts';

const service = shared(startTestService);
const MINUTE = 60_000;

/** A threshold of a new device, and instances of the function that readings come to. */
async function watched(owner: Person, leituras = 1) {
  const { device } = await newMachine(service, ['disco'], { owner });
  const body = { medida: 'disco', campo: 'pct', acima: 90, leituras };
  const { json } = await owner.call('POST', `/api/ambientes/${device.id}/avisos`, body);
  const id = String(json['aviso'].monitor_id);
  const { table } = service.core;
  const seen = await getDevice(table, device.id);
  if (!seen) throw new Error('There is no such device.');
  const logged: unknown[] = [];
  const log = { error: (_name: string, error: unknown) => void logged.push(error), warn: () => {} };
  const judges = Array.from({ length: 3 }, () => thresholdJudge({ table, log }));
  const reads = (pct: number, at: number, instance = 0) =>
    judges[instance]?.(seen, { read: new Map([['disco', { pct }]]), at });
  return { id, reads, logged, monitor: () => getMonitor(table, id) };
}

it('a reading that comes to several instances at once turns a threshold once', async () => {
  const { id, reads, monitor, logged } = await watched(await service.guest(), 2);
  const at = service.clock.now();
  await Promise.all([0, 1, 2].map((instance) => reads(95, at, instance)));
  expect(await monitor()).toMatchObject({ failing: false, failedRuns: { inARow: 1 } });
  await Promise.all([0, 1, 2].map((instance) => reads(95, at + MINUTE, instance)));
  expect(await monitor()).toMatchObject({ failing: true, pending: [{ kind: 'fail', inARow: 2 }] });
  expect([id, logged]).toEqual([id, []]);
});

it('one that comes behind a later one, by another instance, opens nothing and ends nothing', async () => {
  const { reads, monitor } = await watched(await service.guest());
  const at = service.clock.now();
  await reads(95, at, 0);
  await reads(60, at + MINUTE, 0);
  await reads(95, at + 30_000, 1);
  expect(await monitor()).toMatchObject({ failing: false });
  await reads(96, at + 2 * MINUTE, 0);
  await reads(60, at + 1.5 * MINUTE, 2);
  expect(await monitor()).toMatchObject({ failing: true });
});

it('one that meets a change of its owner is decided again from that', async () => {
  const alice = await service.guest();
  const { id, reads, monitor } = await watched(alice);
  const until = new Date(service.clock.now() + 3_600_000).toISOString();
  let isFirst = true;
  const before = async ({ command }: TableCall) => {
    if (!isFirst || command !== 'PutItemCommand') return;
    isFirst = false;
    await alice.patch(id, { paused_until: until });
  };
  await watchingTable(service, { before }, async () => reads(95, service.clock.now()));
  expect([isFirst, await monitor()]).toMatchObject([
    false,
    { failing: true, pausedUntil: Date.parse(until) },
  ]);
});

interface Step {
  pct: number;
  instance: number;
  /** What becomes of the write: it is made, is not, or is and nobody hears so. */
  fate: 'made' | 'failed' | 'lost';
  isChecked: boolean;
}

const STEP: fc.Arbitrary<Step> = fc.record({
  pct: fc.constantFrom(60, 87, 89, 91, 95),
  instance: fc.nat(2),
  fate: fc.constantFrom('made', 'made', 'failed', 'lost'),
  isChecked: fc.boolean(),
});

it('whatever becomes of its writes, a threshold is as the last reading says that was heard, and is told once', async () => {
  const alice = await service.guest();
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 4, maxLength: 14 }), async (steps) => {
      const { id, reads, monitor } = await watched(alice);
      let isIll = false;
      const hear = (pct: number) => void (isIll = pct > 90 || (isIll && pct > 88));
      for (const { pct, instance, fate, isChecked } of steps) {
        service.clock.advance(60);
        const failing =
          fate === 'made'
            ? null
            : failTable(service, (command) => command.startsWith('Put'), { answerLost: fate === 'lost' });
        await reads(pct, service.clock.now(), instance);
        failing?.end();
        if (fate !== 'failed') hear(pct);
        expect((await monitor())?.failing).toBe(isIll);
        if (isChecked) await service.check();
      }
      await service.check();
      expect((await monitor())?.incident !== null).toBe(isIll);
      // Nobody is told by a channel: each opening is one alert in the ledger, and no more.
      const incidents = (await alice.call('GET', `/api/incidents?monitor=${id}`)).json['incidents'];
      for (const { alerts } of incidents) expect(alerts).toBe(1);
      await alice.call('DELETE', `/api/endpoints/${id}`);
    }),
    { numRuns: 8 },
  );
}, 60_000);
