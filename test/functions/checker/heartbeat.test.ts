import { beforeEach, describe, expect, it } from 'vitest';
import { benchMonitor, putFleet } from '../../../bench/fleet.ts';
import { runCheck } from '../../../functions/checker/checker.ts';
import { continueShard } from '../../../functions/checker/continue-shard.ts';
import type { ShardMessage } from '../../../lib/adapters/check-queue.ts';
import { leaseShards } from '../../../lib/data/monitors/shard-leases.ts';
import { noMetrics } from '../../../lib/runtime/report/metrics.ts';
import type { CheckerDeps } from '../../../lib/runtime/deps.ts';
import { receiver } from '../../lib/adapters/receiver.ts';
import { checkWithQueueDown, keptQueue } from '../../support/alerts/alerting.ts';
import { logInto, START_AT, startTestService } from '../../support/service/service.ts';
import { fresh, shared } from '../../support/service/shared.ts';
import { itThorough } from '../../support/thorough.ts';

const OK = { status: 200, headers: {} };
let answer: { status: number; headers: Record<string, string> } | null = OK;
let lines: string[] = [];

const elsewhere = shared(() =>
  receiver((response) => answer && response.writeHead(answer.status, answer.headers).end()),
);
const urlOf = (port: number) => `http://127.0.0.1:${port}/in/other-copy`;
const service = fresh(() => {
  answer = OK;
  lines = [];
  elsewhere.received.length = 0;
  return startTestService({
    // Which alerts may not be told on: the URL is the operator's own.
    allowLoopbackAlerts: false,
    heartbeatUrl: urlOf(elsewhere.port),
    log: logInto(lines),
  });
});

let deps: CheckerDeps;
let rest: ShardMessage[];
beforeEach(() => {
  rest = [];
  const checks = { send: async (messages: readonly ShardMessage[]) => void rest.push(...messages) };
  deps = { ...service.core, queue: keptQueue(), checks, metrics: noMetrics };
});

/** Monitors that have been silent for too long. */
async function silent(count: number): Promise<void> {
  await putFleet(
    service.core.table,
    Array.from({ length: count }, () => benchMonitor(START_AT)),
  );
  service.clock.sleep(301);
}

/** Time for so many items. */
function timeFor(items: number): () => boolean {
  let left = items;
  return () => left-- > 0;
}

describe('a check that did its work whole', () => {
  it('tells by one GET without a body, at most once a minute', async () => {
    await service.check();
    expect(elsewhere.received).toMatchObject([{ method: 'GET', url: '/in/other-copy', body: '' }]);

    service.clock.sleep(59);
    await service.check();
    expect(elsewhere.received).toHaveLength(1);

    service.clock.sleep(1);
    await service.check();
    expect(elsewhere.received).toHaveLength(2);
  });

  it('is not whole while shards are left, and is when the last of them is worked off', async () => {
    await silent(20);
    await runCheck(deps, timeFor(3));
    expect(rest.length).toBeGreaterThan(1);

    for (let message = rest.shift(); message; message = rest.shift()) {
      expect(elsewhere.received).toEqual([]);
      await continueShard(deps, message, () => true);
    }

    expect(elsewhere.received).toHaveLength(1);
  });

  it('is not whole where something failed, also where the rest was worked off without a failure', async () => {
    await silent(3);
    await checkWithQueueDown(service);
    expect(elsewhere.received).toEqual([]);

    await silent(20);
    await runCheck(
      { ...deps, queue: { ...deps.queue, send: () => Promise.reject(new Error()) } },
      timeFor(3),
    );
    for (const message of rest) await continueShard(deps, message, () => true);
    expect(elsewhere.received).toEqual([]);

    service.clock.sleep(300);
    await runCheck(deps, () => true);
    expect(elsewhere.received).toHaveLength(1);
  });

  describe('after one by a clock that was a day ahead', () => {
    const ahead = () => ({ ...deps, clock: { now: () => service.clock.now() + 86_400_000 } });

    it('tells again, though that one failed', async () => {
      const queue = { ...deps.queue, send: () => Promise.reject(new Error()) };
      await silent(3);
      await runCheck({ ...ahead(), queue }, () => true);
      expect(elsewhere.received).toEqual([]);

      service.clock.sleep(300);
      expect(await runCheck(deps, () => true)).toMatchObject({ failed: 0, finished: true });
      expect(elsewhere.received).toHaveLength(1);
    });

    it('is not taken for whole by what that one worked off, and its shards are gone on with', async () => {
      await runCheck(ahead(), () => true);
      elsewhere.received.length = 0;
      service.clock.sleep(120);
      await silent(20);
      await runCheck(deps, timeFor(3));
      expect(rest.length).toBeGreaterThan(1);

      for (let message = rest.shift(); message; message = rest.shift()) {
        expect(elsewhere.received).toEqual([]);
        expect(await continueShard(deps, message, () => true)).toMatchObject({ failed: 0 });
      }
      expect(elsewhere.received).toHaveLength(1);
    });

    it('has the shards that one died on', async () => {
      await leaseShards(deps.table, [0, 1, 2, 3], ahead().clock.now());
      await silent(3);
      expect(await runCheck(deps, () => true)).toMatchObject({ checked: 3, finished: true });
    });
  });

  it.each([
    ['refuses', { status: 500, headers: {} }, 500],
    ['leads elsewhere', { status: 302, headers: { location: '/in/third' } }, 302],
  ])('is as it was where the other one %s, which is logged without its URL', async (_, given, status) => {
    answer = given;

    expect(await service.check()).toEqual({ checked: 0, sent: 0, failed: 0 });
    expect(elsewhere.received).toHaveLength(1);
    expect(lines).toEqual([expect.stringMatching(`^\\["heartbeat_failed",{.*"status":${status}}\\]$`)]);
    expect(lines.join()).not.toContain('other-copy');
  });

  it('is as it was where nobody listens, or the time cannot be noted', async () => {
    service.core.config.heartbeat = { url: 'http://127.0.0.1:9/in/other-copy' };
    expect(await service.check()).toEqual({ checked: 0, sent: 0, failed: 0 });

    service.clock.sleep(300);
    service.core.table.client.middlewareStack.add(
      (next) => (args) =>
        JSON.stringify(args.input).includes('beatAt') ? Promise.reject(new Error('Not now.')) : next(args),
      { step: 'initialize', name: 'broken' },
    );
    expect(await service.check()).toEqual({ checked: 0, sent: 0, failed: 0 });
    expect(lines).toEqual([
      expect.stringContaining('connect_failed'),
      expect.stringMatching(/^\["heartbeat_failed"/),
    ]);
  });

  itThorough('waits some seconds for one who does not answer, when its alerts are on their way', async () => {
    answer = null;
    const sent: unknown[] = [];
    await silent(1);
    const send = async (messages: readonly unknown[]) => void sent.push(...messages);
    const checking = runCheck({ ...deps, queue: { ...deps.queue, send } }, () => true);

    await expect.poll(() => elsewhere.received.length).toBe(1);
    expect(sent).toHaveLength(1);
    expect(await checking).toMatchObject({ checked: 1, failed: 0, finished: true });
    expect(lines).toEqual([expect.stringContaining('timeout')]);
  });
});

it('two copies watch each other, and when one is stopped the other tells', async () => {
  const hook = elsewhere;
  await using one = await startTestService();
  const two = await startTestService();
  const watching = { interval_sec: 600, alert_url: urlOf(hook.port) };
  const ofTwo = await (await one.guest()).createMonitor({ ...watching, name: 'the other copy' });
  const ofOne = await (await two.guest()).createMonitor({ ...watching, name: 'the first copy' });
  one.core.config.heartbeat = { url: `${two.url}/in/${ofOne['id']}` };
  two.core.config.heartbeat = { url: `${one.url}/in/${ofTwo['id']}` };
  const pass = async (...copies: (typeof one)[]) => {
    for (const { clock } of copies) clock.sleep(300);
    for (const copy of copies) await copy.check();
  };

  for (let passes = 0; passes < 4; passes += 1) await pass(one, two);
  expect(hook.received).toEqual([]);

  await two.stop();
  await pass(one);
  await pass(one);
  expect(hook.received).toEqual([]);
  await pass(one);

  expect(hook.received).toHaveLength(1);
  expect(JSON.parse(hook.received[0]?.body ?? '')).toMatchObject({
    name: 'the other copy',
    reason: 'silence',
  });
});
