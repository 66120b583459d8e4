import { beforeEach, describe, expect, it } from 'vitest';
import { runCheck } from '../../../functions/checker/checker.ts';
import { newMonitorId } from '../../../lib/adapters/ids.ts';
import type { Mailer } from '../../../lib/adapters/alerts/mail.ts';
import { openQueue } from '../../../lib/adapters/queue.ts';
import { getConsent } from '../../../lib/data/alerts/consents.ts';
import { monitorPage } from '../../../lib/data/monitors/monitor-pages.ts';
import { getMonitor, putMonitorItem } from '../../../lib/data/monitors/monitors.ts';
import { pointerItem } from '../../../lib/data/monitors/space-monitors.ts';
import { transact } from '../../../lib/data/table.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { hashOfAddress } from '../../../lib/flows/address-hash.ts';
import { sideBySide } from '../../../lib/flows/concurrently.ts';
import { noMetrics } from '../../../lib/runtime/report/metrics.ts';
import {
  checkWithQueueDown,
  consentPathIn,
  keptQueue,
  noChecks,
  notifyWith,
  pendingOf,
} from '../../support/alerts/alerting.ts';
import { failTable } from '../../support/table/failing-table.ts';
import { watchingTable, type TableCall } from '../../support/table/watching-table.ts';
import { monitor } from '../../support/alerts/monitor-builder.ts';
import { itThorough, rounds } from '../../support/thorough.ts';
import { START_AT, startTestService, type Reply } from '../../support/service/service.ts';
import { fresh } from '../../support/service/shared.ts';

const ADDRESS = 'alice@example.com';
const HOUR_SEC = 3_600;

let spaceId: string;
let path: string;

const service = fresh(startTestService);
const alice = fresh(() => service.guest());
beforeEach(async () => {
  const { id } = await alice.createMonitor({ alert_to: ADDRESS, interval_sec: 86_400 });
  await service.drain();
  spaceId = (await getMonitor(service.core.table, id))?.spaceId ?? '';
  const question = service.mailbox.messages()[0]?.text ?? '';
  path = consentPathIn(question);
});

/** Monitors that fell silent an hour ago and could be told to nobody, since their address had not agreed. */
async function waiting(count: number, ids = Array.from({ length: count }, newMonitorId)): Promise<string[]> {
  await silent(ids, START_AT);
  service.clock.advance(HOUR_SEC);
  return ids;
}

/** Monitors that fell silent and of which an alert was decided then, that is no more to be sent. */
async function silent(ids: readonly string[], at: number): Promise<void> {
  const { table } = service.core;
  const repeat = { alertRepeatSec: 7 * 86_400, dueAt: at + 7 * 86_400_000 };
  const incident = {
    number: 1,
    reason: 'silence',
    downSince: at,
    openedAt: at,
    alertedAt: at,
    alerts: 1,
  } as const;
  await sideBySide(ids, 20, async (id) => {
    const named = { id, spaceId, name: id, alertTo: ADDRESS, intervalSec: 300, incidents: 1, incident };
    const told = monitor({ ...named, ...repeat, createdAt: at - 600_000, lastEventAt: at - 400_000 });
    await transact(table, [putMonitorItem(table, told), pointerItem(table, told)]);
  });
}

/** A check comes a moment later. */
async function confirm(): Promise<Reply> {
  const reply = await service.call('POST', `${path}/confirm`);
  service.clock.advance(1);
  return reply;
}
const mails = () => service.mailbox.messages().filter(({ subject }) => !subject.startsWith('Confirm'));
const alertsOf = async (id: string) => (await getMonitor(service.core.table, id))?.incident?.alerts;
/** How often each of them was told since the address agreed, the fewest and the most. */
async function toldTimes(ids: readonly string[]): Promise<[least: number, most: number]> {
  const times = await sideBySide(ids, 20, async (id) => ((await alertsOf(id)) ?? 0) - 1);
  return [Math.min(...times), Math.max(...times)];
}
const isOwed = async () =>
  (await getConsent(service.core.table, spaceId, hashOfAddress(ADDRESS)))?.dueAt !== null;

describe('an address that agrees while many alerts wait for it', { timeout: 240_000 }, () => {
  it.each(rounds(0, 1) === 0 ? [24] : [300, 2_000])(
    'is answered at once; the next checks tell all %i, grouped',
    async (count) => {
      const ids = await waiting(count);
      const { commands, end } = failTable(service, () => false);

      expect((await confirm()).status).toBe(200);
      end();

      expect(commands.length).toBeLessThan(10);
      // One check is enough, but where the machine is so busy that its time ends.
      for (let tick = 0; tick < 5 && (await isOwed()); tick++) {
        await service.check();
        service.clock.advance(300);
      }
      await service.drain();
      expect(await isOwed()).toBe(false);
      expect(await toldTimes(ids)).toEqual([1, 1]);
      // Two more for each check that a busy machine needs.
      expect(mails().length).toBeLessThanOrEqual(count / 100 + 10);
      const before = mails().length;
      await confirm();
      await service.check();
      expect(mails()).toHaveLength(before);
    },
  );

  itThorough('hears of all when calls fail in the middle, and of each once', async () => {
    const ids = await waiting(rounds(30, 300));
    await confirm();
    for (const [command, every] of [
      ['TransactWriteItemsCommand', 7],
      ['PutItemCommand', 5],
      ['BatchGetItemCommand', 2],
    ] as const) {
      const broken = failTable(service, (name, before) => name === command && before % every === 0);
      await service.check();
      broken.end();
      service.clock.advance(300);
    }
    for (let tick = 0; tick < 3; tick++) {
      await service.check();
      service.clock.advance(300);
    }

    expect(await toldTimes(ids)).toEqual([1, 1]);
    expect(await isOwed()).toBe(false);
  });

  itThorough('has the rest told after a crash between any two calls', async () => {
    const ids = await waiting(40);
    await confirm();
    for (let call = 1; call < 400; call += 13) {
      const dead = failTable(service, (_command, before) => before >= call);
      await service.check().catch(() => undefined);
      dead.end();
    }
    service.clock.advance(600);
    await service.check();
    await service.check();

    expect(await toldTimes(ids)).toEqual([1, 1]);
    expect(await isOwed()).toBe(false);
  });

  itThorough('has all told though checks end in the middle', async () => {
    const ids = await waiting(60);
    const deps = {
      ...service.core,
      queue: openQueue(service.core.config),
      checks: noChecks,
      metrics: noMetrics,
    };
    await confirm();
    for (const times of [20, 45, 70]) {
      let asked = 0;
      await runCheck(deps, () => ++asked < times);
    }
    expect((await toldTimes(ids))[1]).toBe(1);
    service.clock.advance(300);
    await service.check();

    expect(await toldTimes(ids)).toEqual([1, 1]);
  });

  itThorough(
    'has the others told though one cannot be read for a day, and that one when it can',
    async () => {
      const [broken = '', ...ids] = await waiting(30);
      await confirm();
      const stop = failReadsOf(broken);
      for (let tick = 0; tick < 3; tick++) {
        await service.check();
        service.clock.advance(300);
      }
      expect([await toldTimes(ids), await alertsOf(ids[0] ?? '')]).toEqual([[1, 1], 2]);
      expect([...service.logged]).toContain('check_failed');
      stop();
      await service.check();

      expect(await toldTimes([broken, ...ids])).toEqual([1, 1]);
      expect(await isOwed()).toBe(false);
    },
  );

  itThorough('is owed what cannot be read for a day, and no longer: then its repeat gap holds', async () => {
    const [broken = ''] = await waiting(1);
    await confirm();
    const stop = failReadsOf(broken);
    await service.check();
    service.clock.advance(23 * HOUR_SEC);
    await service.check();
    expect(await isOwed()).toBe(true);

    service.clock.advance(HOUR_SEC);
    await service.check();
    stop();

    expect(await isOwed()).toBe(false);
  });
});

it('an address is told what a notifier had under way that met no answer yet', async () => {
  const { id } = await alice.createMonitor({ alert_to: ADDRESS, interval_sec: 86_400 });
  await service.fail(id);
  await checkWithQueueDown(service);
  let isAnswered = false;
  const before = async ({ input }: TableCall) => {
    if (isAnswered || !JSON.stringify(input).includes('not_confirmed')) return;
    isAnswered = true;
    await confirm();
    await checkWithQueueDown(service);
  };
  const messages = await pendingOf(service, id);
  await watchingTable(service, { before }, () => notifyWith(service, {}, ...messages));
  expect([isAnswered, await alertsOf(id)]).toEqual([true, 1]);

  service.clock.advance(300);
  await service.check();

  expect(await alertsOf(id)).toBe(2);
  expect(mails()).toHaveLength(1);
});

itThorough(
  'an address is not told anew of what was decided once it had agreed, while others wait',
  async () => {
    const [broken = ''] = await waiting(1);
    await confirm();
    const stop = failReadsOf(broken);
    service.clock.advance(300);
    const later = newMonitorId();
    await silent([later], service.clock.now());
    await service.check();
    service.clock.advance(300);
    await service.check();
    expect(await isOwed()).toBe(true);
    stop();

    expect(await alertsOf(later)).toBe(1);
  },
);

itThorough(
  'an address hears also of the one that could not be read, on an earlier page than the last',
  async () => {
    const { table } = service.core;
    const all = await waiting(2, ['0'.repeat(26), 'z'.repeat(26)]);
    await sideBySide(Array.from({ length: LIMITS.monitorsPageMax }, newMonitorId), 20, async (id) => {
      const silentNobody = monitor({
        id,
        spaceId,
        name: id,
        alertTo: null,
        dueAt: START_AT + 7 * 86_400_000,
      });
      await transact(table, [putMonitorItem(table, silentNobody), pointerItem(table, silentNobody)]);
    });
    const { monitors } = await monitorPage(table, [spaceId], {
      limit: LIMITS.monitorsPageMax,
      now: START_AT,
    });
    const [early = ''] = all.filter((id) => monitors.some((each) => each.id === id));
    await confirm();
    const stop = failReadsOf(early);
    await service.check();
    service.clock.advance(300);
    stop();
    await service.check();

    expect(all.filter((id) => !monitors.some((each) => each.id === id))).toHaveLength(1);
    expect(await toldTimes(all)).toEqual([1, 1]);
  },
);

/** Reads of one monitor by itself fail until the returned function is called. */
function failReadsOf(id: string): () => void {
  const { middlewareStack } = service.core.table.client;
  middlewareStack.add(
    (next) => async (args) => {
      if (JSON.stringify((args.input as { Key?: unknown }).Key ?? '').includes(id))
        throw new Error('Not now.');
      return next(args);
    },
    { step: 'initialize', priority: 'high', name: 'one', override: true },
  );
  return () => void middlewareStack.remove('one');
}

describe('the button of the question', () => {
  it('says nothing of an answer that was not written', async () => {
    const broken = failTable(service, (command) => command === 'UpdateItemCommand');
    const reply = await confirm();
    broken.end();

    expect(reply.status).toBe(503);
    expect(reply.text).not.toContain('receives alerts.');
    expect((await confirm()).status).toBe(200);
  });

  itThorough('can be pressed again while what waited is told, and has nothing told twice', async () => {
    const ids = await waiting(20);
    await Promise.all([confirm(), confirm(), confirm()]);
    await Promise.all([confirm(), service.check(), confirm()]);
    await confirm();
    service.clock.advance(300);
    await service.check();

    expect(await toldTimes(ids)).toEqual([1, 1]);
  });

  it('has nothing told once the address has said no again', async () => {
    const ids = await waiting(5);
    await confirm();
    await service.call('POST', `${path}/unsubscribe`);
    await service.check();

    expect(await toldTimes(ids)).toEqual([0, 0]);
    expect(mails()).toEqual([]);
    expect(await isOwed()).toBe(false);
  });

  it('is heard also by a click before it is noted that the question is out', async () => {
    const bob = await service.guest();
    const { id } = await bob.createMonitor({
      name: 'his',
      alert_to: 'bob@example.com',
      interval_sec: 86_400,
    });
    await service.fail(id);
    const his = (await getMonitor(service.core.table, id))?.spaceId ?? '';
    const addressHash = hashOfAddress('bob@example.com');
    const click: Mailer['send'] = async ({ text }) => {
      const page = consentPathIn(text);
      await runCheck(
        { ...service.core, queue: keptQueue(), checks: noChecks, metrics: noMetrics },
        () => true,
      );
      expect((await service.call('POST', `${page}/confirm`)).status).toBe(200);
      return { sent: true, outcome: 'sent', detail: '' };
    };
    await notifyWith(service, { mailer: { send: click } }, { kind: 'confirm', spaceId: his, addressHash });

    expect(await getConsent(service.core.table, his, addressHash)).toMatchObject({
      state: 'confirmed',
      mails: 1,
      dueAt: service.clock.now(),
    });
  });
});
