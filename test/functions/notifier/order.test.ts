import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openQueue } from '../../../lib/adapters/queue.ts';
import { sendWebhook, type WebhookRequest } from '../../../lib/adapters/alerts/webhook.ts';
import { leaseAlert } from '../../../lib/data/alerts/alerts.ts';
import { failing, watchingTable } from '../../support/table/watching-table.ts';
import {
  checkWithQueueDown,
  enqueue,
  ledgerOf,
  notifyWith,
  pendingOf,
} from '../../support/alerts/alerting.ts';
import { startReceiver } from '../../support/alerts/receiver.ts';
import { startTestService } from '../../support/service/service.ts';
import { fresh, shared } from '../../support/service/shared.ts';
import { itThorough } from '../../support/thorough.ts';

/** Of a life of many signals and checks, on a busy machine. */
const SLOW_MS = 90_000;

let id: string;

const service = shared(startTestService);
const alice = fresh(() => service.guest());
const receiver = fresh(startReceiver);
beforeEach(async () => {
  id = (await alice.createMonitor({ interval_sec: 86_400, alert_url: receiver.url }))['id'];
  await service.ping(id);
});
afterEach(() => alice.remove(id));

/** The job fails, or is back, some seconds later. */
async function signal(kind: 'fail' | 'ok'): Promise<void> {
  service.clock.advance(2);
  await service.call('GET', kind === 'fail' ? `/in/${id}/fail` : `/in/${id}`);
}
/** What the job did becomes alerts that nobody has tried to tell. */
async function decided(...kinds: ('fail' | 'ok')[]): Promise<void> {
  for (const kind of kinds) await signal(kind);
  await checkWithQueueDown(service);
}
/** Checks, one every five minutes. */
async function live(checks: number): Promise<void> {
  for (let check = 0; check < checks; check++) {
    service.clock.advance(300);
    await service.check();
  }
}
const briefOf = (kind: unknown, incident: unknown) => `${String(kind).replace('service.', '')} ${incident}`;
const told = () => receiver.received.map(({ json }) => briefOf(json['type'], json['incident']));
const ledger = async () =>
  (await ledgerOf(service, id)).map(
    ({ content, state }) => `${briefOf(content.kind, content.incident)} ${state}`,
  );
const messages = () => pendingOf(service, id);
/** One try of each of the given alerts by a receiver that is down, a minute ago. */
async function triedInVain(...briefs: string[]): Promise<void> {
  receiver.answer = 500;
  const alerts = await ledgerOf(service, id);
  for (const { content, sk } of alerts)
    if (briefs.includes(briefOf(content.kind, content.incident)))
      await notifyWith(service, {}, { kind: 'alert', tenant: id, monitorId: id, sk });
  receiver.answer = 200;
  receiver.received.length = 0;
  service.clock.advance(72);
}

describe('a job that flaps', () => {
  it(
    'loses no recovery to a receiver that is down for two checks: each is told, or named by what took its place',
    async () => {
      const flapping = Array.from({ length: 3 }, () => ['fail', 'ok'] as const).flat();
      receiver.answer = 500;
      for (let check = 0; check < 2; check++) {
        for (const kind of flapping) await signal(kind);
        await service.check();
      }
      receiver.answer = 200;
      receiver.received.length = 0;
      for (const kind of flapping) await signal(kind);

      await live(1);
      for (let left = 20; left > 0 && (await messages()).length > 0; left--) await live(1);

      const alerts = await ledgerOf(service, id);
      expect(alerts).toHaveLength(18);
      expect(new Set(alerts.map(({ state }) => state))).toEqual(new Set(['sent', 'superseded']));
      const named = receiver.received.flatMap(({ json }) => json['superseded']?.['total'] ?? 0);
      const superseded = alerts.filter(({ state }) => state === 'superseded');
      expect(superseded.length).toBeGreaterThan(9);
      expect(named.reduce((sum, total) => sum + total, 0)).toBe(superseded.length);
      expect(told().at(-1)).toBe('recovery 9');
    },
    SLOW_MS,
  );

  itThorough(
    'has its recoveries told though sixty alerts of it came right after',
    async () => {
      receiver.answer = 500;
      await decided('fail', 'ok');
      const [miss, recovery] = await messages();
      for (let check = 0; check < 3; check++) {
        service.clock.advance(100);
        await decided(
          ...Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'fail' : 'ok') as 'fail' | 'ok'),
        );
      }
      receiver.answer = 200;
      await notifyWith(service, {}, ...(miss ? [miss] : []));

      await notifyWith(service, {}, ...(recovery ? [recovery] : []));

      expect(told()).toEqual(['miss 1', 'recovery 1']);
    },
    SLOW_MS,
  );

  itThorough(
    'tries a dead receiver once a minute at most, however often it flaps, and tells it the newest when it is back',
    async () => {
      const flapping = Array.from({ length: 5 }, () => ['fail', 'ok'] as const).flat();
      receiver.answer = 500;
      const triesOf = async () => {
        const before = receiver.received.length;
        for (const kind of flapping) await signal(kind);
        await service.check();
        const atOnce = receiver.received.length - before;
        for (let second = 0; second < 260; second += 20) {
          service.clock.advance(20);
          await service.drain();
        }
        return { atOnce, later: receiver.received.length - before - atOnce };
      };

      expect(await triesOf()).toEqual({ atOnce: 1, later: 2 });
      expect(await triesOf()).toEqual({ atOnce: 1, later: 2 });
      expect((await messages()).length).toBeLessThanOrEqual(2);
      receiver.answer = 200;
      receiver.received.length = 0;
      await live(3);

      expect(told()).toEqual(['miss 10', 'recovery 10']);
      const total = receiver.received[0]?.json['superseded']?.['total'];
      expect(total).toBe(18);
    },
    SLOW_MS,
  );

  itThorough(
    'has its owner told that the channel fails, though none of its alerts is given up on',
    async () => {
      receiver.answer = 500;
      for (let round = 0; round < 5; round++) {
        await signal('fail');
        await service.check();
        await signal('ok');
        service.clock.advance(56);
        await service.check();
      }

      expect(receiver.received.length).toBeGreaterThanOrEqual(5);
      const { json } = await alice.call('GET', `/api/endpoints/${id}`);
      expect(json['failing_channels']).toMatchObject([{ channel: 'webhook' }]);
    },
    SLOW_MS,
  );
});

describe('what is older', () => {
  it('goes first, in whatever order the messages come', async () => {
    await decided('fail', 'ok', 'fail', 'ok', 'fail');
    const all = await messages();

    for (const message of all.toReversed()) await notifyWith(service, {}, message);
    await live(6);

    expect(told()).toEqual(['miss 1', 'recovery 1', 'miss 2', 'recovery 2', 'miss 3']);
  });

  it('goes first within one batch, as if it had come in order', async () => {
    await decided('fail', 'ok', 'fail', 'ok', 'fail');

    expect(await notifyWith(service, {}, ...(await messages()).toReversed())).toEqual([]);

    expect(told()).toEqual(['miss 1', 'recovery 1', 'miss 2', 'recovery 2', 'miss 3']);
  });

  it('and untried has a newer message come back soon, once; after that it is the checker’s', async () => {
    await decided('fail', 'ok', 'fail');
    const newest = (await messages()).slice(-1);
    const waits: number[] = [];
    const queue = {
      ...openQueue(service.core.config),
      postpone: async (_handle: string, seconds: number) => void waits.push(seconds),
    };

    expect(await notifyWith(service, { queue }, ...newest)).toEqual(['message-0']);
    expect(await notifyWith(service, { queue }, ...newest)).toEqual([]);

    expect(waits).toEqual([20]);
    expect(told()).toEqual([]);
  });

  itThorough('and being told right now is waited for', async () => {
    await decided('fail', 'ok', 'fail');
    const [first, second, third] = await ledgerOf(service, id);
    await triedInVain('miss 1');
    service.clock.advance(72);
    const now = service.clock.now();
    await leaseAlert(service.core.table, { monitorId: id, sk: first?.sk ?? '' }, now, now + 45_000);
    await enqueue(service, { kind: 'alert', tenant: id, monitorId: id, sk: third?.sk ?? '' });
    await enqueue(service, { kind: 'alert', tenant: id, monitorId: id, sk: second?.sk ?? '' });

    await service.drain();

    expect(told()).toEqual([]);
    expect(await ledger()).toEqual(['miss 1 pending', 'recovery 1 pending', 'miss 2 pending']);
  });

  itThorough(
    'and never settled by a fault of ours holds up what is newer for half an hour, not for good',
    async () => {
      await decided('fail', 'ok', 'fail');
      const stuck = (await ledgerOf(service, id))[0]?.content.alertId;
      const stubborn = async (request: WebhookRequest) => {
        if (request.headers['webhook-id'] === stuck) throw new Error('This one cannot be told.');
        return sendWebhook(request);
      };

      for (let minute = 0; minute <= 40; minute += 5) {
        await notifyWith(service, { sendWebhook: stubborn }, ...(await messages()));
        service.clock.advance(300);
      }

      expect(told()).toEqual(['miss 2']);
      expect(await ledger()).toEqual(['miss 1 superseded', 'recovery 1 superseded', 'miss 2 sent']);
    },
  );
});

describe('the alert of a newer incident', () => {
  it('takes the place of what failed and of what waits behind it, and names both in each try', async () => {
    await decided('fail', 'ok', 'fail');
    await triedInVain('miss 1');
    receiver.answer = 500;
    await notifyWith(service, {}, ...(await messages()).slice(-1));
    receiver.answer = 200;

    await live(3);

    expect(await ledger()).toEqual(['miss 1 superseded', 'recovery 1 superseded', 'miss 2 sent']);
    expect(told()).toEqual(['miss 2', 'miss 2']);
    expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1);
    expect(receiver.received[0]?.json['superseded']).toMatchObject({
      total: 2,
      last: [
        { type: 'service.miss', incident: 1 },
        { type: 'service.recovery', incident: 1 },
      ],
    });
    expect(receiver.received[0]?.json['text']).toMatch(/Not delivered earlier: failed at .*, back at .*\.$/);
  });

  it('shows them as superseded, with what took their place', async () => {
    await decided('fail', 'ok', 'fail');
    await triedInVain('miss 1');
    await notifyWith(service, {}, ...(await messages()).slice(-1));

    const { json } = await alice.call('GET', `/api/endpoints/${id}/alerts`);

    expect(json['alerts'].map(({ state }: { state: string }) => state)).toEqual([
      'sent',
      'superseded',
      'superseded',
    ]);
    expect(json['alerts'][2]['attempts']).toMatchObject([
      { outcome: 'refused_status' },
      { outcome: 'superseded', detail: 'Alert 1 of incident 2 took its place.' },
    ]);
  });

  itThorough('says the same when the notifier dies after it took their place', async () => {
    await decided('fail', 'ok', 'fail');
    await triedInVain('miss 1');
    const dying = () => Promise.reject(new Error('The process is gone.'));
    await notifyWith(service, { sendWebhook: dying }, ...(await messages()).slice(-1));
    expect(await ledger()).toEqual(['miss 1 superseded', 'recovery 1 superseded', 'miss 2 pending']);

    await live(2);

    expect(told()).toEqual(['miss 2']);
    expect(receiver.received[0]?.json['superseded']).toMatchObject({ total: 2 });
  });

  itThorough('takes nobody’s place when that cannot be written, and is told later', async () => {
    await decided('fail', 'ok', 'fail');
    await triedInVain('miss 1');
    const newest = (await messages()).slice(-1);
    const before = failing(({ command }) => command === 'TransactWriteItemsCommand');

    await watchingTable(service, { before }, () => notifyWith(service, {}, ...newest));
    expect(await ledger()).toEqual(['miss 1 pending', 'recovery 1 pending', 'miss 2 pending']);
    expect(told()).toEqual([]);
    await live(2);

    expect((await ledger()).at(-1)).toBe('miss 2 sent');
    expect(told().at(-1)).toBe('miss 2');
  });

  itThorough('does not wait for an older one that is sent once more at its owner’s wish', async () => {
    receiver.answer = 500;
    await signal('fail');
    await service.check();
    for (const seconds of [72, 360, 1_080, 4_320]) {
      service.clock.advance(seconds);
      await service.drain();
    }
    const [{ id: alert }] = await alice.alerts(id);
    await signal('ok');
    await service.check();
    await decided('fail');
    await alice.call('POST', `/api/endpoints/${id}/alerts/${alert}/resend`);
    receiver.answer = 200;
    receiver.received.length = 0;

    await notifyWith(service, {}, ...(await messages()).slice(-1));

    expect(told()).toEqual(['miss 2']);
    expect((await ledger())[0]).toBe('miss 1 pending');
  });
});
