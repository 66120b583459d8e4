import { describe, expect, it } from 'vitest';
import { openQueue, type QueueMessage } from '../../../lib/adapters/queue.ts';
import { sendWebhook } from '../../../lib/adapters/alerts/webhook.ts';
import { getMonitor } from '../../../lib/data/monitors/monitors.ts';
import { hashOfAddress } from '../../../lib/flows/address-hash.ts';
import type { NotifierDeps } from '../../../lib/runtime/deps.ts';
import { checkWithQueueDown, ledgerOf, notifyWith, pendingOf } from '../../support/alerts/alerting.ts';
import { startReceiver } from '../../support/alerts/receiver.ts';
import { startTestService } from '../../support/service/service.ts';
import { fresh, shared } from '../../support/service/shared.ts';

const service = shared(startTestService);
const receiver = fresh(startReceiver);

/** A monitor of an owner of its own whose job has failed; nothing of it is told yet. */
async function failed(fields: Record<string, unknown>): Promise<string> {
  const { id } = await (await service.guest()).createMonitor({ interval_sec: 86_400, ...fields });
  await service.fail(id);
  return id;
}

/** The job that has failed comes back and fails again: three alerts, none of them told yet. */
async function untoldLife(id: string): Promise<void> {
  for (const ping of [`/in/${id}`, `/in/${id}/fail`]) {
    await checkWithQueueDown(service);
    service.clock.advance(72);
    await service.call('GET', ping);
  }
  await checkWithQueueDown(service);
}

/** The message that has an address asked for its consent. */
async function questionTo(address: string): Promise<QueueMessage> {
  const monitor = await getMonitor(service.core.table, await failed({ alert_to: address }));
  return { kind: 'confirm', spaceId: monitor?.spaceId ?? '', addressHash: hashOfAddress(address) };
}

/** A group as the checker puts it on the queue. */
async function groupOf(...ids: string[]): Promise<QueueMessage> {
  const alerts = (await Promise.all(ids.map((id) => pendingOf(service, id)))).flat();
  return { kind: 'group', tenant: '', alerts: alerts.filter((message) => message.kind === 'alert') };
}

/** Lets nobody go on before so many have begun, or some time has passed; tells how many had. */
function meeting(wanted: number, waitMs: number) {
  const meet = Promise.withResolvers<void>();
  let begun = 0;
  return {
    begun: () => begun,
    join: async () => {
      begun += 1;
      if (begun === wanted) meet.resolve();
      await Promise.race([meet.promise, new Promise((resolve) => setTimeout(resolve, waitMs))]);
      return begun;
    },
  };
}

describe('messages of one batch', () => {
  it('do not wait for one another when they are groups of different owners', async () => {
    const [one, two] = [await failed({ alert_url: receiver.url }), await failed({ alert_url: receiver.url })];
    await checkWithQueueDown(service);
    const both = meeting(2, 20_000);
    const met: number[] = [];
    const slow: NotifierDeps['sendWebhook'] = async (request) => {
      met.push(await both.join());
      return sendWebhook(request);
    };

    await notifyWith(service, { sendWebhook: slow }, await groupOf(one), await groupOf(two));

    expect(met).toEqual([2, 2]);
    expect(receiver.received).toHaveLength(2);
  });

  it('do not wait for one another when they ask different addresses', async () => {
    const questions = await Promise.all(['carol@example.com', 'dave@example.com'].map(questionTo));
    const both = meeting(2, 20_000);
    const met: number[] = [];
    const mailer: NotifierDeps['mailer'] = {
      send: async () => {
        met.push(await both.join());
        return { sent: true, outcome: 'sent', detail: 'Sent.' };
      },
    };

    await notifyWith(service, { mailer }, ...questions);

    expect(met).toEqual([2, 2]);
  });

  it('of one monitor wait for one another', async () => {
    const id = await failed({ alert_url: receiver.url });
    await untoldLife(id);
    const both = meeting(2, 500);
    const met: number[] = [];
    const slow: NotifierDeps['sendWebhook'] = async (request) => {
      met.push(await both.join());
      return sendWebhook(request);
    };

    await notifyWith(service, { sendWebhook: slow }, ...(await pendingOf(service, id)));

    expect(met).toEqual([1, 2, 3]);
    expect(receiver.received.map(({ json }) => json['type'])).toEqual([
      'service.miss',
      'service.recovery',
      'service.miss',
    ]);
  });

  it('are given back untouched and soon when the time left is too short for them', async () => {
    const id = await failed({ alert_url: receiver.url });
    await untoldLife(id);
    const postponed: [string, number][] = [];
    const queue = {
      ...openQueue(service.core.config),
      postpone: async (handle: string, seconds: number) => void postponed.push([handle, seconds]),
    };
    const timeLeft = () => (receiver.received.length === 0 ? 15_000 : 14_999);

    const failures = await notifyWith(service, { queue, timeLeft }, ...(await pendingOf(service, id)));

    expect(failures).toEqual(['message-1', 'message-2']);
    expect(postponed).toEqual([
      ['handle-1', 1],
      ['handle-2', 1],
    ]);
    expect((await ledgerOf(service, id)).map(({ state, claimedUntil }) => [state, claimedUntil])).toEqual([
      ['sent', null],
      ['pending', null],
      ['pending', null],
    ]);
  });
});
