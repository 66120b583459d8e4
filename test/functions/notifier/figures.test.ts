import { beforeEach, describe, expect, it } from 'vitest';
import { checkWithQueueDown, consentPathIn, notifyWith, pendingOf } from '../../support/alerts/alerting.ts';
import { KeptFigures } from '../../support/service/figures.ts';
import { startReceiver } from '../../support/alerts/receiver.ts';
import { startTestService } from '../../support/service/service.ts';
import { fresh } from '../../support/service/shared.ts';

let figures: KeptFigures;

const service = fresh(startTestService);
const receiver = fresh(startReceiver);
const alice = fresh(() => service.guest());
beforeEach(() => void (figures = new KeptFigures()));

/** A monitor with a failure that is recorded and that no notifier has seen. */
async function failing(fields: Record<string, unknown>): Promise<string> {
  const { id } = await alice.createMonitor({ interval_sec: 86_400, ...fields });
  await service.call('POST', `/in/${id}/fail`);
  await checkWithQueueDown(service);
  return id;
}

/** Hands a monitor's open alerts to a notifier whose figures are kept. */
const notify = async (id: string) =>
  notifyWith(service, { metrics: figures }, ...(await pendingOf(service, id)));

describe('the figures of the notifier', () => {
  it('count each alert that arrived', async () => {
    const ids = [await failing({ alert_url: receiver.url }), await failing({ alert_url: receiver.url })];

    for (const id of ids) await notify(id);

    expect(receiver.received).toHaveLength(2);
    expect(figures.written).toEqual([{ AlertsDelivered: 1 }, { AlertsDelivered: 1 }]);
  });

  it('count no alert twice when its message comes twice', async () => {
    const id = await failing({ alert_url: receiver.url });
    const [message] = await pendingOf(service, id);
    if (!message) throw new Error('There is no alert to tell.');

    await notifyWith(service, { metrics: figures }, message, message);

    expect(figures.written).toEqual([{ AlertsDelivered: 1 }]);
  });

  it('count an alert as failed when it is given up on, once, and not at the tries before', async () => {
    receiver.answer = 500;
    const id = await failing({ alert_url: receiver.url });
    await notify(id);
    for (const waitSec of [72, 360, 1_080, 4_320]) {
      expect(figures.written).toEqual([]);
      service.clock.advance(waitSec);
      await notify(id);
    }

    expect(receiver.received).toHaveLength(5);
    expect(figures.written).toEqual([{ AlertsFailed: 1, AlertsUntold: 1 }]);
  });

  it('count a mail that was given up on apart, since the mail service is ours', async () => {
    const { id } = await alice.createMonitor({ interval_sec: 86_400, alert_to: 'bob@example.com' });
    await service.drain();
    const page = service.mailbox.messages().at(-1)?.text ?? '';
    const path = consentPathIn(page);
    await service.call('POST', `${path}/confirm`);
    await service.call('POST', `/in/${id}/fail`);
    await checkWithQueueDown(service);
    const mailer = { send: async () => ({ sent: false, outcome: 'unavailable', detail: 'No.' }) as const };

    for (const waitSec of [72, 360, 1_080, 4_320, 72]) {
      await notifyWith(service, { metrics: figures, mailer }, ...(await pendingOf(service, id)));
      service.clock.advance(waitSec);
    }

    expect(figures.of('AlertsFailed')).toEqual([1]);
    expect(figures.of('MailsFailed')).toEqual([1]);
  });

  it('count an alert that arrives at its second try as delivered only', async () => {
    receiver.answer = 500;
    const id = await failing({ alert_url: receiver.url });
    await notify(id);
    receiver.answer = 200;
    service.clock.advance(72);
    await notify(id);

    expect(figures.written).toEqual([{ AlertsDelivered: 1 }]);
  });

  it('do not count an alert that nobody may be told of', async () => {
    const id = await failing({ alert_to: 'alice@example.com' });

    await notify(id);

    expect(await pendingOf(service, id)).toEqual([]);
    expect(figures.written).toEqual([]);
  });
});
