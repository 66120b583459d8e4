import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMailer } from '../../../lib/adapters/alerts/mail.ts';
import { openQueue } from '../../../lib/adapters/queue.ts';
import {
  clearChannelFailureItems,
  putChannelFailureItem,
} from '../../../lib/data/alerts/channel-failures.ts';
import { transact } from '../../../lib/data/table.ts';
import { reportChannelFailure } from '../../../lib/flows/alerts/channel-failure.ts';
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
import { failing, watchingTable, type TableCall } from '../../support/table/watching-table.ts';
import { describeThorough, itThorough } from '../../support/thorough.ts';

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
  const fields = { interval_sec: 86_400, alert_url: hookUrl(), alert_to: address };
  id = (await alice.createMonitor(fields))['id'];
  await service.drain();
  await service.ping(id);
});
afterEach(async () => {
  await alice.remove(id);
  await receiver[Symbol.asyncDispose]();
});

const failingChannels = async () => (await alice.read(id))['failing_channels'];
const mails = () => service.mailbox.messages().filter((mail) => mail.to === address);
const reports = () => mails().filter(({ subject }) => subject.includes('by webhook are failing'));
/** With a path and a query that are nobody's business. */
const hookUrl = () => `${receiver.url}/planted-path?key=planted-key`;
const now = () => new Date(service.clock.now()).toISOString();

async function confirm(): Promise<void> {
  const path = consentPathIn(mails()[0]?.text);
  expect((await service.call('POST', `${path}/confirm`)).status).toBe(200);
}

/** Seconds after each of the five tries. */
const TRIES_APART = [72, 360, 1_080, 4_320, 3_600];

/** A failure of the job, told by every channel. */
async function fail(): Promise<void> {
  await service.fail(id);
  await service.check();
}

/** The remaining tries of what failed. */
async function retryAll(): Promise<void> {
  for (const seconds of [72, 360, 1_080, 4_320]) {
    service.clock.advance(seconds);
    await service.drain();
  }
  await service.drain();
}

describe('a channel whose last try fails', () => {
  it('is shown on the monitor and told through the other channel', async () => {
    await confirm();
    receiver.answer = 500;
    const since = now();

    await fail();
    await retryAll();

    expect(await failingChannels()).toEqual([
      { channel: 'webhook', address: '127.0.0.1', since, detail: 'The receiver answered 500.' },
    ]);
    expect(reports()).toHaveLength(1);
    expect(reports()[0]?.subject).toBe('Alerts for nightly backup by webhook are failing');
    expect(reports()[0]?.text).toContain('Channel: webhook to 127.0.0.1\nFailing since: ');
    expect(reports()[0]?.text).toContain('Because: The receiver answered 500.\n');
    expect(reports()[0]?.text).toContain('Nothing was switched off: ');
    expect(reports()[0]?.html).toContain('The receiver answered 500.');
    expect(JSON.stringify([reports(), await failingChannels()])).not.toContain('planted');
  });

  itThorough('is not shown before: not after the first, nor the fourth try', async () => {
    await confirm();
    receiver.answer = 500;

    await fail();
    expect(await failingChannels()).toEqual([]);
    for (const seconds of [72, 360, 1_080]) {
      service.clock.advance(seconds);
      await service.drain();
    }

    expect(receiver.received).toHaveLength(4);
    expect(await failingChannels()).toEqual([]);
    expect(reports()).toEqual([]);
  });

  it('is told once, however many alerts fail by it', async () => {
    await confirm();
    receiver.answer = 500;
    await fail();
    await retryAll();
    await service.ping(id);
    service.clock.advance(1);
    await service.check();

    await fail();
    await retryAll();

    expect(receiver.received).toHaveLength(10);
    expect(reports()).toHaveLength(1);
  });

  it('is not switched off: the next alert is tried by it, and its success clears the failure', async () => {
    await confirm();
    receiver.answer = 500;
    await fail();
    await retryAll();
    await service.ping(id);
    service.clock.advance(1);
    await service.check();
    receiver.answer = 200;

    await fail();

    expect(receiver.received.at(-1)?.json).toMatchObject({ type: 'service.miss', incident: 2 });
    expect(await failingChannels()).toEqual([]);
  });

  itThorough('is no longer shown once it worked, though whoever told dies when that is written', async () => {
    receiver.answer = 500;
    await fail();
    await retryAll();
    await service.ping(id);
    service.clock.advance(1);
    await service.check();
    receiver.answer = 200;
    let isDead = false;
    const before = failing(() => isDead);
    const after = ({ input }: TableCall) =>
      void (isDead ||= JSON.stringify(input).includes('":state":"sent"'));

    await watchingTable(service, { before, after }, fail);

    expect(isDead).toBe(true);
    expect(await failingChannels()).toEqual([]);
  });

  itThorough('is told anew when it fails again after a success', async () => {
    await confirm();
    for (let incident = 1; incident <= 2; incident++) {
      receiver.answer = 500;
      await fail();
      await retryAll();
      receiver.answer = 200;
      await alice.call('POST', `/api/endpoints/${id}/test-alert`);
      await service.ping(id);
      service.clock.advance(1);
      await service.check();
    }

    expect(reports()).toHaveLength(2);
    expect(await failingChannels()).toEqual([]);
  });

  itThorough('is forgotten with its URL, so that failure of the next one is told', async () => {
    await confirm();
    receiver.answer = 500;
    await fail();
    await retryAll();
    const patch = (fields: Record<string, unknown>) => alice.patch(id, fields);

    await patch({ name: 'renamed', alert_to: `other${turn}@example.com` });
    expect(await failingChannels()).toMatchObject([{ channel: 'webhook' }]);
    await patch({ name: 'nightly backup', alert_to: address, alert_url: `${receiver.url}/moved` });
    expect(await failingChannels()).toEqual([]);
    await service.ping(id);
    service.clock.advance(1);
    await service.check();
    await fail();
    await retryAll();

    expect(await failingChannels()).toMatchObject([{ channel: 'webhook' }]);
    expect(reports()).toHaveLength(2);
  });

  itThorough('is forgotten with its address, and stays while only the other one changes', async () => {
    const failure = {
      monitorId: id,
      channel: 'email',
      since: 0,
      detail: 'It bounced.',
      dedupeKey: null,
    } as const;
    await transact(service.core.table, [putChannelFailureItem(service.core.table, failure)]);
    const patch = (fields: Record<string, unknown>) => alice.patch(id, fields);

    await patch({ name: 'renamed', alert_url: `${receiver.url}/moved` });
    expect(await failingChannels()).toMatchObject([{ channel: 'email' }]);
    await patch({ alert_to: `other${turn}@example.com` });
    expect(await failingChannels()).toEqual([]);
  });

  itThorough('is shown when there is no other channel to tell it by', async () => {
    await alice.patch(id, { alert_to: null });
    receiver.answer = 500;

    await fail();
    await retryAll();

    expect(await failingChannels()).toMatchObject([{ channel: 'webhook' }]);
    expect(reports()).toEqual([]);
  });

  itThorough(
    'stays the only one told: a report that nobody may get is in the ledger and no failure',
    async () => {
      receiver.answer = 500;

      await fail();
      await retryAll();

      const { json } = await alice.call('GET', `/api/endpoints/${id}/alerts`);
      expect(json['alerts'][0]).toMatchObject({
        kind: 'channel_failing',
        channel: 'email',
        state: 'undeliverable',
        attempts: [{ outcome: 'not_confirmed' }],
      });
      expect(await failingChannels()).toMatchObject([{ channel: 'webhook' }]);
    },
  );
});

describe('monitors that alert the same address', () => {
  /** More monitors of the same owner and receiver, mailed to the same address unless another is given. */
  async function more(count: number, to = address): Promise<string[]> {
    const ids: string[] = [];
    for (let job = 0; job < count; job++) {
      const fields = { interval_sec: 86_400, alert_url: hookUrl(), alert_to: to };
      ids.push((await alice.createMonitor(fields))['id']);
    }
    return ids;
  }
  const failingOf = async (monitor: string) => (await alice.read(monitor))['failing_channels'];
  const failAll = async (ids: string[]) => {
    for (const each of ids) await service.fail(each);
    await service.check();
    await retryAll();
  };

  it('are all shown and told of once when its receiver is dead', async () => {
    await confirm();
    const ids = [id, ...(await more(5))];
    receiver.answer = 500;

    await failAll(ids);

    for (const each of ids) expect(await failingOf(each)).toMatchObject([{ channel: 'webhook' }]);
    expect(reports()).toHaveLength(1);
    expect(reports()[0]?.text).toContain('not for every monitor that alerts the same address');
  });

  itThorough('are told of once also when they are given up on in the same moment, as a group', async () => {
    await confirm();
    const ids = [id, ...(await more(7))];
    for (const each of ids) await service.fail(each);
    await checkWithQueueDown(service);
    const mailer = { send: async () => ({ sent: false, outcome: 'unavailable', detail: 'No.' }) as const };
    const alerts = (await Promise.all(ids.map((each) => pendingOf(service, each))))
      .flat()
      .filter((message) => message.kind === 'alert')
      .filter(({ sk }) => sk.endsWith('email'));

    for (const seconds of TRIES_APART) {
      await notifyWith(service, { mailer }, { kind: 'group', tenant: '', alerts });
      service.clock.advance(seconds);
    }
    await service.check();

    for (const each of ids) expect(await failingOf(each)).toMatchObject([{ channel: 'email' }]);
    const told = receiver.received.filter(({ json }) => json['type'] === 'service.channel_failing');
    expect(alerts).toHaveLength(8);
    expect(told).toHaveLength(1);
  });

  itThorough('are told of to each reader', async () => {
    await confirm();
    const [other = ''] = await more(1, `other${turn}@example.com`);
    receiver.answer = 500;

    await failAll([id, other]);

    const undeliverable = (await ledgerOf(service, other)).filter(
      ({ content }) => content.kind === 'channel_failing',
    );
    expect(undeliverable).toMatchObject([{ channel: 'email', state: 'undeliverable' }]);
    expect(reports()).toHaveLength(1);
  });

  itThorough('are told of again once it has worked meanwhile, or after a day', async () => {
    await confirm();
    const [second = '', third = ''] = await more(2);
    receiver.answer = 500;
    await failAll([id]);
    receiver.answer = 200;
    await alice.call('POST', `/api/endpoints/${id}/test-alert`);
    receiver.answer = 500;

    await failAll([second]);
    expect(reports()).toHaveLength(2);
    service.clock.advance(86_400);
    await failAll([third]);

    expect(reports()).toHaveLength(3);
  });
});

describe('mail that can no longer go out', () => {
  /** The address ends these mails, as by the link in one of them. */
  async function unsubscribe(): Promise<void> {
    const question = mails().find(({ subject }) => subject.startsWith('Confirm'));
    const path = consentPathIn(question?.text);
    expect((await service.call('POST', `${path}/unsubscribe`)).status).toBe(200);
  }

  /** The next failure after the job was well again. */
  async function failAgain(): Promise<void> {
    await service.ping(id);
    service.clock.advance(1);
    await service.check();
    await fail();
  }
  const reportsByWebhook = () =>
    receiver.received.filter(({ json }) => json['type'] === 'service.channel_failing');

  it('because its address ended it is shown, and told through the webhook once', async () => {
    await confirm();
    await unsubscribe();

    await fail();
    await failAgain();

    const detail = 'The address has unsubscribed from these mails.';
    expect(await failingChannels()).toMatchObject([{ channel: 'email', address, detail }]);
    expect(reportsByWebhook()).toHaveLength(1);
    const masked = 'a…@example.com';
    expect(reportsByWebhook()[0]?.json).toMatchObject({
      endpoint_id: id,
      channel: 'email',
      address: masked,
      detail,
    });
    expect(reportsByWebhook()[0]?.json['text']).toContain(`by e-mail to ${masked} have been failing since`);
    expect(reportsByWebhook()[0]?.text).not.toContain(address);
  });

  itThorough('is no longer shown once a mail goes out again', async () => {
    await confirm();
    await unsubscribe();
    await fail();
    expect(await failingChannels()).toMatchObject([{ channel: 'email' }]);
    await confirm();

    await failAgain();

    expect(await failingChannels()).toEqual([]);
    expect(mails()[0]?.subject).toContain('reported a failure');
  });

  itThorough('because the service has no sender is shown, and told through the webhook', async () => {
    await confirm();
    await service.fail(id);
    await checkWithQueueDown(service);
    const mailer = openMailer({
      client: { region: 'us-east-1' },
      from: null,
      configurationSet: null,
      timeoutMs: 1_000,
    });

    await notifyWith(service, { mailer }, ...(await pendingOf(service, id)));
    await service.drain();

    expect(await failingChannels()).toMatchObject([
      { channel: 'email', detail: 'No sender address is configured, so no mail can be sent.' },
    ]);
    expect(reportsByWebhook()).toHaveLength(1);
  });

  itThorough('beside a webhook that fails, too, is told of by no more than one report each', async () => {
    await confirm();
    await unsubscribe();
    receiver.answer = 500;

    await fail();
    await retryAll();
    await retryAll();
    await failAgain();
    await retryAll();
    await retryAll();

    expect(await failingChannels()).toMatchObject([{ channel: 'email' }, { channel: 'webhook' }]);
    const told = (await ledgerOf(service, id)).filter(({ content }) => content.kind === 'channel_failing');
    expect(told.map(({ channel, state }) => `${channel} ${state}`).sort()).toEqual([
      'email undeliverable',
      'webhook failed',
    ]);
  });

  itThorough('makes no failure by a test alert, whose caller hears it', async () => {
    await confirm();
    await unsubscribe();

    await alice.call('POST', `/api/endpoints/${id}/test-alert`);

    expect(await failingChannels()).toEqual([]);
  });
});

describeThorough('the report of a channel that fails', () => {
  const mailsNothing = {
    send: async () => ({ sent: false, outcome: 'unavailable', detail: 'No.' }) as const,
  };
  const reportsByWebhook = () =>
    receiver.received.filter(({ json }) => json['type'] === 'service.channel_failing');

  /** One try of what is pending, by a notifier that can mail nothing. */
  const tryWith = async (changed: Parameters<typeof notifyWith>[1] = {}) =>
    notifyWith(service, { mailer: mailsNothing, ...changed }, ...(await pendingOf(service, id)));

  /** A failure told by the webhook, and all tries of its mail but the last. */
  async function untilLastTry(): Promise<void> {
    await confirm();
    await service.fail(id);
    await checkWithQueueDown(service);
    for (const seconds of TRIES_APART.slice(0, 4)) {
      await tryWith();
      service.clock.advance(seconds);
    }
  }

  itThorough('does not depend on the dead letters, and a lost dead letter is logged', async () => {
    const real = openQueue(service.core.config);
    const queue = { ...real, deadLetter: () => Promise.reject(new Error('The queue is down.')) };

    await untilLastTry();

    expect(await tryWith({ queue })).toEqual([]);
    await service.drain();

    expect(await failingChannels()).toMatchObject([{ channel: 'email' }]);
    expect(reportsByWebhook()).toHaveLength(1);
    expect(service.logged).toContain('dead_letter_lost');
  });

  it('is made once, also by a notifier that dies before it wrote what came of the last try', async () => {
    await untilLastTry();
    let updates = 0;
    // The first update is the lease, the second the settlement.
    const before = failing(({ command }) => command === 'UpdateItemCommand' && ++updates === 2);

    expect(await watchingTable(service, { before }, () => tryWith())).toEqual(['message-0']);
    expect(await failingChannels()).toMatchObject([{ channel: 'email' }]);
    service.clock.advance(72);
    await tryWith();
    await service.drain();

    expect(await failingChannels()).toMatchObject([{ channel: 'email' }]);
    expect(reportsByWebhook()).toHaveLength(1);
    expect(
      (await ledgerOf(service, id)).map(({ content, state }) => `${content.kind} ${state}`).sort(),
    ).toEqual(['channel_failing sent', 'miss failed', 'miss sent']);
  });

  it('is made although another transaction was in the way', async () => {
    await untilLastTry();
    let conflicts = 0;
    const before = ({ command }: TableCall) => {
      if (command !== 'TransactWriteItemsCommand' || conflicts > 0) return;
      conflicts += 1;
      const CancellationReasons = [{ Code: 'TransactionConflict' }, { Code: 'None' }];
      throw Object.assign(new Error('cancelled'), {
        name: 'TransactionCanceledException',
        CancellationReasons,
      });
    };

    expect(await watchingTable(service, { before }, () => tryWith())).toEqual([]);
    await service.drain();

    expect(conflicts).toBe(1);
    expect(await failingChannels()).toMatchObject([{ channel: 'email' }]);
    expect(reportsByWebhook()).toHaveLength(1);
  });
});

describe('mail that fails', () => {
  it('is told through the webhook, in JSON of its own type', async () => {
    await confirm();
    await service.fail(id);
    await checkWithQueueDown(service);
    const detail = 'The mail service could not be used (Error).';
    const mailer = { send: async () => ({ sent: false, outcome: 'unavailable', detail }) as const };

    for (const seconds of TRIES_APART) {
      expect(await failingChannels()).toEqual([]);
      await notifyWith(service, { mailer }, ...(await pendingOf(service, id)));
      service.clock.advance(seconds);
    }
    await service.drain();

    expect(await failingChannels()).toMatchObject([{ channel: 'email', detail }]);
    expect(receiver.received.map(({ json }) => json['type'])).toEqual([
      'service.miss',
      'service.channel_failing',
    ]);
    expect(receiver.received[1]?.json).toMatchObject({ endpoint_id: id, channel: 'email' });
    expect(receiver.received[1]?.text).not.toContain(address);
  });

  itThorough('and a webhook that fails, too, are both shown and each told once', async () => {
    await confirm();
    receiver.answer = 500;
    await service.fail(id);
    await checkWithQueueDown(service);
    const mailer = { send: async () => ({ sent: false, outcome: 'unavailable', detail: 'No.' }) as const };

    for (const seconds of [...TRIES_APART, ...TRIES_APART]) {
      await notifyWith(service, { mailer }, ...(await pendingOf(service, id)));
      service.clock.advance(seconds);
    }

    const channels = (await failingChannels()).map((each: Record<string, unknown>) => each['channel']);
    expect(channels).toEqual(['email', 'webhook']);
    expect(
      (await ledgerOf(service, id))
        .map(({ content, channel, state }) => [content.kind, channel, state].join(' '))
        .sort(),
    ).toEqual([
      'channel_failing email failed',
      'channel_failing webhook failed',
      'miss email failed',
      'miss webhook failed',
    ]);
  });
});

itThorough(
  'a channel that works and fails again while one alert is tried is told under another id',
  async () => {
    receiver.answer = 500;
    await fail();
    const failed = (await ledgerOf(service, id)).find(({ channel }) => channel === 'webhook');
    if (!failed) throw new Error('Nothing is tried.');
    const deps = { ...service.core, queue: openQueue(service.core.config) };
    for (let times = 0; times < 2; times++) {
      await reportChannelFailure(deps, failed, 'The receiver answered 500.');
      await transact(service.core.table, await clearChannelFailureItems(service.core.table, id, 'webhook'));
      service.clock.advance(60);
    }

    const told = (await ledgerOf(service, id)).filter(({ content }) => content.kind === 'channel_failing');
    expect(told).toHaveLength(2);
    expect(new Set(told.map(({ content }) => content.alertId)).size).toBe(2);
  },
);
