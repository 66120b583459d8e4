import { afterEach, beforeEach, expect, it } from 'vitest';
import { startReceiver, type Receiver } from '../../support/alerts/receiver.ts';
import { startTestService, type Person, type TestService } from '../../support/service/service.ts';
import { fresh } from '../../support/service/shared.ts';

const HANGING = 150;
/** A delivery gives up after ten seconds. */
const TEST_MAX_MS = 90_000;

let service: TestService;

const hanging = fresh(startReceiver);
const healthy = fresh(startReceiver);
beforeEach(async () => {
  hanging.answer = 'never';
  service = await startTestService({ isTimed: true, checkEverySec: 1, drainEverySec: 1 });
});
afterEach(() => service.stop());

/** Jobs of one owner that fail together, each with a hook of its own at one receiver. */
async function failing(person: Person, count: number, receiver: Receiver): Promise<void> {
  const made: { id: string }[] = [];
  for (let n = 0; n < count; n++)
    made.push({ id: (await person.createMonitor({ alert_url: `${receiver.url}/${n}` }))['id'] });
  await Promise.all(made.map(({ id }) => service.call('POST', `/in/${id}/fail`)));
}

async function until(isSo: () => boolean, withinMs: number): Promise<number> {
  const startedMs = performance.now();
  while (!isSo() && performance.now() - startedMs < withinMs)
    await new Promise((resolve) => setTimeout(resolve, 50));
  return performance.now() - startedMs;
}

it('hold up neither checks nor the alerts of others', { timeout: TEST_MAX_MS }, async () => {
  const [victim, other] = [await service.guest(), await service.guest()];
  await failing(victim, HANGING, hanging);
  await until(() => hanging.received.length >= 30, 20_000);

  await failing(other, 3, healthy);
  const tookMs = await until(() => healthy.received.length === 3, 20_000);

  expect(healthy.received).toHaveLength(3);
  // Before a delivery that hangs is given up.
  expect(tookMs).toBeLessThan(8_000);
});

it('let the service end', { timeout: TEST_MAX_MS }, async () => {
  await failing(await service.guest(), 40, hanging);
  await until(() => hanging.received.length >= 10, 20_000);
  const startedMs = performance.now();

  await service.stop();

  expect(performance.now() - startedMs).toBeLessThan(16_000);
  expect(service.logged.filter((code) => code !== 'alert_given_up')).toEqual([]);
});
