import { describe, expect, it } from 'vitest';
import type { QueueMessage } from '../../../lib/adapters/queue.ts';
import { sendWebhook, type WebhookRequest } from '../../../lib/adapters/alerts/webhook.ts';
import { getMonitor } from '../../../lib/data/monitors/monitors.ts';
import { hashOfAddress } from '../../../lib/flows/address-hash.ts';
import type { NotifierDeps } from '../../../lib/runtime/deps.ts';
import { watchingTable, type TableCall } from '../../support/table/watching-table.ts';
import { checkWithQueueDown, ledgerOf, notifyWith, pendingOf } from '../../support/alerts/alerting.ts';
import { startReceiver } from '../../support/alerts/receiver.ts';
import { startTestService } from '../../support/service/service.ts';
import { fresh, shared } from '../../support/service/shared.ts';

let id: string;

const service = shared(startTestService);
const receiver = fresh(startReceiver);

/** A failure of a job, decided and not told. */
async function decided(fields: Record<string, unknown>): Promise<QueueMessage[]> {
  id = (await (await service.guest()).createMonitor({ interval_sec: 86_400, ...fields }))['id'];
  await service.fail(id);
  await checkWithQueueDown(service);
  return pendingOf(service, id);
}

describe('the lease of an alert', () => {
  it('outlasts a receiver that takes nine seconds to answer: nobody else tells meanwhile', async () => {
    const messages = await decided({ alert_url: receiver.url });
    const slow = async (request: WebhookRequest) => {
      service.clock.advance(9);
      expect(await notifyWith(service, {}, ...messages)).toEqual([]);
      return sendWebhook(request);
    };

    expect(await notifyWith(service, { sendWebhook: slow }, ...messages)).toEqual([]);

    expect(receiver.received).toHaveLength(1);
    expect(await ledgerOf(service, id)).toMatchObject([{ state: 'sent', attempts: { length: 1 } }]);
  });

  it('that is nearly over is not used: another may be at work by then', async () => {
    const messages = await decided({ alert_url: receiver.url });
    const before = ({ command }: TableCall) => {
      if (command === 'QueryCommand') service.clock.advance(36);
    };

    const failed = await watchingTable(service, { before }, () => notifyWith(service, {}, ...messages));

    expect(failed).toEqual(['message-0']);
    expect(receiver.received).toEqual([]);
    expect(service.logged).not.toContain('alert_settle_failed');
    service.clock.advance(300);
    await service.check();
    expect(receiver.received).toHaveLength(1);
  });
});

it('a transaction of others that is long in the way of a settlement has nothing sent again', async () => {
  const messages = await decided({ alert_url: receiver.url });
  let met = 0;
  const before = ({ command }: TableCall) => {
    if (command !== 'UpdateItemCommand' || receiver.received.length === 0 || met === 3) return;
    met += 1;
    throw Object.assign(new Error('met'), { name: 'TransactionConflictException' });
  };

  expect(await watchingTable(service, { before }, () => notifyWith(service, {}, ...messages))).toEqual([]);

  expect(met).toBe(3);
  expect(receiver.received).toHaveLength(1);
  expect(await ledgerOf(service, id)).toMatchObject([{ state: 'sent', attempts: { length: 1 } }]);
});

it('deliveries under way as the clock is set 125 s ahead are told once each, and no fault is logged', async () => {
  const messages = (await decided({ alert_url: receiver.url })).concat(
    await decided({ alert_url: receiver.url }),
    await decided({ alert_url: receiver.url }),
  );
  let isSet = false;
  const before = ({ command }: TableCall) => {
    if (command !== 'QueryCommand' || isSet) return;
    isSet = true;
    service.clock.advance(125);
  };

  const failed = await watchingTable(service, { before }, () => notifyWith(service, {}, ...messages));
  expect(failed.length).toBeGreaterThan(0);
  const again = failed.flatMap((each) => messages[Number(each.slice('message-'.length))] ?? []);
  service.clock.advance(2);
  expect(await notifyWith(service, {}, ...again)).toEqual([]);

  expect(service.logged).not.toContain('alert_settle_failed');
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
  expect(receiver.received).toHaveLength(3);
});

describe('the lease of a question for consent', () => {
  it('outlasts a mail service that takes nine seconds to answer: the address is asked once', async () => {
    const address = 'slow@example.com';
    await decided({ alert_to: address });
    const spaceId = (await getMonitor(service.core.table, id))?.spaceId ?? '';
    const question: QueueMessage = { kind: 'confirm', spaceId, addressHash: hashOfAddress(address) };
    let asked = 0;
    const mailer: NotifierDeps['mailer'] = {
      send: async () => {
        asked += 1;
        service.clock.advance(9);
        if (asked === 1) await notifyWith(service, { mailer }, question);
        return { sent: true, outcome: 'sent', detail: 'Sent.' };
      },
    };

    await notifyWith(service, { mailer }, question);

    expect(asked).toBe(1);
  });
});
