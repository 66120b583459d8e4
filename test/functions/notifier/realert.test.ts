import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bridgeHandler } from '../../../functions/bridge/bridge.ts';
import { openQueue } from '../../../lib/adapters/queue.ts';
import { getMonitor } from '../../../lib/data/monitors/monitors.ts';
import type { Table } from '../../../lib/data/table.ts';
import type { Monitor } from '../../../lib/domain/monitors/monitor.ts';
import { limitToRights } from '../../../lib/local/table/item-rights.ts';
import { noMetrics } from '../../../lib/runtime/report/metrics.ts';
import {
  failing,
  watchingTable,
  type TableCall,
  type TableWatch,
} from '../../support/table/watching-table.ts';
import {
  checkWithQueueDown,
  consentPathIn,
  ledgerOf,
  notifyWith,
  pendingOf,
} from '../../support/alerts/alerting.ts';
import { startReceiver, type Receiver } from '../../support/alerts/receiver.ts';
import { startTestService, type Person } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { casesOf, itThorough, rounds } from '../../support/thorough.ts';

const HOUR_MS = 3_600_000;
let alice: Person;
let receiver: Receiver;
let id: string;
let address: string;
let turn = 0;

const service = shared(startTestService);
beforeEach(async () => {
  turn += 1;
  address = `alice${turn}@example.com`;
  alice = await service.guest();
  receiver = await startReceiver();
  receiver.answer = 500;
  id = await monitored({ alert_url: receiver.url });
});
afterEach(async () => {
  await alice.remove(id);
  await receiver[Symbol.asyncDispose]();
});

async function monitored(fields: Record<string, unknown>): Promise<string> {
  const made = (await alice.createMonitor({ interval_sec: 86_400 * 7, ...fields }))['id'];
  await service.drain();
  await service.ping(made);
  return made;
}
const patch = (fields: Record<string, unknown>) => alice.patch(id, fields);
async function confirm(): Promise<void> {
  const text = service.mailbox
    .messages()
    .find(({ to, subject }) => to === address && subject.startsWith('Confirm'));
  const path = consentPathIn(text?.text);
  expect((await service.call('POST', `${path}/confirm`)).status).toBe(200);
}
async function fail(): Promise<void> {
  await service.fail(id);
  await service.check();
}
/** The mail of an instant comes back. */
async function comeBack(mailedAt: number): Promise<void> {
  const queue = openQueue(service.core.config);
  const mail = { timestamp: new Date(mailedAt).toISOString(), destination: [address] };
  await bridgeHandler({
    ...service.core,
    table: limitToRights(service.core.table, 'bridge'),
    queue,
    metrics: noMetrics,
  })({
    'detail-type': 'Email Bounced',
    detail: { mail, bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: address }] } },
  });
}
/** The tries that follow the first one. */
async function giveUp(): Promise<void> {
  for (const seconds of [72, 360, 1_080, 4_320]) {
    service.clock.advance(seconds);
    await service.drain();
  }
}
async function checkAfter(seconds: number): Promise<void> {
  service.clock.advance(seconds);
  await service.check();
}
/** Such as `1.2 webhook failed`: the second alert of the first incident. */
const alerts = async () =>
  (await ledgerOf(service, id))
    .filter(({ content }) => content.kind === 'miss')
    .map(({ content, channel, state }) => `${content.incident}.${content.alertNumber} ${channel} ${state}`)
    .sort();
const monitor = async (): Promise<Monitor> => {
  const found = await getMonitor(service.core.table, id);
  if (!found) throw new Error('The monitor is gone.');
  return found;
};
const realertIn = async () => {
  const { incident } = await monitor();
  return incident?.realertAt === undefined ? null : incident.realertAt - service.clock.now();
};

type Command = Parameters<Table['client']['send']>[0];

/** The service's table, whose calls each wait for `first`. */
function tableThat(first: (command: Command) => Promise<void>): Table {
  const { client } = service.core.table;
  const send = async (command: Command) => {
    await first(command);
    return client.send(command);
  };
  return { ...service.core.table, client: Object.assign(Object.create(client), { send }) };
}

describe('an alert that no channel delivered', () => {
  it('is followed by another one an hour after its last try, until somebody hears', async () => {
    await fail();
    await giveUp();
    expect(await realertIn()).toBe(HOUR_MS);

    await checkAfter(3_599);
    expect(await alerts()).toEqual(['1.1 webhook failed']);
    await checkAfter(1);
    expect(await alerts()).toEqual(['1.1 webhook failed', '1.2 webhook pending']);
    await giveUp();
    expect(await realertIn()).toBe(HOUR_MS);
    receiver.answer = 200;
    await checkAfter(3_600);

    expect(await alerts()).toEqual(['1.1 webhook failed', '1.2 webhook failed', '1.3 webhook sent']);
    expect(receiver.received.at(-1)?.json).toMatchObject({ type: 'service.miss', incident: 1, alert: 3 });
    expect(await realertIn()).toBeNull();
    await checkAfter(80_000);
    expect(await alerts()).toHaveLength(3);
  });

  it('leaves the gap alone once one channel told it, in whatever order they end', async () => {
    await patch({ alert_to: address });
    await service.drain();
    await confirm();

    await fail();
    await giveUp();

    expect(await alerts()).toEqual(['1.1 email sent', '1.1 webhook failed']);
    expect(await realertIn()).toBeNull();
  });

  it.each(casesOf(1, ['before', 'after']))(
    'counts a mail that comes back %s the webhook is given up on as unheard',
    async (order) => {
      await patch({ alert_to: address });
      await service.drain();
      await confirm();
      await fail();
      const mailedAt = service.clock.now();

      if (order === 'after') await giveUp();
      await comeBack(mailedAt);
      if (order === 'before') await giveUp();

      expect(await alerts()).toEqual(['1.1 email undeliverable', '1.1 webhook failed']);
      expect(await realertIn()).toBe(HOUR_MS);
      receiver.answer = 200;
      await checkAfter(3_600);
      expect(receiver.received.at(-1)?.json).toMatchObject({ type: 'service.miss', incident: 1, alert: 2 });
    },
  );

  itThorough('waits for the channel that is still being tried', async () => {
    await patch({ alert_to: address });
    await service.drain();
    await confirm();
    await service.fail(id);
    await checkWithQueueDown(service);
    const mailer = { send: async () => ({ sent: false, outcome: 'unavailable', detail: 'No.' }) as const };
    const [email, webhook] = await pendingOf(service, id);
    const all = async (message: typeof email) => {
      for (const seconds of [72, 360, 1_080, 4_320, 1]) {
        await notifyWith(service, { mailer }, ...(message ? [message] : []));
        service.clock.advance(seconds);
      }
    };

    await all(email);
    expect(await alerts()).toEqual(['1.1 email failed', '1.1 webhook pending']);
    expect(await realertIn()).toBeNull();
    await all(webhook);

    expect(await alerts()).toEqual(['1.1 email failed', '1.1 webhook failed']);
    expect(await realertIn()).toBe(HOUR_MS - 1_000);
  });

  itThorough('of which two channels give up in the same moment is seen by the later one', async () => {
    await patch({ alert_to: address });
    await service.drain();
    await confirm();
    await service.fail(id);
    await checkWithQueueDown(service);
    const mailer = { send: async () => ({ sent: false, outcome: 'unavailable', detail: 'No.' }) as const };
    const [email, ...webhook] = await pendingOf(service, id);
    if (!email) throw new Error('No mail is to be told.');
    for (const seconds of [72, 360, 1_080, 4_320]) {
      await notifyWith(service, { mailer }, email, ...webhook);
      service.clock.advance(seconds);
    }
    // The webhook gives up after the mail has looked at it, before the mail is settled.
    let meanwhile: Promise<unknown> | undefined;
    const table = tableThat(async ({ input }) => {
      const isSettlement = 'TransactItems' in input && JSON.stringify(input).includes('list_append');
      if (isSettlement) await (meanwhile ??= notifyWith(service, {}, ...webhook));
    });

    expect(await notifyWith(service, { mailer, table }, email)).toEqual([]);

    expect(meanwhile).toBeDefined();
    expect(await alerts()).toEqual(['1.1 email failed', '1.1 webhook failed']);
    expect(await realertIn()).toBe(HOUR_MS);
  });

  it('counts an address that has not confirmed as nobody, beside a webhook that failed', async () => {
    await patch({ alert_to: address });
    await fail();
    await giveUp();

    expect(await alerts()).toEqual(['1.1 email undeliverable', '1.1 webhook failed']);
    expect(await realertIn()).toBe(HOUR_MS);
  });

  it('is not repeated hourly when there was nobody to tell', async () => {
    await patch({ alert_url: null, alert_to: address });
    await fail();

    expect(await alerts()).toEqual(['1.1 email undeliverable']);
    expect(await realertIn()).toBeNull();
  });

  it('is no more once its incident is over, its monitor deleted or something newer told', async () => {
    await fail();
    for (const seconds of [72, 360, 1_080]) {
      service.clock.advance(seconds);
      await service.drain();
    }
    await service.ping(id);
    await checkAfter(4_320);

    expect((await alerts())[0]).toBe('1.1 webhook failed');
    expect((await monitor()).incident).toBeNull();
    expect(await realertIn()).toBeNull();
  });

  itThorough('is repeated after the pause that was set meanwhile', async () => {
    await fail();
    await giveUp();
    await patch({ paused_until: new Date(service.clock.now() + 2 * HOUR_MS).toISOString() });

    await checkAfter(3_600);
    expect(await alerts()).toHaveLength(1);
    await checkAfter(3_600);

    expect(await alerts()).toHaveLength(2);
  });

  it('that its owner sends once more and that arrives is heard: the gap holds again', async () => {
    await fail();
    await giveUp();
    receiver.answer = 200;
    const [{ id: alert }] = await alice.alerts(id);
    await alice.call('POST', `/api/endpoints/${id}/alerts/${alert}/resend`);
    await service.drain();
    expect(await alerts()).toEqual(['1.1 webhook sent']);

    await checkAfter(3_600);

    expect(await alerts()).toEqual(['1.1 webhook sent']);
  });

  itThorough('that its owner sends once more in vain is repeated an hour after that', async () => {
    await fail();
    await giveUp();
    service.clock.advance(1_800);
    const [{ id: alert }] = await alice.alerts(id);
    await alice.call('POST', `/api/endpoints/${id}/alerts/${alert}/resend`);
    await service.drain();

    expect(await realertIn()).toBe(HOUR_MS);
  });
});

describe('an alert after which another channel alone was told', () => {
  it.each(casesOf(1, ['before', 'after']))(
    'counts as unheard where that one was turned off, %s it is given up on',
    async (order) => {
      await fail();
      await using other = await startReceiver();
      const { json: channel } = await alice.call('POST', '/api/channels', { url: other.url });
      await checkWithQueueDown(service);
      await alice.call('PATCH', `/api/channels/${channel['id']}`, { on: false });

      if (order === 'after') await giveUp();
      await checkAfter(301);
      if (order === 'before') await giveUp();

      expect(await alerts()).toEqual(['1.1 webhook failed', `1.2 ${channel['id']} skipped`]);
      expect(await realertIn()).toBeGreaterThan(0);
      receiver.answer = 200;
      await checkAfter(3_600);
      expect(receiver.received.at(-1)?.json).toMatchObject({ type: 'service.miss', incident: 1, alert: 3 });
    },
  );

  it('leaves the gap alone where that one heard it', async () => {
    await fail();
    await using other = await startReceiver();
    await alice.call('POST', '/api/channels', { url: other.url });
    await checkAfter(1);
    await giveUp();

    expect((await alerts()).map((each) => each.split(' ').at(-1))).toEqual(['failed', 'sent']);
    expect(await realertIn()).toBeNull();
  });
});

describe('a channel that leads elsewhere', () => {
  it.each(casesOf(1, ['alert_to', 'alert_url']))(
    'by a new %s hears the open incident at the next check',
    async (field) => {
      if (field === 'alert_to') {
        await monitored({ alert_to: address });
        await confirm();
      }
      await fail();
      await giveUp();
      await using other = await startReceiver();

      await patch(field === 'alert_to' ? { alert_to: address } : { alert_url: other.url });
      await checkAfter(1);

      expect((await alerts()).at(-1)).toBe(field === 'alert_to' ? '1.2 webhook pending' : '1.2 webhook sent');
      if (field === 'alert_to') expect(await alerts()).toContain('1.2 email sent');
    },
  );

  itThorough(
    'hears what was heard at its old address, and no more when the same one is named again',
    async () => {
      receiver.answer = 200;
      await fail();
      await using other = await startReceiver();

      await patch({ alert_url: receiver.url });
      await checkAfter(1);
      expect(receiver.received).toHaveLength(1);
      await patch({ alert_url: other.url, name: 'another name' });
      await checkAfter(1);
      await patch({ alert_url: other.url });
      await checkAfter(300);

      expect(await alerts()).toEqual(['1.1 webhook sent', '1.2 webhook sent']);
      expect(other.received.map(({ json }) => [json['incident'], json['alert']])).toEqual([[1, 2]]);
    },
  );

  itThorough(
    'hears at once what is still being tried at its old address; who heard by mail is spared',
    async () => {
      await patch({ alert_to: address });
      await service.drain();
      await confirm();
      await fail();
      service.clock.advance(72);
      await service.drain();
      expect(await alerts()).toEqual(['1.1 email sent', '1.1 webhook pending']);
      await using other = await startReceiver();

      await patch({ alert_url: other.url });
      await checkAfter(61);

      expect(await alerts()).toEqual(['1.1 email sent', '1.1 webhook superseded', '1.2 webhook sent']);
      expect(other.received).toHaveLength(1);
      expect(other.received[0]?.json).toMatchObject({
        alert: 2,
        superseded: { total: 1, last: [{ alert: 1 }] },
      });
      await service.ping(id);
      await checkAfter(1);
      expect(other.received[1]?.json).toMatchObject({ type: 'service.recovery' });
    },
  );

  itThorough(
    'by a new mailbox hears it when that has confirmed; the webhook that told it is spared',
    async () => {
      receiver.answer = 200;
      await fail();
      await patch({ alert_to: address });
      await service.drain();
      await checkAfter(300);
      expect(await alerts()).toEqual(['1.1 webhook sent']);

      await confirm();
      await checkAfter(1);
      await patch({ alert_to: address.toUpperCase() });
      await checkAfter(300);

      expect(await alerts()).toEqual(['1.1 webhook sent', '1.2 email sent']);
      expect(receiver.received).toHaveLength(1);
    },
  );

  itThorough('and fails is told again hourly only when nobody heard by the other', async () => {
    await patch({ alert_to: address });
    await service.drain();
    await confirm();
    await fail();
    await using other = await startReceiver();
    other.answer = 500;
    await patch({ alert_url: other.url });
    for (const seconds of [61, 60]) await checkAfter(seconds);
    await giveUp();
    expect(await alerts()).toEqual(['1.1 email sent', '1.1 webhook superseded', '1.2 webhook failed']);
    expect(await realertIn()).toBeNull();

    const [alone, sole] = [await startReceiver(), await monitored({ alert_url: receiver.url })];
    alone.answer = 500;
    id = sole;
    await fail();
    await patch({ alert_url: alone.url });
    for (const seconds of [61, 60]) await checkAfter(seconds);
    await giveUp();
    expect(await alerts()).toEqual(['1.1 webhook superseded', '1.2 webhook failed']);
    expect(await realertIn()).toBe(HOUR_MS);
    await alone[Symbol.asyncDispose]();
  });

  itThorough('and fails is told again hourly although the old address heard of the incident', async () => {
    receiver.answer = 200;
    await fail();
    await using other = await startReceiver();
    other.answer = 500;
    await patch({ alert_url: other.url });
    for (const seconds of [61, 60]) await checkAfter(seconds);
    await giveUp();

    expect(await alerts()).toEqual(['1.1 webhook sent', '1.2 webhook failed']);
    expect(await realertIn()).toBe(HOUR_MS);
  });

  it('by confirming its address hears it, though a webhook beside it has failed', async () => {
    await patch({ alert_to: address });
    await service.drain();
    await fail();
    await giveUp();

    await confirm();
    await checkAfter(1);

    expect(await alerts()).toContain('1.2 email sent');
  });
});

describe('a notifier that dies as it gives up', () => {
  /** All tries but the last. */
  async function untilLastTry(): Promise<void> {
    await service.fail(id);
    await checkWithQueueDown(service);
    for (const seconds of [72, 360, 1_080, 4_320]) {
      await notifyWith(service, {}, ...(await pendingOf(service, id)));
      service.clock.advance(seconds);
    }
  }
  /** The last try, each of its calls to the table shown to `watch`. */
  async function lastTry(watch: TableWatch): Promise<string[]> {
    const messages = await pendingOf(service, id);
    return watchingTable(service, watch, () => notifyWith(service, {}, ...messages));
  }

  itThorough(
    'at any of its calls to the table loses nothing: the alert is tried again, and the incident told',
    async () => {
      const calls: string[] = [];
      await untilLastTry();
      await lastTry({ before: ({ command }) => void calls.push(command) });
      expect(await realertIn()).toBe(HOUR_MS);

      // Of two calls one is lost, of the other its answer, where there is no time for both.
      const every = rounds(2, 1);
      for (const [first, lost] of (['before', 'after'] as const).entries()) {
        for (let place = first % every; place < calls.length; place += every) {
          await alice.remove(id);
          id = await monitored({ alert_url: receiver.url });
          await untilLastTry();
          let at = 0;
          const hit = failing(() => at++ === place);
          await lastTry({ [lost]: hit });
          service.clock.advance(72);
          await lastTry({});

          const what = `${lost} ${place} ${calls[place]}`;
          expect(await alerts(), what).toEqual(['1.1 webhook failed']);
          expect(await realertIn(), what).toBeGreaterThan(0);
        }
      }
    },
    90_000,
  );

  it('has both or neither: the alert is final when, and only when, the monitor knows', async () => {
    await untilLastTry();
    const before = failing(({ command }: TableCall) => command === 'TransactWriteItemsCommand');
    await lastTry({ before });
    expect(await alerts()).toEqual(['1.1 webhook pending']);
    expect(await realertIn()).toBeNull();
  });

  itThorough('decides anew when a signal of the job came between', async () => {
    await untilLastTry();
    let isFirst = true;
    const before = ({ command }: TableCall) => {
      if (command !== 'TransactWriteItemsCommand' || !isFirst) return;
      isFirst = false;
      throw Object.assign(new Error('cancelled'), {
        name: 'TransactionCanceledException',
        CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed' }],
      });
    };

    expect(await lastTry({ before })).toEqual([]);

    expect(await alerts()).toEqual(['1.1 webhook failed']);
    expect(await realertIn()).toBe(HOUR_MS);
  });
});
