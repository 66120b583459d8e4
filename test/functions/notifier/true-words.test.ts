import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
import { describeThorough, itThorough } from '../../support/thorough.ts';

let alice: Person;
let receiver: Receiver;
let address: string;
let turn = 0;

const service = shared(startTestService);
beforeEach(async () => {
  turn += 1;
  address = `alice${turn}@example.com`;
  alice = await service.guest();
  receiver = await startReceiver();
});
afterEach(() => receiver[Symbol.asyncDispose]());

async function monitored(fields: Record<string, unknown>): Promise<string> {
  const { id } = await alice.createMonitor({ alert_url: receiver.url, ...fields });
  await service.ping(id);
  return String(id);
}
const patch = (id: string, fields: Record<string, unknown>) => alice.patch(id, fields);
const later = (seconds: number) => new Date(service.clock.now() + seconds * 1000).toISOString();
async function checkAfter(seconds: number): Promise<void> {
  service.clock.advance(seconds);
  await service.check();
}
const texts = () => receiver.received.map(({ json }) => String(json['text']));
/** Oldest first. */
const mails = () =>
  service.mailbox
    .messages()
    .filter(({ to, subject }) => to === address && !subject.startsWith('Confirm'))
    .toReversed();
async function confirm(): Promise<void> {
  await service.drain();
  const question = service.mailbox.messages().find(({ to }) => to === address);
  const path = consentPathIn(question?.text);
  expect((await service.call('POST', `${path}/confirm`)).status).toBe(200);
}
const states = async (id: string) =>
  (await ledgerOf(service, id)).map(
    ({ content, channel, state, attempts }) =>
      `${content.kind} ${content.incident}.${content.alertNumber} ${channel} ${state} ${attempts.at(-1)?.outcome}`,
  );

describe('a recovery while a run that was told as too long is open', () => {
  async function stuck(rid: string): Promise<string> {
    const id = await monitored({ interval_sec: 86_400 * 7, max_duration_sec: 60, alert_to: address });
    await confirm();
    await service.call('GET', `/in/${id}/start${rid}`);
    await checkAfter(300);
    await service.call('GET', `/in/${id}?rid=other`);
    await checkAfter(300);
    return id;
  }

  it('says so, by its name, in POST and mail', async () => {
    await stuck('?rid=a');

    expect(texts()[1]).toContain(
      'Another run has succeeded, but run a, already reported as running too long, has',
    );
    expect(mails()[1]?.subject).toMatch(/is back after .*, run a is still open/);
    expect(mails()[1]?.text).toContain('run a, already reported as running too long, has been open since');
  });

  itThorough('says so of a run without a name', async () => {
    await stuck('');

    expect(mails()[1]?.subject).toMatch(/is back after .*, a run is still open/);
  });

  it('says nothing of a run that has ended', async () => {
    const id = await monitored({ interval_sec: 86_400 * 7, max_duration_sec: 60 });
    await service.call('GET', `/in/${id}/start?rid=a`);
    await checkAfter(300);
    await service.call('GET', `/in/${id}?rid=other`);
    await service.call('GET', `/in/${id}?rid=a`);
    await checkAfter(300);

    expect(texts()).toHaveLength(2);
    expect(texts()[1]).not.toContain('still open');
  });
});

describe('a silence after a pause', () => {
  it('names the pause, and the silence that it met', async () => {
    const id = await monitored({ interval_sec: 3600 });
    service.clock.advance(3_700);
    const lateSince = new Date(service.clock.now() - 100_000).toISOString().slice(11, 19);
    await patch(id, { paused_until: later(1) });
    await checkAfter(300);
    expect(texts()).toEqual([]);
    await checkAfter(3_600);

    expect(texts()).toHaveLength(1);
    expect(texts()[0]).toMatch(/It was paused from .* until .*, having been silent since .*; its deadline/);
    expect(texts()[0]?.split('silent since')[1]).toContain(lateSince);
  });

  itThorough('names a pause that met no silence, and none that a success followed', async () => {
    const id = await monitored({ interval_sec: 3600 });
    await patch(id, { paused_until: later(60) });
    await checkAfter(3_900);
    expect(texts()[0]).toMatch(/It was paused from .* until [^,]*; its deadline was extended/);

    await service.ping(id);
    await checkAfter(300);
    await checkAfter(3_900);

    expect(texts()).toHaveLength(3);
    expect(texts()[2]).not.toContain('paused');
  });
});

describeThorough('the first message of an incident that somebody gets', () => {
  it('is worded as the first, though others had alert 1', async () => {
    const id = await monitored({ interval_sec: 3600, alert_to: address });
    await service.drain();
    await checkAfter(3_900);
    expect(texts()[0]).toMatch(/went silent\./);
    expect(mails()).toEqual([]);

    await confirm();
    await checkAfter(300);
    expect(mails().map(({ subject }) => subject)).toEqual([expect.stringMatching(/went silent$/)]);
    expect(mails()[0]?.text).not.toContain('alert 2');

    await patch(id, { alert_repeat_sec: 3600 });
    await checkAfter(3_900);
    expect(mails()[1]?.subject).toMatch(/is still silent \(alert 3\)$/);
  });

  itThorough('is worded as the first for another receiver', async () => {
    const id = await monitored({ interval_sec: 3600 });
    await checkAfter(3_900);
    await using other = await startReceiver();
    await patch(id, { alert_url: other.url });
    await checkAfter(300);

    expect(other.received.map(({ json }) => [json['alert'], json['text']])).toEqual([
      [2, expect.stringContaining('went silent.')],
    ]);
  });
});

it('a channel that was off when an incident ended hears nothing of that one, and all of the next', async () => {
  const id = await monitored({ interval_sec: 3_600 });
  await checkAfter(3_900);
  await patch(id, { alert_url: null });
  await service.ping(id);
  await checkAfter(300);
  await patch(id, { alert_url: receiver.url });
  await checkAfter(300);
  expect(receiver.received.map(({ json }) => json['type'])).toEqual(['service.miss']);

  await checkAfter(3_900);
  await service.ping(id);
  await checkAfter(300);

  const told = receiver.received.map(({ json }) => [json['type'], json['incident'], json['alert']]);
  expect(told.slice(1)).toEqual([
    ['service.miss', 2, 1],
    ['service.recovery', 2, 1],
  ]);
});

describe('what was put off for a pause', () => {
  /** A silence whose first try failed before a pause of an hour. */
  async function putOff(fields: Record<string, unknown> = {}): Promise<string> {
    const id = await monitored({ interval_sec: 3600, ...fields });
    receiver.answer = 500;
    await checkAfter(3_900);
    await patch(id, { paused_until: later(3_600) });
    receiver.answer = 200;
    receiver.received.length = 0;
    return id;
  }

  it('is dropped where the job was back before the pause ended, and so is its recovery', async () => {
    const id = await putOff();
    await checkAfter(1_800);
    await service.ping(id);
    await checkAfter(1_900);
    await checkAfter(300);

    expect(texts()).toEqual([]);
    expect(await states(id)).toEqual([
      'miss 1.1 webhook skipped paused_meanwhile',
      'recovery 1.1 webhook skipped no_alert_sent',
    ]);
  });

  itThorough('is told once the new deadline has passed, not before', async () => {
    const id = await putOff();
    for (let checks = 0; checks < 7; checks++) await checkAfter(600);
    expect(texts()).toEqual([]);
    for (let checks = 0; checks < 6; checks++) await checkAfter(600);

    expect(texts()).toEqual([expect.stringMatching(/went silent\. .*It was paused from/)]);
    expect(await states(id)).toEqual([
      'miss 1.1 webhook skipped paused_meanwhile',
      'miss 1.2 webhook sent delivered',
    ]);
  });

  itThorough(
    'on one channel does not keep a failure from the other, that comes before it is dropped there',
    async () => {
      const id = await monitored({ interval_sec: 3600, alert_to: address });
      await confirm();
      service.clock.advance(3_900);
      await checkWithQueueDown(service);
      await patch(id, { paused_until: later(3_600) });
      service.clock.advance(3_700);
      const [webhook] = (await pendingOf(service, id)).filter(
        (message) => message.kind === 'alert' && message.sk.endsWith('webhook'),
      );
      if (webhook) await notifyWith(service, {}, webhook);
      await service.fail(id);
      await checkWithQueueDown(service);
      expect(await states(id)).toEqual([
        'miss 1.1 email pending undefined',
        'miss 1.1 webhook skipped paused_meanwhile',
        'miss 1.2 webhook pending undefined',
      ]);

      for (let checks = 0; checks < 5; checks++) await checkAfter(300);

      expect(texts()).toHaveLength(1);
      expect(mails()).toHaveLength(1);
      expect(await states(id)).toEqual([
        'miss 1.1 email skipped paused_meanwhile',
        'miss 1.1 webhook skipped paused_meanwhile',
        'miss 1.2 webhook sent delivered',
        'miss 1.3 email sent sent',
      ]);
    },
  );

  itThorough('is dropped for a run that was closed meanwhile', async () => {
    const id = await monitored({ interval_sec: 86_400 * 7, max_duration_sec: 60 });
    await service.call('GET', `/in/${id}/start?rid=a`);
    receiver.answer = 500;
    await checkAfter(300);
    await patch(id, { paused_until: later(3_600) });
    receiver.answer = 200;
    receiver.received.length = 0;
    await checkAfter(600);
    await service.call('GET', `/in/${id}?rid=a`);
    await checkAfter(3_300);
    await checkAfter(300);

    expect(texts()).toEqual([]);
    expect((await states(id))[0]).toBe('miss 1.1 webhook skipped paused_meanwhile');
  });

  itThorough('is told where the run is open still', async () => {
    const id = await monitored({ interval_sec: 86_400 * 7, max_duration_sec: 60 });
    await service.call('GET', `/in/${id}/start?rid=a`);
    receiver.answer = 500;
    await checkAfter(300);
    await patch(id, { paused_until: later(600) });
    receiver.answer = 200;
    receiver.received.length = 0;
    await checkAfter(900);
    await checkAfter(300);

    expect(texts()).toHaveLength(1);
    expect(await states(id)).toEqual(['miss 1.1 webhook sent delivered']);
  });
});

itThorough(
  'a failure that a later silence stands for is told after a pause that the job was well at the end of',
  async () => {
    const id = await monitored({ interval_sec: 3_600 });
    receiver.answer = 500;
    await service.fail(id);
    await checkAfter(60);
    await service.ping(id);
    for (let tick = 0; tick < 6; tick++) await checkAfter(650);
    await patch(id, { paused_until: later(600) });
    receiver.answer = 200;
    receiver.received.length = 0;
    for (let tick = 0; tick < 3; tick++) await checkAfter(300);
    await service.ping(id);

    for (let tick = 0; tick < 5; tick++) await checkAfter(600);

    expect(JSON.stringify(receiver.received.map(({ json }) => json))).toContain('"fail"');
  },
);
