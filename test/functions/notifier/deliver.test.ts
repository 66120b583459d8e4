import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { runCheck } from '../../../functions/checker/checker.ts';
import { openQueue, type QueueMessage } from '../../../lib/adapters/queue.ts';
import { sendWebhook } from '../../../lib/adapters/alerts/webhook.ts';
import { leaseAlert } from '../../../lib/data/alerts/alerts.ts';
import { noMetrics } from '../../../lib/runtime/report/metrics.ts';
import {
  checkWithQueueDown,
  deadLettersOf,
  enqueue,
  ledgerOf,
  noChecks,
  notifyWith,
  pendingOf,
} from '../../support/alerts/alerting.ts';
import { startReceiver, type Receiver } from '../../support/alerts/receiver.ts';
import { startTestService, type Person, type Reply } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { itThorough } from '../../support/thorough.ts';

let alice: Person;
let receiver: Receiver;
let monitor: Reply['json'];

const service = shared(startTestService);
beforeEach(async () => {
  service.logged.length = 0;
  alice = await service.guest();
  receiver = await startReceiver();
  monitor = await alice.createMonitor({ interval_sec: 86_400, alert_url: receiver.url });
  await service.ping(monitor['id']);
});
afterEach(async () => {
  await alice.remove(monitor['id']);
  await receiver[Symbol.asyncDispose]();
});

/** A failure, recorded and put on the queue. */
async function fail(): Promise<void> {
  await service.fail(monitor['id']);
  await service.check();
}
const ledger = () => ledgerOf(service, monitor['id']);
const ids = () => receiver.received.map(({ headers }) => headers['webhook-id']);

describe('a delivery', () => {
  it('is signed so that the secret of the creation verifies it', async () => {
    await fail();

    const [received] = receiver.received;
    const headers = Object.fromEntries(
      ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [
        name,
        String(received?.headers[name]),
      ]),
    );
    expect(headers['webhook-timestamp']).toBe(String(Math.floor(service.clock.now() / 1000)));
    expect(monitor['webhook_secret']).toMatch(/^whsec_/);
    const expected = new Webhook(monitor['webhook_secret']).sign(
      headers['webhook-id'] ?? '',
      new Date(Number(headers['webhook-timestamp']) * 1000),
      received?.text ?? '',
    );
    expect(headers['webhook-signature']).toBe(expected);
  });

  it('carries the fields of the template, and no secret', async () => {
    await fail();

    const [received] = receiver.received;
    expect(Object.keys(received?.json ?? {})).toEqual(
      expect.arrayContaining(Object.keys(JSON.parse(monitor['templates']['miss_json']))),
    );
    expect(received?.headers['content-type']).toContain('application/json');
    expect(received?.text).not.toContain(monitor['token']);
    expect(received?.text).not.toContain(alice.token);
  });

  itThorough('is noted in the ledger with what the receiver answered', async () => {
    await fail();

    expect(await ledger()).toMatchObject([
      {
        channel: 'webhook',
        state: 'sent',
        dueAt: null,
        claimedUntil: null,
        attempts: [{ outcome: 'delivered', status: 200 }],
      },
    ]);
  });

  it('happens once for a message that comes twice, at once or later', async () => {
    await service.fail(monitor['id']);
    await checkWithQueueDown(service);
    const messages = await pendingOf(service, monitor['id']);
    await enqueue(service, ...messages, ...messages, ...messages);

    await service.drain();
    await enqueue(service, ...messages);
    await service.drain();

    expect(receiver.received).toHaveLength(1);
    expect(await ledger()).toMatchObject([{ state: 'sent', attempts: [{ outcome: 'delivered' }] }]);
  });

  itThorough('happens once for two notifiers that hold the same message', async () => {
    await service.fail(monitor['id']);
    await checkWithQueueDown(service);
    const messages = await pendingOf(service, monitor['id']);

    const failed = await Promise.all([
      notifyWith(service, {}, ...messages),
      notifyWith(service, {}, ...messages),
    ]);

    expect(failed).toEqual([[], []]);
    expect(receiver.received).toHaveLength(1);
  });

  it('of a monitor deactivated meanwhile is skipped', async () => {
    await service.fail(monitor['id']);
    await checkWithQueueDown(service);
    const messages = await pendingOf(service, monitor['id']);
    await alice.remove(monitor['id']);
    await enqueue(service, ...messages);

    await service.drain();

    expect(receiver.received).toEqual([]);
    expect(await ledger()).toMatchObject([{ state: 'skipped', attempts: [{ outcome: 'monitor_gone' }] }]);
  });

  it('goes to the address that holds now', async () => {
    await using other = await startReceiver();
    await service.fail(monitor['id']);
    await checkWithQueueDown(service);
    await alice.patch(monitor['id'], { alert_url: other.url });
    await enqueue(service, ...(await pendingOf(service, monitor['id'])));

    await service.drain();

    expect([receiver.received.length, other.received.length]).toEqual([0, 1]);
  });
});

describe('a delivery that fails', () => {
  it('is tried again after 1, 5, 15 and 60 minutes with the same id, then goes to the dead letters', async () => {
    receiver.answer = 500;
    await fail();
    expect(receiver.received).toHaveLength(1);

    for (const [turn, seconds] of [60, 300, 900, 3_600].entries()) {
      service.clock.advance(seconds - 1);
      await service.drain();
      expect(receiver.received).toHaveLength(turn + 1);
      service.clock.advance(1 + seconds / 5);
      await service.drain();
      expect(receiver.received).toHaveLength(turn + 2);
    }

    expect(new Set(ids()).size).toBe(1);
    expect(await ledger()).toMatchObject([
      {
        state: 'failed',
        dueAt: null,
        attempts: Array.from({ length: 5 }, () => ({ outcome: 'refused_status', status: 500 })),
      },
    ]);
    expect(await deadLettersOf(service)).toMatchObject([{ kind: 'alert', monitorId: monitor['id'] }]);
    expect(service.logged).toContain('alert_given_up');
    service.clock.advance(86_000);
    await service.drain();
    expect(receiver.received).toHaveLength(5);
  });

  itThorough('is tried no more often for messages that come twice, early or from the checker', async () => {
    receiver.answer = 500;
    await service.fail(monitor['id']);
    await checkWithQueueDown(service);
    const messages = await pendingOf(service, monitor['id']);
    await enqueue(service, ...messages, ...messages);

    for (const [turn, seconds] of [72, 360, 1_080, 4_320, 3_600].entries()) {
      await service.drain();
      await notifyWith(service, {}, ...messages);
      await service.drain();
      expect(receiver.received).toHaveLength(turn + 1);
      service.clock.advance(seconds);
    }

    expect(await ledger()).toMatchObject([{ state: 'failed', nextTryAt: null }]);
  });

  itThorough(
    'is left to the queue for ten minutes past its time, then the checker brings it back',
    async () => {
      receiver.answer = 500;
      await service.fail(monitor['id']);
      await checkWithQueueDown(service);
      await notifyWith(service, {}, ...(await pendingOf(service, monitor['id'])));
      const sent: QueueMessage[] = [];
      const queue = {
        ...openQueue(service.core.config),
        send: async (messages: readonly QueueMessage[]) => void sent.push(...messages),
      };
      const deps = { ...service.core, queue, checks: noChecks, metrics: noMetrics };
      const check = () => runCheck(deps, () => true);
      const ofMonitor = () => sent.filter((message) => JSON.stringify(message).includes(monitor['id']));

      const [{ nextTryAt } = {}] = await ledger();
      service.clock.advance(((nextTryAt ?? 0) - service.clock.now()) / 1000 + 599);
      await check();
      expect(ofMonitor()).toEqual([]);
      service.clock.advance(1);
      await check();

      expect(ofMonitor()).toMatchObject([{ kind: 'alert', monitorId: monitor['id'] }]);
    },
  );

  itThorough('has an early message wait until its next try is due, not disappear', async () => {
    receiver.answer = 500;
    await service.fail(monitor['id']);
    await checkWithQueueDown(service);
    const messages = await pendingOf(service, monitor['id']);
    await notifyWith(service, {}, ...messages);
    service.clock.advance(20);
    const waits: number[] = [];
    const queue = {
      ...openQueue(service.core.config),
      postpone: async (_handle: string, seconds: number) => void waits.push(seconds),
    };

    expect(await notifyWith(service, { queue }, ...messages)).toEqual(['message-0']);

    const [{ nextTryAt } = {}] = await ledger();
    expect(waits).toEqual([((nextTryAt ?? 0) - service.clock.now()) / 1000]);
    expect(waits[0]).toBeGreaterThanOrEqual(40);
    expect(receiver.received).toHaveLength(1);
  });

  itThorough('signs each try with its own time', async () => {
    receiver.answer = 500;
    await fail();
    service.clock.advance(72);
    await service.drain();

    const [first, second] = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']));
    expect((second ?? 0) - (first ?? 0)).toBe(72);
    expect(receiver.received[1]?.headers['webhook-signature']).not.toBe(
      receiver.received[0]?.headers['webhook-signature'],
    );
    expect(receiver.received[1]?.text).toBe(receiver.received[0]?.text);
  });

  itThorough('succeeds when the receiver is back, and is not tried again', async () => {
    receiver.answer = 503;
    await fail();
    receiver.answer = 204;
    service.clock.advance(72);
    await service.drain();
    service.clock.advance(3_600);
    await service.drain();

    expect(receiver.received).toHaveLength(2);
    expect(await ledger()).toMatchObject([
      {
        state: 'sent',
        attempts: [
          { outcome: 'refused_status', status: 503 },
          { outcome: 'delivered', status: 204 },
        ],
      },
    ]);
  });

  it('by a redirect does not follow it', async () => {
    await using target = await startReceiver();
    receiver.answer = 302;
    receiver.location = target.url;

    await fail();

    expect(target.received).toEqual([]);
    expect(await ledger()).toMatchObject([
      { state: 'pending', attempts: [{ outcome: 'redirect', status: 302 }] },
    ]);
  });

  itThorough('by silence of the receiver is noted as a timeout', async () => {
    await service.fail(monitor['id']);
    await checkWithQueueDown(service);
    receiver.answer = 'never';

    const failed = await notifyWith(
      service,
      { sendWebhook: (request) => sendWebhook({ ...request, timeoutMs: 50 }) },
      ...(await pendingOf(service, monitor['id'])),
    );

    expect(failed).toEqual(['message-0']);
    expect(await ledger()).toMatchObject([
      { state: 'pending', attempts: [{ outcome: 'timeout', status: null }] },
    ]);
  });

  itThorough('because nobody listens is tried again', async () => {
    await alice.patch(monitor['id'], { alert_url: 'http://127.0.0.1:9/' });

    await fail();

    expect(await ledger()).toMatchObject([{ state: 'pending', attempts: [{ outcome: 'connect_failed' }] }]);
  });

  it('keeps no address in the ledger or the log', async () => {
    receiver.answer = 500;
    await alice.patch(monitor['id'], {
      alert_url: `${receiver.url}/s3cret-path`,
    });

    await fail();

    expect(JSON.stringify((await ledger())[0]?.attempts)).not.toMatch(/s3cret|127\.0\.0\.1/);
  });
});

describe('a monitor that is paused', () => {
  const pausedFor = (seconds: number | null) =>
    alice.patch(monitor['id'], {
      paused_until: seconds === null ? null : new Date(service.clock.now() + seconds * 1000).toISOString(),
    });

  /** A failure whose first try failed, with a receiver that is back. */
  async function halfTold(): Promise<void> {
    receiver.answer = 500;
    await fail();
    receiver.answer = 200;
  }
  const types = () => receiver.received.map(({ json }) => json['type']);

  it('has its alert held until the pause ends', async () => {
    await halfTold();
    await pausedFor(1_800);

    for (const seconds of [72, 360, 1_080]) {
      service.clock.advance(seconds);
      await service.check();
    }
    expect(receiver.received).toHaveLength(1);
    service.clock.advance(541);
    await service.check();

    expect(receiver.received).toHaveLength(2);
    expect(new Set(ids()).size).toBe(1);
    expect(await ledger()).toMatchObject([{ state: 'sent', attempts: { length: 2 } }]);
  });

  itThorough('has its alert told within the hour when the pause ends early', async () => {
    await halfTold();
    await pausedFor(20 * 86_400);
    service.clock.advance(72);
    await service.check();
    expect(receiver.received).toHaveLength(1);
    await pausedFor(null);

    service.clock.advance(3_601);
    await service.check();

    expect(receiver.received).toHaveLength(2);
    expect(await ledger()).toMatchObject([{ state: 'sent' }]);
  });

  itThorough('has its recovery held, and told after its alert', async () => {
    await service.fail(monitor['id']);
    await checkWithQueueDown(service);
    await service.ping(monitor['id']);
    service.clock.advance(1);
    await checkWithQueueDown(service);
    await pausedFor(600);
    await notifyWith(service, {}, ...(await pendingOf(service, monitor['id'])));
    expect(types()).toEqual([]);

    service.clock.advance(601);
    await service.check();
    service.clock.advance(300);
    await service.check();

    expect(types()).toEqual(['service.miss', 'service.recovery']);
  });

  itThorough('has the recovery of an alert that was told held, too', async () => {
    await fail();
    await service.ping(monitor['id']);
    service.clock.advance(1);
    await checkWithQueueDown(service);
    await pausedFor(600);
    await notifyWith(service, {}, ...(await pendingOf(service, monitor['id'])));
    expect(types()).toEqual(['service.miss']);

    service.clock.advance(601);
    await service.check();

    expect(types()).toEqual(['service.miss', 'service.recovery']);
  });

  itThorough('has nothing held once it is deactivated', async () => {
    await service.fail(monitor['id']);
    await checkWithQueueDown(service);
    await pausedFor(600);
    const messages = await pendingOf(service, monitor['id']);
    await alice.remove(monitor['id']);

    await notifyWith(service, {}, ...messages);

    expect(await ledger()).toMatchObject([{ state: 'skipped', attempts: [{ outcome: 'monitor_gone' }] }]);
  });

  it('is still tested', async () => {
    await pausedFor(600);

    await alice.call('POST', `/api/endpoints/${monitor['id']}/test-alert`);

    expect(receiver.received.map(({ json }) => json['test'])).toEqual([true]);
  });
});

describe('a dead letter that is sent back', () => {
  /** A failure that was given up on, and its dead letter. */
  async function givenUp(): Promise<QueueMessage[]> {
    receiver.answer = 500;
    await fail();
    for (const seconds of [72, 360, 1_080, 4_320]) {
      service.clock.advance(seconds);
      await service.drain();
    }
    expect(await ledger()).toMatchObject([{ state: 'failed' }]);
    return (await deadLettersOf(service)).filter((letter) => JSON.stringify(letter).includes(monitor['id']));
  }

  it('is delivered under the same id once the receiver is back', async () => {
    const letters = await givenUp();
    receiver.answer = 200;

    await enqueue(service, ...letters);
    await service.drain();

    expect(letters).toHaveLength(1);
    expect(receiver.received).toHaveLength(6);
    expect(new Set(ids()).size).toBe(1);
    expect(await ledger()).toMatchObject([{ state: 'sent', attempts: { length: 6 }, dueAt: null }]);
  });

  itThorough('is delivered once, also when it comes twice, together or later', async () => {
    const letters = await givenUp();
    receiver.answer = 200;

    await Promise.all([notifyWith(service, {}, ...letters), notifyWith(service, {}, ...letters)]);
    await notifyWith(service, {}, ...letters, ...letters);

    expect(receiver.received).toHaveLength(6);
    expect(await ledger()).toMatchObject([{ state: 'sent', attempts: { length: 6 } }]);
  });

  itThorough('is one more try: when that fails, the alert is a dead letter again', async () => {
    const letters = await givenUp();

    await enqueue(service, ...letters);
    await service.drain();
    service.clock.advance(3_000);
    await service.check();

    expect(receiver.received).toHaveLength(6);
    expect(await ledger()).toMatchObject([{ state: 'failed', attempts: { length: 6 } }]);
    expect(service.logged.filter((code) => code === 'alert_given_up')).toHaveLength(2);
  });

  itThorough('stays given up on when its channel has told something newer since', async () => {
    await fail();
    await service.ping(monitor['id']);
    receiver.answer = 500;
    service.clock.advance(1);
    await service.check();
    for (const seconds of [72, 360, 1_080, 4_320]) {
      service.clock.advance(seconds);
      await service.drain();
    }
    const letters = (await deadLettersOf(service)).filter((letter) =>
      JSON.stringify(letter).includes(monitor['id']),
    );
    receiver.answer = 200;
    await fail();

    await enqueue(service, ...letters);
    await service.drain();

    expect(letters).toHaveLength(1);
    expect((await ledger()).map(({ content, state }) => `${content.kind} ${state}`)).toEqual([
      'miss sent',
      'recovery failed',
      'miss sent',
    ]);
    expect(receiver.received.at(-1)?.json).toMatchObject({ type: 'service.miss', incident: 2 });
  });

  itThorough('is told by the next check when the notifier dies with it', async () => {
    const letters = await givenUp();
    receiver.answer = 200;
    const sendWebhook = () => Promise.reject(new Error('The process is gone.'));
    expect(await notifyWith(service, { sendWebhook }, ...letters)).toEqual(['message-0']);

    service.clock.advance(300);
    await service.check();

    expect(await ledger()).toMatchObject([{ state: 'sent' }]);
  });
});

describe('a recovery', () => {
  it('waits for the alert that is still being tried', async () => {
    receiver.answer = 500;
    await fail();
    await service.ping(monitor['id']);
    await service.check();
    expect(receiver.received.map(({ json }) => json['type'])).toEqual(['service.miss']);
    receiver.answer = 200;
    service.clock.advance(72);
    await service.drain();

    service.clock.advance(300);
    await service.check();

    expect(receiver.received.map(({ json }) => json['type'])).toEqual([
      'service.miss',
      'service.miss',
      'service.recovery',
    ]);
  });

  itThorough('is not told when the alert was given up on', async () => {
    receiver.answer = 500;
    await fail();
    for (const seconds of [72, 360, 1_080, 4_320]) {
      service.clock.advance(seconds);
      await service.drain();
    }
    receiver.answer = 200;
    await service.ping(monitor['id']);
    service.clock.advance(1);

    await service.check();

    expect(receiver.received.filter(({ json }) => json['type'] === 'service.recovery')).toEqual([]);
    const recovery = (await ledger()).find(({ content }) => content.kind === 'recovery');
    expect(recovery).toMatchObject({ state: 'skipped', attempts: [{ outcome: 'no_alert_sent' }] });
  });
});

describe('a notifier that dies', () => {
  it('after it sent and before it wrote: the alert comes again under the same id', async () => {
    await service.fail(monitor['id']);
    await checkWithQueueDown(service);
    const messages = await pendingOf(service, monitor['id']);
    const dying = notifyWith(
      service,
      {
        sendWebhook: async (request) => {
          await sendWebhook(request);
          throw new Error('The process is gone.');
        },
      },
      ...messages,
    );
    expect(await dying).toEqual(['message-0']);
    expect(receiver.received).toHaveLength(1);

    service.clock.advance(300);
    await service.check();

    expect(receiver.received).toHaveLength(2);
    expect(new Set(ids()).size).toBe(1);
    expect(await ledger()).toMatchObject([{ state: 'sent' }]);
  });

  itThorough('right after its lease: the next check brings the alert back', async () => {
    await service.fail(monitor['id']);
    await checkWithQueueDown(service);
    const [alert] = await ledger();
    const now = service.clock.now();
    await leaseAlert(
      service.core.table,
      { monitorId: monitor['id'], sk: alert?.sk ?? '' },
      now,
      now + 45_000,
    );
    await enqueue(service, ...(await pendingOf(service, monitor['id'])));
    await service.drain();
    expect(receiver.received).toEqual([]);

    service.clock.advance(300);
    await service.check();

    expect(receiver.received).toHaveLength(1);
    expect(await ledger()).toMatchObject([{ state: 'sent' }]);
  });

  it('is not needed for a message that cannot be read', async () => {
    const unreadable = { kind: 'nonsense' } as never;

    expect(await notifyWith(service, {}, unreadable)).toEqual([]);
    expect(service.logged).toContain('message_unreadable');
  });
});

describe('the production rule at delivery', () => {
  it('refuses a name that resolves to this machine', async () => {
    await using strict = await startTestService({ allowLoopbackAlerts: false });
    const bob = await strict.guest();
    const { id } = await bob.createMonitor({ alert_url: 'https://hooks.example.com/x' });
    await strict.fail(id);
    await checkWithQueueDown(strict);
    const asked: string[] = [];

    const failed = await notifyWith(
      strict,
      {
        sendWebhook: (request) =>
          sendWebhook({
            ...request,
            resolve: async (host) => {
              asked.push(host);
              return [{ address: '127.0.0.1', family: 4 }];
            },
          }),
      },
      ...(await pendingOf(strict, id)),
    );

    expect(failed).toEqual(['message-0']);
    expect(asked).toEqual(['hooks.example.com']);
    expect(await ledgerOf(strict, id)).toMatchObject([
      { state: 'pending', attempts: [{ outcome: 'blocked_address', status: null }] },
    ]);
  });

  itThorough('refuses loopback although the monitor was made while it was allowed', async () => {
    service.core.config.allowLoopbackAlerts = false;

    await fail();

    service.core.config.allowLoopbackAlerts = true;
    expect(receiver.received).toEqual([]);
    expect((await ledger())[0]?.attempts).toHaveLength(1);
  });
});
