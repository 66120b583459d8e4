import { describe, expect, it } from 'vitest';
import { signedIn } from '../../support/accounts/session.ts';
import { startReceiver } from '../../support/alerts/receiver.ts';
import { startTestService } from '../../support/service/service.ts';
import { fresh } from '../../support/service/shared.ts';

const HOUR_SEC = 3_600;
const topic = (name: string) => `arn:aws:sns:eu-central-1:111122223333:${name}`;
const bus = (name: string) => `arn:aws:events:us-east-1:111122223333:event-bus/${name}`;
const ARNS = [
  topic('alerts'),
  topic('alerts.fifo'),
  topic('gone'),
  topic('slow'),
  bus('jobs'),
  bus('denied'),
];

const service = fresh(() =>
  startTestService({ awsChannels: ARNS.map((arn) => `${arn}=ops@example.com`).join() }),
);
const ops = fresh(() => signedIn(service, { email: 'ops@example.com' }));
const room = fresh(startReceiver);

const make = async (url: string, fields: object = {}) =>
  (await ops.call('POST', '/api/channels', { url, ...fields })).json;
const published = async () => (await service.call('GET', '/_local/published')).json['published'];
const channel = async (id: unknown) =>
  (await ops.call('GET', '/api/channels')).json['channels'].find((each: { id: unknown }) => each.id === id);
const retryAll = async () => {
  for (let tick = 0; tick < 30; tick += 1) {
    service.clock.advance(300);
    await service.check();
  }
};
async function failed(fields: object = {}): Promise<string> {
  const { id } = await ops.createMonitor({ interval_sec: 100 * HOUR_SEC, alert_to: null, ...fields });
  await service.fail(id);
  await service.check();
  return id;
}

describe('alerts to AWS', () => {
  it('tell an incident and its end by topic and bus, each under an id of its own that stays', async () => {
    await make(topic('alerts'));
    await make(topic('alerts.fifo'));
    await make(`${topic('alerts')}?format=chatbot`, { name: 'chat' });
    await make(bus('jobs'));
    const id = await failed({ name: 'db', tags: ['db'] });
    await service.ping(id);
    await service.check();

    const all = (await published()).toReversed();
    const told = (arn: string) => all.filter((each: { arn: string }) => each.arn === arn);
    const plain = told(topic('alerts')).filter(({ email }: { email?: string }) => email !== undefined);
    expect(plain).toMatchObject([
      {
        subject: 'db reported a failure',
        message: { type: 'service.miss', reason: 'fail', endpoint_id: id, incident: 1, alert: 1 },
        attributes: { type: 'miss', reason: 'fail', monitor: 'db', tags: ['db'], owner: 'account' },
      },
      {
        message: { type: 'service.recovery', endpoint_id: id, incident: 1 },
        attributes: { type: 'recovery' },
      },
    ]);
    const [first, end] = told(topic('alerts.fifo'));
    expect([first.deduplication, end.deduplication]).toEqual([first.message.alert_id, end.message.alert_id]);
    expect(first.group).toBe(end.group);
    expect(first.group).not.toContain(id);
    expect(told(bus('jobs'))).toMatchObject([
      {
        source: 'rollcall.alerts',
        'detail-type': 'Rollcall Alert',
        detail: { type: 'service.miss', endpoint_id: id, incident: 1, alert: 1 },
      },
      { detail: { type: 'service.recovery', endpoint_id: id, incident: 1 } },
    ]);
    const threads = all
      .filter(({ message }: { message?: { source?: string } }) => message?.source === 'custom')
      .map(({ message }: { message: { metadata: { threadId: string } } }) => message.metadata.threadId);
    expect(threads).toHaveLength(2);
    expect(new Set(threads).size).toBe(1);
    expect((await ops.alerts(id)).every(({ state }: { state: string }) => state === 'sent')).toBe(true);
  });

  it('come again under the same id after a failure', async () => {
    await make(topic('slow'));
    const { id } = await make(bus('denied'), { name: 'refuses' });
    const monitor = await failed();
    const [{ attempts }] = (await ops.alerts(monitor)).filter(
      (each: { channel_id: unknown }) => each.channel_id === id,
    );
    // What the bus did not take it says with 200.
    expect(attempts).toMatchObject([{ outcome: 'refused_entry', status: 200 }]);
    expect(await published()).toEqual([]);
  });

  it('that a deleted topic takes none of show its channel red, and are told by another', async () => {
    const { id } = await make(topic('gone'), { name: 'the topic' });
    await make(room.url, { name: 'the room' });
    const monitor = await failed({ name: 'db' });
    expect(await channel(id)).toMatchObject({
      last: { delivered: false, outcome: 'refused_status', detail: 'AWS answered 404 (NotFound).' },
      failing_since: expect.any(String) as unknown,
    });

    await retryAll();
    const texts = room.received.map(({ json }) => String(json['text'])).join('\n');
    expect(texts).toContain('Alerts for db by webhook to the topic have been failing');
    expect((await ops.read(monitor))['failing_channels']).toHaveLength(1);
  });

  it('go nowhere once the operator has taken the right back, which shows like any failure', async () => {
    const { id } = await make(topic('alerts'));
    service.core.config.awsChannels = [{ arn: topic('alerts'), owner: 'eve@example.com' }];
    await failed();

    expect(await published()).toEqual([]);
    expect(await channel(id)).toMatchObject({ last: { delivered: false, outcome: 'not_allowed' } });
    const tested = await ops.call('POST', `/api/channels/${id}/test`);
    expect(tested.json['last']).toMatchObject({ delivered: false, outcome: 'not_allowed' });
    expect(await published()).toEqual([]);

    service.core.config.awsChannels = [{ arn: topic('alerts'), owner: 'ops@example.com' }];
    service.clock.advance(300);
    await service.check();
    expect(await published()).toHaveLength(1);
  });

  it('have a test, which says so', async () => {
    const { id } = await make(topic('alerts.fifo'));
    const { json } = await ops.call('POST', `/api/channels/${id}/test`);
    expect(json['last']).toMatchObject({ delivered: true, outcome: 'delivered' });
    expect(await published()).toMatchObject([{ attributes: { type: 'test' }, message: { test: true } }]);
  });
});
