import { expect, it } from 'vitest';
import { startReceiver } from '../support/alerts/receiver.ts';
import { startTestService } from '../support/service/service.ts';

it('a nightly job goes silent, is alerted on once, and comes back', async () => {
  await using service = await startTestService();
  await using receiver = await startReceiver();
  const alice = await service.guest();
  const monitor = await alice.createMonitor({ interval_sec: 300, alert_url: receiver.url });
  await service.ping(monitor['id']);

  service.clock.advance(300);
  await service.check();
  expect(receiver.received).toHaveLength(0);

  service.clock.advance(1);
  expect(await service.check()).toEqual({ checked: 1, sent: 1, failed: 0 });
  expect(await service.check()).toEqual({ checked: 0, sent: 0, failed: 0 });
  expect(receiver.received.map(({ json }) => [json['type'], json['reason']])).toEqual([
    ['service.miss', 'silence'],
  ]);
  expect(receiver.received[0]?.json['down_since']).toBe('2027-03-01T12:05:00.000Z');

  service.clock.advance(60);
  await service.call('POST', `/in/${monitor['id']}`);
  await service.check();
  const recovery = receiver.received[1]?.json;
  expect(recovery).toMatchObject({
    type: 'service.recovery',
    down_since: '2027-03-01T12:05:00.000Z',
    recovered_at: '2027-03-01T12:06:01.000Z',
    downtime_sec: 61,
  });
  expect(service.logged).toEqual([]);
});
