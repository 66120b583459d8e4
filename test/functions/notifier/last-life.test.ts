import { expect, it } from 'vitest';
import { checkMonitor } from '../../../functions/checker/check-monitor.ts';
import { openQueue } from '../../../lib/adapters/queue.ts';
import { getMonitor } from '../../../lib/data/monitors/monitors.ts';
import { noMetrics } from '../../../lib/runtime/report/metrics.ts';
import { ledgerOf } from '../../support/alerts/alerting.ts';
import { startReceiver } from '../../support/alerts/receiver.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

const service = shared(startTestService);

it('what was decided before a monitor was deleted is not told of the one that its key makes again', async () => {
  await using receiver = await startReceiver();
  receiver.answer = 500;
  const owner = await service.guest();
  const key = String(await owner.ingestKey());
  const path = `/in/${key}/backup`;
  const id = String((await service.call('GET', path)).json['endpoint_id']);
  await owner.patch(id, { alert_url: receiver.url });
  await service.fail(id);
  service.clock.advance(300);
  await service.check();
  await owner.remove(id);

  service.clock.advance(10);
  await service.call('GET', path);
  await owner.patch(id, { alert_url: receiver.url });
  receiver.answer = 200;
  receiver.received.length = 0;
  for (let check = 0; check < 4; check++) {
    service.clock.advance(400);
    await service.check();
  }

  expect(receiver.received).toEqual([]);
  expect((await ledgerOf(service, id)).map(({ state }) => state)).toEqual(['skipped']);
});

it('a life that began after a check did is left to the next check, so that its alerts are not older than it', async () => {
  const { core } = service;
  const deps = {
    ...core,
    queue: openQueue(core.config),
    checks: { send: async () => {} },
    metrics: noMetrics,
  };
  const { id } = await (await service.guest()).createMonitor();
  await service.fail(id);
  const monitor = await getMonitor(core.table, String(id));
  if (!monitor) throw new Error('There is no monitor.');
  const check = (now: number) =>
    checkMonitor(
      deps,
      {
        now,
        path: { windows: [], provenAt: service.clock.now() },
        hasTime: () => true,
        atOnce: 1,
        history: { isFull: false },
        alerting: new Map(),
      },
      monitor,
    );

  await check(monitor.createdAt - 1);
  expect(await ledgerOf(service, monitor.id)).toEqual([]);
  await check(monitor.createdAt + 1);
  expect(await ledgerOf(service, monitor.id)).toHaveLength(1);
});
