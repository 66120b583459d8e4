import { expect, it } from 'vitest';
import { getMonitor } from '../../lib/data/monitors/monitors.ts';
import { startReceiver } from '../support/alerts/receiver.ts';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';

const service = shared(startTestService);
const receiver = shared(startReceiver);
const alice = shared(() => service.guest());

const reasons = () => receiver.received.splice(0).map(({ json }) => `${json['type']} ${json['reason']}`);

it('sending the whole configuration again does not make a late monitor healthy, nor swallow its alert', async () => {
  const schedule = { cron: '*/5 * * * *', tz: 'UTC', grace_sec: 90 };
  const { id } = await alice.createMonitor({ ...schedule, interval_sec: undefined, alert_url: receiver.url });
  await service.ping(id);
  service.clock.advance(900);

  const { json } = await alice.patch(id, { ...schedule, name: 'the same again' });

  expect(json['state']).toBe('late');
  await service.check();
  expect(reasons()).toEqual(['service.miss silence']);
  await alice.remove(id);
});

it('events before the retention are none', async () => {
  const { id } = await alice.createMonitor();

  const reply = await alice.call('GET', `/api/endpoints/${id}/events?before=2020-01-01T00:00:00Z`);

  expect([reply.status, reply.json]).toEqual([200, { events: [] }]);
});

it('an incident that nobody could hear is told once there is somebody', async () => {
  const { id } = await alice.createMonitor();
  await service.fail(id);
  await service.check();
  expect(reasons()).toEqual([]);

  await alice.patch(id, { alert_url: receiver.url });
  await service.check();

  expect(reasons()).toEqual(['service.miss fail']);
  await service.check();
  expect(reasons()).toEqual([]);
});

it.each([
  ['an address that did not answer hears it by the webhook that is added', 'silent@example.com', 1],
  ['a webhook that heard it is told at the address that takes its place', null, 1],
])('an incident of %s', async (_what, alert_to, expected) => {
  const alert_url = alert_to === null ? receiver.url : null;
  const { id } = await alice.createMonitor({ alert_to, alert_url });
  await service.fail(id);
  await service.check();
  reasons();

  await alice.patch(id, { alert_url: `${receiver.url}/added` });
  await service.check();

  expect(reasons()).toHaveLength(expected);
  await alice.remove(id);
});

it('the due time of an incident that is told again is now, not the beginning of time', async () => {
  const { id } = await alice.createMonitor();
  await service.fail(id);
  await service.check();

  await alice.patch(id, { alert_url: receiver.url });

  const stored = await getMonitor(service.core.table, id);
  expect(Math.abs((stored?.dueAt ?? 0) - service.clock.now())).toBeLessThan(60_000);
  await service.check();
  expect(reasons()).toEqual(['service.miss fail']);
  await alice.remove(id);
});

it('an address that confirms late hears of the incident that is open', async () => {
  const { id } = await alice.createMonitor({ alert_to: 'late@example.com' });
  await service.fail(id);
  await service.check();
  const [question] = service.mailbox.messages();
  expect(question?.subject).toBe('Confirm this address for Rollcall alerts');
  const link = /\/email\/[A-Za-z0-9.]+/.exec(question?.text ?? '')?.[0];

  await service.call('POST', `${link}/confirm`);
  await service.check();

  expect(service.mailbox.messages().map(({ subject }) => subject)[0]).toBe(
    'nightly backup reported a failure',
  );
});

it('an imported monitor is known again after it was renamed and timed anew', async () => {
  const bob = await service.guest();
  const sent = { token: bob.token, body: '30 2 * * * backup.sh', headers: { 'content-type': 'text/plain' } };
  const { json } = await service.call('POST', '/api/import/crontab?apply=1', sent);
  const id = json['created'][0].id;
  await bob.patch(id, { name: 'Nightly DB backup', cron: '45 3 * * *' });

  const again = await service.call('POST', '/api/import/crontab?apply=1', sent);

  expect(again.json['created']).toEqual([]);
  expect(again.json['existing']).toMatchObject([{ line: 1, id }]);
});

it('a scheduled monitor shows its first run after a pause', async () => {
  const { id } = await alice.createMonitor({ cron: '0 * * * *', interval_sec: undefined });
  await service.ping(id);
  const until = new Date(service.clock.now() + 3 * 3_600_000).toISOString();
  await alice.patch(id, { paused_until: until });

  service.clock.advance(3 * 3_600 + 60);

  const { json } = await alice.call('GET', `/api/endpoints/${id}`);
  expect(Date.parse(json['next_expected_at'])).toBeGreaterThan(Date.parse(until));
});
