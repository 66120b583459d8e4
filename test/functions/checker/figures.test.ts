import { duePartition } from '../../../lib/data/due-index.ts';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkerHandler, runCheck } from '../../../functions/checker/checker.ts';
import { openQueue, type Queue } from '../../../lib/adapters/queue.ts';
import { monitorKey } from '../../../lib/data/keys.ts';
import { LambdaContext } from '../../../lib/local/lambda-context.ts';
import { ledgerOf, noChecks, notifyWith, pendingOf } from '../../support/alerts/alerting.ts';
import { KeptFigures } from '../../support/service/figures.ts';
import { startReceiver } from '../../support/alerts/receiver.ts';
import { startTestService } from '../../support/service/service.ts';
import { fresh } from '../../support/service/shared.ts';
import { describeThorough, itThorough } from '../../support/thorough.ts';

let figures: KeptFigures;

const service = fresh(startTestService);
const receiver = fresh(startReceiver);
const alice = fresh(() => service.guest());
beforeEach(() => void (figures = new KeptFigures()));

/** A check, and the figures it wrote. */
async function check({ hasTime = true, queue = {} as Partial<Queue>, table = service.core.table } = {}) {
  const taking = { ...openQueue(service.core.config), ...queue };
  const deps = { ...service.core, table, queue: taking, checks: noChecks, metrics: figures };
  await runCheck(deps, () => hasTime);
  return figures.written.at(-1);
}

async function create(): Promise<string> {
  const { id } = await alice.createMonitor({ interval_sec: 300, alert_url: receiver.url });
  await service.call('POST', `/in/${id}`);
  return id;
}

/** So many minutes, the canary pinging in each of them or in none. */
async function minutes(count: number, canary: 'pings' | 'broken'): Promise<void> {
  for (let minute = 1; minute <= count; minute++) {
    service.clock.sleep(60);
    if (canary === 'pings') await service.canary();
  }
}

describe('the figures of a check', () => {
  it('of a quiet service are one check and nothing else, written once', async () => {
    await check();

    expect(figures.written).toEqual([
      { ChecksFinished: 1, ChecksFailed: 0, CheckAgeSec: 0, DueLagSec: 0, BlindSec: 0 },
    ]);
  });

  it('do not count a check that ran out of time', async () => {
    await create();
    service.clock.sleep(301);

    expect(await check({ hasTime: false })).toMatchObject({ ChecksFinished: 0 });
    expect(await check()).toMatchObject({ ChecksFinished: 1 });
  });

  itThorough('say how long the longest overdue item had waited', async () => {
    await create();
    service.clock.sleep(40);
    await create();
    service.clock.sleep(400);

    const lagSec = (await check())?.DueLagSec;

    expect(lagSec).toBeGreaterThan(139);
    expect(lagSec).toBeLessThanOrEqual(140);
    expect(await check()).toMatchObject({ DueLagSec: 0 });
  });
});

describe('the failed checks', () => {
  it('leave a check unfinished where what is due in a shard cannot be read', async () => {
    await check();
    service.clock.sleep(300);
    let failing = 1;
    service.core.table.client.middlewareStack.add(
      (next, context) => (args) => {
        if (context['commandName'] !== 'QueryCommand' || failing-- !== 1) return next(args);
        throw Object.assign(new Error('Not now.'), { name: 'AccessDeniedException' });
      },
      { step: 'initialize', name: 'unread' },
    );

    expect(await check()).toMatchObject({ ChecksFinished: 0, ChecksFailed: 1, CheckAgeSec: 300 });
    expect(await check()).toMatchObject({ ChecksFinished: 1, ChecksFailed: 0, CheckAgeSec: 0 });
  });

  it('are the items that could not be judged', async () => {
    const key = monitorKey('0'.repeat(26));
    const broken = {
      duePk: duePartition(service.core.table, key.pk),
      dueAt: 1,
      active: true,
      cron: 'broken',
      lastEventAt: 1,
      rev: 0,
    };
    const { client, name } = service.core.table;
    await client.send(new PutCommand({ TableName: name, Item: { ...key, ...broken } }));

    expect(await check()).toMatchObject({ ChecksFinished: 1, ChecksFailed: 1 });
  });

  itThorough('are every due item when the table lets alerts be read and not written', async () => {
    await create();
    await create();
    service.clock.sleep(301);
    service.core.table.client.middlewareStack.add(
      (next, context) => (args) => {
        if (context['commandName'] !== 'TransactWriteItemsCommand') return next(args);
        throw Object.assign(new Error('Not allowed.'), { name: 'AccessDeniedException' });
      },
      { step: 'initialize', name: 'denied' },
    );

    expect(await check()).toMatchObject({ ChecksFinished: 1, ChecksFailed: 2 });
  });

  it('are the messages that the queue did not take', async () => {
    await create();
    service.clock.sleep(301);
    const send = () => Promise.reject(new Error('The queue is down.'));

    expect(await check({ queue: { send } })).toMatchObject({ ChecksFinished: 1, ChecksFailed: 1 });
  });
});

describe('the blind seconds', () => {
  itThorough('are none after an hour in which nothing was checked and pings came in', async () => {
    await service.canary();
    await check();
    await minutes(60, 'pings');

    expect(await check()).toMatchObject({ BlindSec: 0 });
  });

  itThorough('are reported once, also by a check that does not go through', async () => {
    await create();
    await service.canary();
    await check();
    await minutes(59, 'broken');
    await minutes(1, 'pings');

    expect(await check({ hasTime: false })).toMatchObject({ BlindSec: 3_600 });
    expect(await check()).toMatchObject({ BlindSec: 0 });
  });

  it('grow while the path is lost', async () => {
    await service.canary();
    await check();
    service.core.config.pingNames = { origins: ['http://127.0.0.1:9'] };
    for (let tick = 0; tick < 3; tick++) {
      await minutes(5, 'broken');
      await check();
    }

    expect(figures.of('BlindSec')).toEqual([0, 300, 600, 900]);
  });

  itThorough('are those of a canary that is heard again before anybody checks', async () => {
    await service.canary();
    await check();
    await minutes(3, 'broken');
    await minutes(2, 'pings');

    expect(await check()).toMatchObject({ BlindSec: 240 });
    await minutes(5, 'pings');
    expect(await check()).toMatchObject({ BlindSec: 0 });
  });
});

function fail(message: string): never {
  throw new Error(message);
}

describe('a check that breaks off', () => {
  const depsWith = (changed: object) => ({
    ...service.core,
    queue: openQueue(service.core.config),
    checks: noChecks,
    metrics: figures,
    ...changed,
  });

  it('fails with nothing in its message, and says why in its own log', async () => {
    const broken = { put: () => fail('The table said alice@example.com.') };

    const run = checkerHandler(depsWith({ metrics: broken }))({}, new LambdaContext('checker'));

    await expect(run).rejects.toEqual(new Error('The run failed; the line run_failed of this log says how.'));
    expect(service.logged).toEqual(['run_failed']);
  });

  it('for want of a table counts each shard as failed, and is not finished', async () => {
    const table = { ...service.core.table, name: 'no-such-table' };

    const report = await checkerHandler(depsWith({ table }))({}, new LambdaContext('checker'));

    expect(report).toMatchObject({ checked: 0, finished: false });
    expect(report.failed).toBeGreaterThanOrEqual(table.dueShards);
    expect(figures.written).toContainEqual(expect.objectContaining({ ChecksFailed: report.failed }));
  });
});

describeThorough('an alert that is never settled', () => {
  const down = { send: () => Promise.reject(new Error('The queue is down.')) };
  /** Checks while the queue takes nothing, ten minutes apart. */
  async function lost(checks: number): Promise<void> {
    for (let each = 0; each < checks; each++) {
      service.clock.advance(600);
      await check({ queue: down });
    }
  }

  it('is counted from the thirteenth time that it goes on the queue', async () => {
    await create();
    service.clock.advance(301);
    await check({ queue: down });

    await lost(12);
    expect(figures.of('AlertsUnsettled')).toEqual([]);
    await lost(1);

    expect(figures.of('AlertsUnsettled')).toEqual([1]);
  });

  it('is counted alone, not with the recovery that waits for it', async () => {
    const { id } = await alice.createMonitor({ interval_sec: 86_400, alert_url: receiver.url });
    for (const path of [`/in/${id}/fail`, `/in/${id}`]) {
      await service.call('POST', path);
      service.clock.advance(2);
    }
    await check({ queue: down });
    const recovery = (await pendingOf(service, id)).slice(1);
    await notifyWith(service, {}, ...recovery);

    await lost(15);

    expect(await ledgerOf(service, id)).toMatchObject([
      { content: { kind: 'miss' }, requeued: 15, waitingSince: null },
      { content: { kind: 'recovery' }, requeued: 15, waitingSince: expect.any(Number) },
    ]);
    expect(figures.of('AlertsUnsettled')).toEqual([1, 1, 1]);
  });

  it('is not counted when it is looked at now and then during a pause', async () => {
    const id = await create();
    service.clock.advance(301);
    await check({ queue: down });
    await alice.patch(id, {
      paused_until: new Date(service.clock.now() + 2 * 86_400_000).toISOString(),
    });

    for (let hour = 0; hour < 16; hour++) {
      service.clock.advance(3_600);
      await check();
      await service.drain();
    }

    expect(receiver.received).toEqual([]);
    expect(figures.of('AlertsUnsettled')).toEqual([]);
  });
});
