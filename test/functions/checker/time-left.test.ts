import { expect, it } from 'vitest';
import { benchMonitor, putFleet } from '../../../bench/fleet.ts';
import { checkerHandler } from '../../../functions/checker/checker.ts';
import type { QueueMessage } from '../../../lib/adapters/queue.ts';
import { LambdaContext } from '../../../lib/local/lambda-context.ts';
import { noMetrics } from '../../../lib/runtime/report/metrics.ts';
import { areas } from '../../../lib/areas/areas.ts';
import { keptQueue, noChecks } from '../../support/alerts/alerting.ts';
import { startTestService, START_AT } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

const service = shared(startTestService);

/** A check by the Lambda handler with so much time left, asked for it again and again; what it put on the queue. */
async function check(leftMs: () => number) {
  const sent: QueueMessage[] = [];
  const queue = keptQueue(sent);
  const context = new LambdaContext('checker');
  context.getRemainingTimeInMillis = leftMs;
  const report = await checkerHandler({ ...service.core, queue, checks: noChecks, metrics: noMetrics })(
    {},
    context,
  );
  return { report, sent };
}

it('a check begins nothing in its last ten seconds, and queues what it recorded before', async () => {
  const silent = Array.from({ length: 30 }, () =>
    benchMonitor(START_AT, { intervalSec: 300, dueAt: START_AT + 300_001 }),
  );
  await putFleet(service.core.table, silent);
  service.clock.sleep(301);

  expect(await check(() => 10_000)).toMatchObject({ report: { checked: 0, finished: false }, sent: [] });

  // Asked once when it begins, then before each item.
  let asked = 0;
  const { report, sent } = await check(() => (++asked > 11 ? 10_000 : 60_000));
  expect(report).toMatchObject({ checked: 10, finished: false });
  expect(sent).toHaveLength(10);

  const rest = await check(() => areas.checker.timeoutSec * 1000 - 5_000);
  expect(rest.report.finished).toBe(true);
  expect(rest.sent).toHaveLength(20);
});
