import { beforeEach, describe, expect, it } from 'vitest';
import { runCheck } from '../../../functions/checker/checker.ts';
import { sendWebhook, type WebhookRequest } from '../../../lib/adapters/alerts/webhook.ts';
import { openQueue, type QueueMessage } from '../../../lib/adapters/queue.ts';
import { getMonitor } from '../../../lib/data/monitors/monitors.ts';
import { noMetrics } from '../../../lib/runtime/report/metrics.ts';
import {
  checkWithQueueDown,
  consentPathIn,
  enqueue,
  ledgerOf,
  noChecks,
  notifyWith,
  pendingOf,
} from '../../support/alerts/alerting.ts';
import { startReceiver } from '../../support/alerts/receiver.ts';
import { startTestService, type Person } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { describeThorough, itThorough } from '../../support/thorough.ts';

let alice: Person;
let address: string;
let turn = 0;

const service = shared(startTestService);
beforeEach(async () => {
  turn += 1;
  address = `alice${turn}@example.com`;
  alice = await service.guest();
  // What an earlier test left behind is told by it, not by this one.
  service.clock.advance(7_200);
  await service.check();
  await service.check();
});

const mails = (to = address) =>
  service.mailbox.messages().filter((mail) => mail.to === to && !mail.subject.startsWith('Confirm'));
const subjects = (to = address) => mails(to).map(({ subject }) => subject);
const statesOf = async (ids: string[]) =>
  (await Promise.all(ids.map((id) => ledgerOf(service, id)))).map((ledger) =>
    ledger.map(({ content, state, attempts }) => `${content.kind} ${state} ${attempts.length}`).join(', '),
  );
const unsentMail = { sent: false, outcome: 'unavailable', detail: 'Not now.' } as const;

/** Monitors of one owner and address, confirmed, that have pinged once. */
async function fleet(count: number, owner = alice, to = address): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 1; index <= count; index++) {
    const fields = { name: `job ${index}`, interval_sec: 300, alert_to: to, alert_repeat_sec: 2_592_000 };
    ids.push((await owner.createMonitor(fields))['id']);
  }
  await service.drain();
  const question = service.mailbox.messages().find((mail) => mail.to === to)?.text ?? '';
  const path = consentPathIn(question);
  expect((await service.call('POST', `${path}/confirm`)).status).toBe(200);
  await Promise.all(ids.map((id) => service.ping(id)));
  return ids;
}

/** Lets the monitors fall silent and decides it; the queue is lost, and what it would carry is returned. */
async function decided(ids: string[]): Promise<Extract<QueueMessage, { kind: 'group' }>> {
  service.clock.advance(301);
  await checkWithQueueDown(service);
  return groupOf(ids);
}

/** One message with all that monitors still have to tell. */
async function groupOf(ids: string[]): Promise<Extract<QueueMessage, { kind: 'group' }>> {
  const alerts = (await Promise.all(ids.map((id) => pendingOf(service, id)))).flat();
  return { kind: 'group', tenant: '', alerts: alerts.filter((message) => message.kind === 'alert') };
}

describe('what a check puts on the queue', () => {
  it('says whose it is, alone and grouped, when it is sent and when it is sent again', async () => {
    const sent: QueueMessage[] = [];
    const deps = { ...service.core, checks: noChecks, metrics: noMetrics };
    const queue = {
      ...openQueue(deps.config),
      send: async (messages: readonly QueueMessage[]) => void sent.push(...messages),
    };
    const [failed = '', ...silent] = await fleet(3);
    await service.fail(failed);
    const tenant = (await getMonitor(service.core.table, failed))?.spaceId;

    service.clock.advance(301);
    await runCheck({ ...deps, queue }, () => true);
    service.clock.advance(900);
    await runCheck({ ...deps, queue }, () => true);

    const ours = sent.filter((message) =>
      [failed, ...silent].some((id) => JSON.stringify(message).includes(id)),
    );
    expect(new Set(ours.map(({ kind }) => kind))).toEqual(new Set(['alert', 'group']));
    expect(ours.length).toBeGreaterThanOrEqual(4);
    expect(new Set(ours.map((message) => 'tenant' in message && message.tenant))).toEqual(new Set([tenant]));
    await service.check();
  });
});

describeThorough('a channel of an owner', () => {
  itThorough('is one message in a chat also when the queue was down at the check', async () => {
    const sent: QueueMessage[] = [];
    const deps = { ...service.core, checks: noChecks, metrics: noMetrics };
    const queue = {
      ...openQueue(deps.config),
      send: async (messages: readonly QueueMessage[]) => void sent.push(...messages),
    };
    await alice.call('POST', '/api/channels', { url: 'https://hooks.slack.com/services/T0/B0/x' });
    const jobs = await Promise.all([1, 2, 3].map(() => alice.createMonitor({ interval_sec: 300 })));
    await Promise.all(jobs.map(({ id }) => service.fail(id)));
    await checkWithQueueDown(service);

    service.clock.advance(900);
    await runCheck({ ...deps, queue }, () => true);

    const ours = sent.filter((message) => jobs.some(({ id }) => JSON.stringify(message).includes(id)));
    expect(ours.map((message) => 'alerts' in message && message.alerts.length)).toEqual([3]);
    await Promise.all(jobs.map(({ id }) => alice.remove(id)));
  });
});

describe('monitors of one owner and address that go silent in the same check', () => {
  it('are told in one mail with a list, and each has its own entry in the ledger', async () => {
    const ids = await fleet(7);

    service.clock.advance(301);
    await service.check();

    expect(subjects()).toEqual(['7 monitors went silent: job 1, job 2 and 5 more']);
    for (let job = 1; job <= 7; job++) {
      expect(mails()[0]?.text).toContain(`job ${job}\n`);
      expect(mails()[0]?.html).toContain(`job ${job}<`);
    }
    expect(await statesOf(ids)).toEqual(Array.from({ length: 7 }, () => 'miss sent 1'));
  });

  itThorough('are told in one mail per owner', async () => {
    const bob = await service.guest();
    await fleet(2);
    await fleet(3, bob, `bob${turn}@example.com`);

    service.clock.advance(301);
    await service.check();

    expect(subjects()).toEqual(['2 monitors went silent: job 1 and job 2']);
    expect(subjects(`bob${turn}@example.com`)).toEqual(['3 monitors went silent: job 1, job 2 and job 3']);
  });

  it('alone is told as ever', async () => {
    await fleet(1);

    service.clock.advance(301);
    await service.check();

    expect(subjects()).toEqual(['job 1 went silent']);
  });

  itThorough('leave a failure of the same check a mail of its own', async () => {
    const [failed = '', ...silent] = await fleet(3);
    await service.fail(failed);

    service.clock.advance(301);
    await service.check();

    expect(subjects().sort()).toEqual([
      '2 monitors went silent: job 2 and job 3',
      'job 1 reported a failure',
    ]);
    expect(silent).toHaveLength(2);
  });

  itThorough('are one mail also when the queue was down at the check', async () => {
    const ids = await fleet(3);
    await decided(ids);
    expect(subjects()).toEqual([]);

    service.clock.advance(300);
    await service.check();

    expect(subjects()).toEqual(['3 monitors went silent: job 1, job 2 and job 3']);
    expect(await statesOf(ids)).toEqual(['miss sent 1', 'miss sent 1', 'miss sent 1']);
  });

  it('are one POST each to a plain receiver, and so are their recoveries', async () => {
    await using receiver = await startReceiver();
    const ids: string[] = [];
    for (let index = 1; index <= 3; index++) {
      const fields = { name: `job ${index}`, interval_sec: 300, alert_url: receiver.url };
      ids.push((await alice.createMonitor(fields))['id']);
    }
    await Promise.all(ids.map((id) => service.ping(id)));

    service.clock.advance(301);
    await service.check();

    expect(receiver.received.map(({ json }) => json['endpoint_id']).sort()).toEqual(ids.toSorted());
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(3);

    receiver.received.length = 0;
    await Promise.all(ids.map((id) => service.ping(id)));
    await service.check();

    expect(receiver.received.map(({ json }) => [json['type'], json['endpoint_id']]).sort()).toEqual(
      ids.toSorted().map((id) => ['service.recovery', id]),
    );
  });
});

describe('jobs of one owner and address that fail before the same check', () => {
  it('are told in one mail with what each said, and a single one as ever', async () => {
    const ids = await fleet(4);
    const [lone = '', ...failed] = ids;
    await Promise.all(
      failed.map((id, index) =>
        service.call('POST', `/in/${id}/${index + 2}`, {
          body: `disk ${index} is full`,
          headers: { 'content-type': 'text/plain' },
        }),
      ),
    );

    await service.check();

    expect(subjects()).toEqual(['3 jobs failed: job 2, job 3 and job 4']);
    for (const [index, job] of ['job 2', 'job 3', 'job 4'].entries()) {
      const item = mails()[0]
        ?.text?.split('\n\n')
        .find((part) => part.startsWith(`* ${job}\n`));
      expect(item).toContain(`Exit code: ${index + 2}\n`);
      expect(item).toContain(`disk ${index} is full`);
    }
    expect(await statesOf(failed)).toEqual(failed.map(() => 'miss sent 1'));

    await service.fail(lone);
    await service.check();

    expect(subjects()[0]).toBe('job 1 reported a failure');
  });

  itThorough('are one mail also when the queue was down at the check', async () => {
    const ids = await fleet(3);
    await Promise.all(ids.map((id) => service.fail(id)));
    await checkWithQueueDown(service);
    service.clock.advance(299);
    await Promise.all(ids.map((id) => service.fail(id)));

    service.clock.advance(1);
    await service.check();

    expect(subjects()).toEqual(['3 jobs failed: job 1, job 2 and job 3']);
  });

  itThorough('many times each tell every failure, in as many mails as one of them has', async () => {
    const ids = await fleet(3);
    for (const signal of ['fail', '0', 'fail']) {
      service.clock.advance(1);
      await Promise.all(ids.map((id) => service.call('GET', `/in/${id}/${signal}`)));
    }

    for (let round = 0; round < 6; round += 1) {
      await service.check();
      service.clock.advance(72);
      await Promise.all(ids.map((id) => service.fail(id)));
    }

    const jobs = 'job 1, job 2 and job 3';
    expect(subjects().toReversed()).toEqual([
      `3 jobs failed: ${jobs}`,
      `3 monitors are back: ${jobs}`,
      `3 jobs failed: ${jobs}`,
    ]);
  });
});

describe('a chat hook', () => {
  it('gets one message for the group, signed, and each alert its own entry', async () => {
    await using chat = await startReceiver();
    const ids: string[] = [];
    for (let index = 1; index <= 3; index++) {
      const fields = {
        name: `job ${index}`,
        interval_sec: 300,
        alert_url: 'https://hooks.slack.com/services/T0/B0/x',
      };
      ids.push((await alice.createMonitor(fields))['id']);
    }
    await Promise.all(ids.map((id) => service.ping(id)));
    const group = await decided(ids);
    const asked: string[] = [];
    const toReceiver = (request: WebhookRequest) => {
      asked.push(request.url);
      return sendWebhook({ ...request, url: chat.url });
    };

    await notifyWith(service, { sendWebhook: toReceiver }, group);

    expect(asked).toEqual(['https://hooks.slack.com/services/T0/B0/x']);
    expect(Object.keys(chat.received[0]?.json ?? {})).toEqual(['text']);
    for (const name of ['3 monitors went silent', 'job 1', 'job 2', 'job 3'])
      expect(chat.received[0]?.json['text']).toContain(name);
    expect(chat.received[0]?.headers['webhook-signature']).toMatch(/^v1,/);
    expect(await statesOf(ids)).toEqual(['miss sent 1', 'miss sent 1', 'miss sent 1']);
  });
});

describe('a group', () => {
  it('whose sending fails is tried again as a group, each entry with every attempt', async () => {
    const ids = await fleet(3);
    const group = await decided(ids);

    const failed = await notifyWith(service, { mailer: { send: async () => unsentMail } }, group);

    expect(failed).toEqual(['message-0']);
    expect(await statesOf(ids)).toEqual(['miss pending 1', 'miss pending 1', 'miss pending 1']);
    service.clock.advance(72);
    expect(await notifyWith(service, {}, group)).toEqual([]);
    expect(subjects()).toEqual(['3 monitors went silent: job 1, job 2 and job 3']);
    expect(await statesOf(ids)).toEqual(['miss sent 2', 'miss sent 2', 'miss sent 2']);
  });

  itThorough('that is given up on is given up on in each entry', async () => {
    const ids = await fleet(2);
    const group = await decided(ids);

    for (const seconds of [72, 360, 1_080, 4_320, 3_600, 3_600]) {
      await notifyWith(service, { mailer: { send: async () => unsentMail } }, group);
      service.clock.advance(seconds);
    }

    expect(await statesOf(ids)).toEqual(['miss failed 5', 'miss failed 5']);
  });

  it('that comes twice, also at once, is sent once', async () => {
    const ids = await fleet(3);
    const group = await decided(ids);

    await enqueue(service, group, group);
    await Promise.all([service.drain(), notifyWith(service, {}, group, group)]);
    await service.drain();

    const told = mails().map(({ text }) => ['job 1', 'job 2', 'job 3'].filter((job) => text?.includes(job)));
    expect(told.flat().sort()).toEqual(['job 1', 'job 2', 'job 3']);
    expect(await statesOf(ids)).toEqual(['miss sent 1', 'miss sent 1', 'miss sent 1']);
  });

  itThorough('leaves out a monitor that was deactivated meanwhile, whose entry says so', async () => {
    const [gone = '', ...kept] = await fleet(3);
    const group = await decided([gone, ...kept]);
    await alice.remove(gone);

    await notifyWith(service, {}, group);

    expect(subjects()).toEqual(['2 monitors went silent: job 2 and job 3']);
    expect(await statesOf([gone, ...kept])).toEqual(['miss skipped 1', 'miss sent 1', 'miss sent 1']);
  });

  it('leaves out a monitor that was paused meanwhile, which is told at its deadline after the pause', async () => {
    const [paused = '', ...others] = await fleet(3);
    const group = await decided([paused, ...others]);
    const paused_until = new Date(service.clock.now() + 600_000).toISOString();
    await alice.patch(paused, { paused_until });

    await notifyWith(service, {}, group);
    expect(subjects()).toEqual(['2 monitors went silent: job 2 and job 3']);
    expect(await statesOf([paused, ...others])).toEqual(['miss pending 0', 'miss sent 1', 'miss sent 1']);
    service.clock.advance(601);
    await service.check();
    expect(await statesOf([paused])).toEqual(['miss skipped 1']);
    service.clock.advance(301);
    await service.check();

    expect(subjects()[0]).toBe('job 1 went silent');
    expect(await statesOf([paused])).toEqual(['miss skipped 1, miss sent 1']);
  });

  itThorough('of which one is left is told as a single one', async () => {
    const [gone = '', kept = ''] = await fleet(2);
    const group = await decided([gone, kept]);
    await alice.remove(gone);

    await notifyWith(service, {}, group);

    expect(subjects()).toEqual(['job 2 went silent']);
  });

  itThorough('does not tell what was told to another address meanwhile', async () => {
    const ids = await fleet(3);
    const group = await decided(ids);
    await alice.patch(ids[0], { alert_to: `other${turn}@example.com` });

    await notifyWith(service, {}, group);

    expect(subjects()).toEqual(['2 monitors went silent: job 2 and job 3']);
    expect((await ledgerOf(service, ids[0] ?? ''))[0]).toMatchObject({
      state: 'undeliverable',
      attempts: [{ outcome: 'not_confirmed' }],
    });
  });

  itThorough('is followed by one mail of its recoveries, each with its own entry', async () => {
    const ids = await fleet(2);
    service.clock.advance(301);
    await service.check();
    await Promise.all(ids.map((id) => service.ping(id)));
    service.clock.advance(1);

    await service.check();

    expect(subjects()).toEqual([
      '2 monitors are back: job 1 and job 2',
      '2 monitors went silent: job 1 and job 2',
    ]);
    expect(await statesOf(ids)).toEqual(ids.map(() => 'miss sent 1, recovery sent 1'));
  });

  itThorough('that still waits is told before the recoveries of its members', async () => {
    const ids = await fleet(2);
    const group = await decided(ids);
    await Promise.all(ids.map((id) => service.ping(id)));
    service.clock.advance(1);
    await service.check();
    expect(subjects()).toEqual([]);

    await notifyWith(service, {}, group);
    service.clock.advance(72);
    await service.check();

    expect(subjects()).toEqual([
      '2 monitors are back: job 1 and job 2',
      '2 monitors went silent: job 1 and job 2',
    ]);
  });

  itThorough(
    'of recoveries leaves out those whose alert was not told yet, and tells them after it',
    async () => {
      const ids = await fleet(3);
      const [late = '', ...told] = ids;
      const group = await decided(ids);
      await notifyWith(service, {}, { ...group, alerts: group.alerts.slice(1) });
      await Promise.all(ids.map((id) => service.ping(id)));
      service.clock.advance(1);
      await checkWithQueueDown(service);
      const pending = await groupOf([...told, late]);

      await notifyWith(
        service,
        {},
        {
          ...pending,
          alerts: pending.alerts.filter(({ sk }) => sk.includes('recovery')),
        },
      );
      expect(subjects().slice(0, -1)).toEqual(['2 monitors are back: job 2 and job 3']);
      expect(await statesOf([late])).toEqual(['miss pending 0, recovery pending 0']);
      for (const seconds of [200, 100, 60]) {
        service.clock.advance(seconds);
        await Promise.all(ids.map((id) => service.ping(id)));
        await service.check();
      }

      expect(subjects().slice(0, 2)).toEqual([expect.stringMatching(/^job 1 is back/), 'job 1 went silent']);
      expect(await statesOf([late])).toEqual(['miss sent 1, recovery sent 1']);
    },
  );

  itThorough('of two recoveries of one monitor tells the older one first', async () => {
    const [id = ''] = await fleet(1);
    for (let round = 0; round < 2; round += 1) {
      for (const signal of ['fail', '0']) {
        service.clock.advance(1);
        await service.call('GET', `/in/${id}/${signal}`);
      }
      await checkWithQueueDown(service);
    }
    const group = await groupOf([id]);
    expect(group.alerts).toHaveLength(4);

    for (let round = 0; round < 8; round += 1) {
      await notifyWith(service, {}, { ...group, alerts: group.alerts.toReversed() });
      service.clock.advance(72);
    }

    const back = expect.stringMatching(/^job 1 is back/);
    expect(subjects()).toEqual([back, 'job 1 reported a failure', back, 'job 1 reported a failure']);
    expect(mails().map(({ text }) => /Incident: (\d)/.exec(text ?? '')?.[1])).toEqual(['2', '2', '1', '1']);
  });
});
