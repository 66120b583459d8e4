import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { notifierHandler } from '../../functions/notifier/notifier.ts';
import { defaultSettings } from '../../lib/config/settings/all-settings.ts';
import { eventSource } from '../../lib/local/queues/event-source.ts';
import { MessageQueue } from '../../lib/local/queues/message-queue.ts';
import { notifierDeps } from '../../lib/runtime/lambda/live-notifier.ts';
import { noMetrics } from '../../lib/runtime/report/metrics.ts';
import { checkWithQueueDown, pendingOf } from '../support/alerts/alerting.ts';
import { startReceiver } from '../support/alerts/receiver.ts';
import { startTestService } from '../support/service/service.ts';
import { fresh, shared } from '../support/service/shared.ts';

const HANGING = 150;
const HEALTHY = 20;

const service = shared(() => startTestService({ isTimed: true }));
const hanging = fresh(startReceiver);
const healthy = fresh(startReceiver);

/** Failures of jobs of as many owners, each with one hook at a receiver, as the queue carries them. */
async function failures(count: number, alertUrl: string) {
  const ids: string[] = [];
  for (let made = 0; made < count; made++) {
    const { id } = await (await service.guest()).createMonitor({ alert_url: alertUrl });
    await service.fail(id);
    ids.push(id);
  }
  return ids;
}

it.each([
  ['the batches of a small account in AWS', defaultSettings.notifierConcurrency, 5 * 10_000],
  ['the lanes of one machine', 16, 0],
])(
  '150 owners whose receivers hang hold up 20 others, by %s, as long as docs/security.md says',
  { timeout: 120_000 },
  async (_, atOnce, heldUpMs) => {
    hanging.answer = 'never';
    const ids = [...(await failures(HANGING, hanging.url)), ...(await failures(HEALTHY, healthy.url))];
    await checkWithQueueDown(service);
    const queue = new MessageQueue({
      name: 'alerts',
      clock: service.clock,
      visibilityTimeoutSec: 360,
      deadLetters: null,
    });
    for (const id of ids)
      for (const message of await pendingOf(service, id))
        queue.send(JSON.stringify(message), { MessageGroupId: id });
    const source = eventSource(queue, atOnce);
    const startedMs = performance.now();

    source.begin(notifierHandler(notifierDeps(service.core, noMetrics)), { functionName: 'notifier' });
    while (healthy.received.length < HEALTHY && performance.now() < startedMs + 100_000) await sleep(50);
    const tookMs = performance.now() - startedMs;
    await source.stop();

    expect(healthy.received).toHaveLength(HEALTHY);
    expect(tookMs).toBeGreaterThan(heldUpMs);
    expect(tookMs).toBeLessThan(heldUpMs + 9_000);
  },
);
