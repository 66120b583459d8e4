import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkWithQueueDown } from '../../support/alerts/alerting.ts';
import { startReceiver } from '../../support/alerts/receiver.ts';
import { expectNothingWritten, expectRefusal } from '../../support/service/refused.ts';
import { startTestService, type Reply } from '../../support/service/service.ts';
import { fresh, shared } from '../../support/service/shared.ts';
import { itThorough } from '../../support/thorough.ts';

let id: string;

const service = shared(startTestService);
const alice = fresh(() => service.guest());
const receiver = fresh(startReceiver);
beforeEach(async () => {
  id = (await alice.createMonitor({ interval_sec: 86_400, alert_url: receiver.url }))['id'];
  await service.ping(id);
});
afterEach(() => alice.remove(id));

const alerts = () => alice.alerts(id);
const resend = (alert: string, monitor = id) =>
  alice.call('POST', `/api/endpoints/${monitor}/alerts/${alert}/resend`);
const webhookIds = () => new Set(receiver.received.map(({ headers }) => headers['webhook-id']));

/** A failure that was given up on after its five tries. */
async function givenUp(): Promise<string> {
  receiver.answer = 500;
  await service.fail(id);
  await service.check();
  for (const seconds of [72, 360, 1_080, 4_320]) {
    service.clock.advance(seconds);
    await service.drain();
  }
  const [alert] = await alerts();
  expect(alert).toMatchObject({ state: 'failed' });
  return alert['id'];
}

describe('resendAlert', () => {
  it('delivers an alert that was given up on, under the same webhook-id, and keeps its attempts', async () => {
    const alert = await givenUp();
    receiver.answer = 200;

    const reply = await resend(alert);
    await service.drain();

    expect(reply.status).toBe(200);
    expect(reply.json).toMatchObject({ id: alert, state: 'pending', attempts: { length: 5 } });
    expect(receiver.received).toHaveLength(6);
    expect(webhookIds().size).toBe(1);
    expect(await alerts()).toMatchObject([
      { id: alert, state: 'sent', attempts: { length: 6, 5: { outcome: 'delivered' } } },
    ]);
  });

  itThorough('is one more try: when it fails too, the alert is given up on again', async () => {
    const alert = await givenUp();

    await resend(alert);
    await service.drain();
    // Nobody heard of the incident: after an hour it is told anew, by another alert.
    service.clock.advance(3_500);
    await service.check();

    expect(receiver.received).toHaveLength(6);
    expect(await alerts()).toMatchObject([{ state: 'failed', attempts: { length: 6 } }]);
  });

  it('sends what was delivered once more', async () => {
    await service.fail(id);
    await service.check();
    const [{ id: alert }] = await alerts();

    expect((await resend(alert)).status).toBe(200);
    await service.drain();

    expect(receiver.received).toHaveLength(2);
    expect(webhookIds().size).toBe(1);
    expect(receiver.received[1]?.text).toBe(receiver.received[0]?.text);
  });

  it('does not hold back the recovery of an alert that was delivered before', async () => {
    await service.fail(id);
    await service.check();
    const [{ id: alert }] = await alerts();
    receiver.answer = 500;
    await resend(alert);
    await service.drain();
    expect(await alerts()).toMatchObject([{ state: 'pending' }]);
    receiver.answer = 200;

    await service.ping(id);
    await service.check();

    expect(receiver.received.at(-1)?.json).toMatchObject({ type: 'service.recovery', incident: 1 });
  });

  itThorough('is done by the next check when the queue is down', async () => {
    const alert = await givenUp();
    receiver.answer = 200;
    const queueUrl = service.core.config.queues.alerts;
    service.core.config.queues.alerts = queueUrl.replace(/alerts$/, 'nowhere');

    const reply = await resend(alert);
    service.core.config.queues.alerts = queueUrl;
    expect(reply.status).toBe(200);
    service.clock.advance(300);
    await service.check();

    expect(await alerts()).toMatchObject([{ state: 'sent' }]);
  });

  it('refuses an alert that is still being sent', async () => {
    await service.fail(id);
    await checkWithQueueDown(service);
    const [{ id: alert }] = await alerts();

    await expectNothingWritten(service, () => resend(alert), {
      status: 409,
      error: 'conflito',
      names: ['alert', 'still being sent'],
    });
  });

  itThorough('refuses an alert that was tried twenty times', async () => {
    const alert = await givenUp();
    for (let attempt = 6; attempt <= 20; attempt++) {
      expect((await resend(alert)).status).toBe(200);
      await service.drain();
    }

    await expectNothingWritten(service, () => resend(alert), {
      status: 409,
      error: 'conflito',
      names: ['alert', 'tried 20 times', 'at most 20'],
    });
    expect(receiver.received).toHaveLength(20);
  });

  it('refuses an alert that had no channel', async () => {
    await alice.patch(id, { alert_url: null });
    await service.fail(id);
    await service.check();
    const [{ id: alert }] = await alerts();

    await expectNothingWritten(service, () => resend(alert), {
      status: 409,
      error: 'conflito',
      names: ['alert', 'without a channel'],
    });
  });

  it.each([
    ['webhook', 'alert_url'],
    ['email', 'alert_to'],
  ])('refuses an alert by %s once the monitor has no %s', async (channel, field) => {
    await alice.patch(id, { alert_to: 'alice@example.com' });
    await service.fail(id);
    await service.check();
    const told: Reply['json'][] = await alerts();
    const alert = told.find((each) => each['channel'] === channel)?.['id'];
    await alice.patch(id, { [field]: null });

    await expectNothingWritten(service, () => resend(alert), {
      status: 409,
      error: 'conflito',
      names: ['alert', field],
    });
    expect(await alerts()).toEqual(told);
  });

  it('of a deactivated monitor answers 404, like its test alert, and changes nothing', async () => {
    await service.fail(id);
    await service.check();
    const [{ id: alert }] = await alerts();
    await alice.remove(id);

    await expectNothingWritten(service, () => resend(alert), {
      status: 404,
      error: 'not_found',
      names: ['no such monitor'],
    });
    expect(await alerts()).toMatchObject([{ state: 'sent', attempts: { length: 1 } }]);
  });

  it.each([
    ['unknown', '01803902400000-000-000009-miss-webhook'],
    ['malformed', 'nonsense'],
    ['the key of another item', 'MON'],
    ['written with the separators of the table', '01803902400000%23000%230000010001-miss-webhook'],
  ])('answers 404 for an alert that is %s', async (_what, alert) => {
    expectRefusal(await resend(alert), { status: 404, error: 'not_found' });
  });

  it('answers 404 for an alert of another monitor of the same owner', async () => {
    await service.fail(id);
    await service.check();
    const [{ id: alert }] = await alerts();
    const other = (await alice.createMonitor())['id'];

    expectRefusal(await resend(alert, other), { status: 404, error: 'not_found' });
    expect(receiver.received).toHaveLength(1);
  });

  itThorough('asked for many times at once sends once', async () => {
    const alert = await givenUp();
    receiver.answer = 200;

    const replies = await Promise.all(Array.from({ length: 6 }, () => resend(alert)));
    await service.drain();

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(receiver.received).toHaveLength(6);
  });
});
