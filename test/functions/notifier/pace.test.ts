import { beforeEach, describe, expect, it } from 'vitest';
import { benchMonitor, putFleet } from '../../../bench/fleet.ts';
import { openQueue, type Queue } from '../../../lib/adapters/queue.ts';
import { getMonitor } from '../../../lib/data/monitors/monitors.ts';
import { getPace } from '../../../lib/data/alerts/paces.ts';
import type { Alert } from '../../../lib/domain/alerts/alert.ts';
import type { Monitor } from '../../../lib/domain/monitors/monitor.ts';
import { pacedRecipientOf } from '../../../lib/flows/alerts/paced-recipient.ts';
import type { NotifierDeps } from '../../../lib/runtime/deps.ts';
import { notifierDeps } from '../../../lib/runtime/lambda/live-notifier.ts';
import { noMetrics } from '../../../lib/runtime/report/metrics.ts';
import { checkWithQueueDown, ledgerOf, notifyWith, pendingOf } from '../../support/alerts/alerting.ts';
import { startLimitedReceiver } from '../../support/alerts/limited-receiver.ts';
import { sampleContent } from '../../lib/domain/alerts/sample-content.ts';
import { monitor } from '../../support/alerts/monitor-builder.ts';
import { startTestService, START_AT, type Person } from '../../support/service/service.ts';
import { fresh } from '../../support/service/shared.ts';
import { casesOf, itThorough, rounds } from '../../support/thorough.ts';

/** Of a life of hundreds of alerts. */
const LONG = { timeout: 240_000 };
/** What a hook of Mattermost looks like, on any host. */
const CHAT = `/hooks/${'a1b2c3d4e5'.repeat(2)}f6g7h8`;

const service = fresh(startTestService);
const receiver = fresh(() => startLimitedReceiver(() => service.clock.now()));

/** Jobs that are heard no more, the first for the longest time. */
async function silentJobs(count: number, of: (turn: number) => Partial<Monitor>): Promise<Monitor[]> {
  const jobs = Array.from({ length: count }, (_, turn) => {
    const lastEventAt = START_AT - (300 + count - turn) * 1000;
    return benchMonitor(lastEventAt, { alertUrl: null, name: `job ${turn}`, ...of(turn) });
  });
  await putFleet(service.core.table, jobs);
  return jobs;
}

/** Lets time pass, by default second by second, with a check every five minutes, until `isOver` or that many seconds are gone. */
async function live(
  seconds: number,
  isOver: () => boolean,
  checkEverySec = 300,
  stepSec = 1,
): Promise<number> {
  for (let passed = 0; passed < seconds; passed += stepSec) {
    if (isOver()) return passed;
    await (passed % checkEverySec === 0 ? service.check() : service.drain());
    service.clock.sleep(stepSec);
  }
  return seconds;
}

async function alertsOf(jobs: readonly Monitor[]): Promise<Alert[]> {
  const ledgers = await Promise.all(jobs.map(({ id }) => ledgerOf(service, id)));
  return ledgers.flat();
}
/** How alerts ended, and after how many tries. */
const resultsOf = (alerts: readonly Alert[]) =>
  new Set(alerts.map(({ state, attempts }) => `${state} ${attempts.length}`));

describe('a receiver that takes one message a second', LONG, () => {
  const JOBS = rounds(40, 400);

  it(`is told of ${JOBS} jobs in ${JOBS + 200} seconds, none of them counted as failed, the oldest first`, async () => {
    const alertUrl = `${receiver.url}/hook`;
    const jobs = await silentJobs(JOBS, () => ({ alertUrl }));
    // They fall silent while those wait.
    const later = await silentJobs(JOBS / 20, () => ({
      alertUrl,
      name: 'later',
      lastEventAt: START_AT - 100_000,
      dueAt: START_AT + JOBS * 500 + 1,
    }));
    const told = jobs.length + later.length;

    const seconds = await live(JOBS * 9, () => receiver.taken.length === told, JOBS * 0.75);

    expect(seconds).toBeLessThan(JOBS + 200);
    expect(resultsOf(await alertsOf([...jobs, ...later]))).toEqual(new Set(['sent 1']));
    expect(receiver.taken.slice(0, JOBS * 0.975).filter(({ text }) => text.includes('later'))).toEqual([]);
    // The first of them were under way before any was refused.
    expect(receiver.refusals).toBeLessThan(Math.min(2 * JOBS, 200));
  });

  itThorough(`that is a chat reads each of ${JOBS} names in messages that wait for one another`, async () => {
    const jobs = await silentJobs(JOBS, () => ({ alertUrl: receiver.url + CHAT }));
    const named = () => new Set(receiver.taken.flatMap(({ text }) => text.match(/job \d+/g) ?? []));

    const seconds = await live(900, () => named().size === JOBS);

    expect(seconds).toBeLessThan(120);
    await live(5, () => false);
    expect(resultsOf(await alertsOf(jobs))).toEqual(new Set(['sent 1']));
  });

  itThorough('keeps all in their places when it asks for a pause', async () => {
    const jobs = await silentJobs(60, () => ({ alertUrl: `${receiver.url}/hook` }));
    await live(20, () => false);
    receiver.perSecond = 0;
    receiver.retryAfter = '120';
    await live(10, () => false);
    receiver.perSecond = 1;
    const before = receiver.taken.length;

    await live(110, () => false);
    expect(receiver.taken).toHaveLength(before);
    const seconds = await live(300, () => receiver.taken.length === 60);

    expect(seconds).toBeLessThan(90);
    expect(resultsOf(await alertsOf(jobs))).toEqual(new Set(['sent 1']));
  });
});

describe('a receiver that refuses for pace', LONG, () => {
  const failing = { alertTo: 'team@example.com', alertToOwn: true };

  it('for good is told of by the other channel after ten minutes, and given up on within hours', async () => {
    receiver.perSecond = 0;
    const [job] = await silentJobs(1, () => ({ ...failing, alertUrl: `${receiver.url}/hook` }));
    const reports = () => service.mailbox.messages().filter(({ subject }) => subject.includes('failing'));
    const webhook = async () =>
      (await alertsOf(job ? [job] : [])).find(
        ({ channel, content }) => channel === 'webhook' && content.kind === 'miss',
      );

    await live(580, () => false, 300, 10);
    expect(reports()).toEqual([]);
    await live(60, () => reports().length > 0, 300, 10);
    expect(reports()).toMatchObject([{ text: expect.stringContaining('asks us to slow down') }]);
    expect(await webhook()).toMatchObject({ state: 'pending', attempts: [] });
    for (let tick = 0; tick < 36; tick++) {
      service.clock.sleep(300);
      await service.check();
    }

    expect(await webhook()).toMatchObject({ state: 'failed', attempts: { length: 5 } });
    expect(reports()).toHaveLength(1);
    expect(receiver.refusals).toBeLessThan(120);
  });

  it.each(
    casesOf(1, [
      ['says nothing of how long', null, 5],
      ['names a year', '31536000', 920],
      ['names nonsense', 'soon', 5],
    ]),
  )('and %s is asked again in bounded time', async (_, retryAfter, seconds) => {
    Object.assign(receiver, { perSecond: 0, retryAfter });
    const jobs = await silentJobs(1, () => ({ alertUrl: `${receiver.url}/hook` }));
    await live(1, () => false);
    receiver.perSecond = 1;

    expect(await live(1_000, () => receiver.taken.length === 1)).toBeLessThan(seconds);
    expect(resultsOf(await alertsOf(jobs))).toEqual(new Set(['sent 1']));
  });

  itThorough('slows down all notifiers at once, and ten refusals at once slow them down once', async () => {
    const jobs = await silentJobs(40, () => ({ alertUrl: `${receiver.url}/hook` }));
    await checkWithQueueDown(service);
    const messages = (await Promise.all(jobs.map(({ id }) => pendingOf(service, id)))).flat();
    receiver.perSecond = 0;
    await Promise.all(
      [0, 1, 2].map((part) => notifyWith(service, {}, ...messages.slice(part * 4, part * 4 + 4))),
    );
    const before = receiver.refusals;
    service.clock.sleep(2);

    await Promise.all(
      [1, 2, 3, 4].map((part) => notifyWith(service, {}, ...messages.slice(part * 7 + 5, part * 7 + 12))),
    );

    const alerts = await alertsOf(jobs);
    const places = alerts.flatMap(({ pace }) => pace?.place ?? []);
    expect(before).toBe(12);
    expect(places.length).toBeGreaterThan(30);
    expect(new Set(places).size).toBe(places.length);
    expect(receiver.refusals).toBe(before);
    expect(Math.max(...alerts.map(({ pace }) => pace?.until ?? 0)) - service.clock.now()).toBeLessThan(
      45_000,
    );
  });
});

describe('a hook', () => {
  const told = { channel: 'webhook', content: sampleContent() } as const;
  const paced = async (spaceId: string, alertUrl: string) =>
    (await pacedRecipientOf(notifierDeps(service.core, noMetrics), told, monitor({ spaceId, alertUrl })))?.id;

  it('has a line for each who alerts by it: nobody slows down the alerts of another', async () => {
    const own = await paced('space-1', 'https://example.com/hook');

    expect(own).toBe(await paced('space-1', 'https://example.com/hook'));
    expect(own).not.toBe(await paced('space-2', 'https://example.com/hook'));
    expect(own).not.toBe(await paced('space-1', 'https://example.com/other'));
  });
});

describe('one job and a receiver that refuses for pace', () => {
  let id: string;
  let alice: Person;
  const down = {
    sendWebhook: async () =>
      ({ delivered: false, outcome: 'refused_status', status: 500, detail: 'No.', durationMs: 1 }) as const,
  };
  const notify = async (deps: Partial<NotifierDeps> = {}) =>
    notifyWith(service, deps, ...(await pendingOf(service, id)));
  const signal = async (path = '') => {
    service.clock.sleep(2);
    await service.call('POST', `/in/${id}${path}`);
  };
  beforeEach(async () => {
    receiver.perSecond = 0;
    alice = await service.guest();
    const fields = { interval_sec: 86_400, alert_url: `${receiver.url}/hook` };
    ({ id } = (await alice.createMonitor(fields)) as { id: string });
    await signal('/fail');
    await checkWithQueueDown(service);
  });

  it('has its newer alert wait in the place of the one that it stands for, and for as long', async () => {
    await notify(down);
    service.clock.sleep(72);
    await notify();
    const [first] = await ledgerOf(service, id);
    for (const path of ['', '/fail']) await signal(path);
    await checkWithQueueDown(service);
    service.clock.sleep(60);
    await notifyWith(service, {}, ...(await pendingOf(service, id)).slice(-1));

    const alerts = await ledgerOf(service, id);
    expect(alerts.map(({ state }) => state)).toEqual(['superseded', 'superseded', 'pending']);
    expect(first?.pace).not.toBeNull();
    const { place, since } = first?.pace ?? {};
    expect(alerts[2]).toMatchObject({ attempts: [], pace: { place, since } });
  });

  itThorough('refuses since its first refusal, though it fails otherwise meanwhile', async () => {
    const job = await getMonitor(service.core.table, id);
    if (!job) throw new Error('The job is gone.');
    const told = { channel: 'webhook', content: sampleContent() } as const;
    const line = await pacedRecipientOf(notifierDeps(service.core, noMetrics), told, job);
    const pace = () => getPace(service.core.table, line?.id ?? '');
    await notify();
    const refusedSince = (await pace())?.refusedSince;
    service.clock.sleep(60);
    await notify(down);

    expect(await ledgerOf(service, id)).toMatchObject([{ attempts: [{ outcome: 'refused_status' }] }]);
    expect(refusedSince).toEqual(expect.any(Number));
    expect((await pace())?.refusedSince).toBe(refusedSince);
  });

  itThorough('is looked at every ten minutes, though it asks to be left alone for longer', async () => {
    receiver.retryAfter = '3600';
    const delays: number[] = [];
    const send: Queue['send'] = async (_messages, delaySec = 0) => void delays.push(delaySec);

    expect(await notify({ queue: { ...openQueue(service.core.config), send } })).toEqual([]);

    expect(delays).toEqual([600]);
    const [alert] = await ledgerOf(service, id);
    expect(alert?.pace?.until).toBe(service.clock.now() + 600_000);
  });

  it('has its message brought back by the queue that has it where no new one can be sent', async () => {
    const send = () => Promise.reject(new Error('The queue is down.'));
    const queue = { ...openQueue(service.core.config), send, postpone: async () => {} };

    expect(await notify({ queue })).toEqual(['message-0']);
    expect(await ledgerOf(service, id)).toMatchObject([{ pace: { place: expect.any(Number) } }]);
  });
});

describe('a mail service that takes fourteen mails a second', LONG, () => {
  const OWNERS = rounds(30, 1_500);

  it('takes the alerts of many owners at that rate, and none of them is counted as failed', async () => {
    service.mailbox.perSecond = 14;
    const jobs = await silentJobs(OWNERS, (turn) => ({
      spaceId: `owner${turn}`,
      alertTo: `owner${turn}@example.com`,
      alertToOwn: true,
    }));

    const seconds = await live(1_800, () => service.deliveries.counts().sent === OWNERS);

    expect(seconds).toBeLessThan(10 + OWNERS / 10);
    expect(resultsOf(await alertsOf(jobs))).toEqual(new Set(['sent 1']));
    expect(service.deliveries.counts().failed).toBeLessThan(10);
  });

  itThorough('that says nothing of its rate teaches it by its throttles', async () => {
    service.mailbox.perSecond = 14;
    const { mailer } = notifierDeps(service.core, noMetrics);
    const jobs = await silentJobs(60, (turn) => ({ alertTo: `owner${turn}@example.com`, alertToOwn: true }));
    await checkWithQueueDown(service);
    const messages = (await Promise.all(jobs.map(({ id }) => pendingOf(service, id)))).flat();

    await notifyWith(service, { mailer: { send: mailer.send } }, ...messages);

    expect(service.mailbox.messages()).toHaveLength(14);
    const alerts = await alertsOf(jobs);
    expect(resultsOf(alerts)).toEqual(new Set(['sent 1', 'pending 0']));
    expect(alerts.filter(({ pace }) => pace !== null)).toHaveLength(46);
  });
});
