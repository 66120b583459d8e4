import { beforeAll, expect, it } from 'vitest';
import { startReceiver } from '../../support/alerts/receiver.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

let id: string;

const service = shared(startTestService);
const receiver = shared(startReceiver);
const alice = shared(() => service.guest());
beforeAll(async () => {
  id = (await alice.createMonitor({ alert_url: receiver.url, alert_after_failures: 3 }))['id'];
});

const read = () => alice.read(id);
const fail = () => service.call('GET', `/in/${id}/7`);

it('failures are told when so many came in a row as the owner asked for', async () => {
  await fail();
  service.clock.advance(60);
  await fail();
  await service.check();

  expect(receiver.received).toEqual([]);
  expect(await read()).toMatchObject({
    alert_after_failures: 3,
    failures_in_a_row: 2,
    incident: null,
    alert_pending: null,
    state: 'waiting',
  });
  expect((await alice.call('GET', '/api/incidents')).json['incidents']).toEqual([]);
  expect(await alice.events(id)).toHaveLength(2);

  service.clock.advance(60);
  await fail();
  expect((await read())['incident']).toEqual({
    number: 1,
    reason: 'fail',
    since: '2027-03-01T12:00:00.000Z',
  });
  await service.check();

  expect(
    receiver.received.map(({ json }) => [json['reason'], json['down_since'], json['exit_code']]),
  ).toEqual([['fail', '2027-03-01T12:00:00.000Z', 7]]);
  expect(receiver.received[0]?.json['text']).toContain('itself, 3 times in a row, with exit code 7.');
  expect((await alice.call('GET', '/api/incidents')).json['incidents']).toMatchObject([
    { reason: 'fail', state: 'open', down_since: '2027-03-01T12:00:00.000Z', downtime_sec: 120 },
  ]);
});

it('a success ends the incident and begins the row anew', async () => {
  receiver.received.length = 0;
  await service.ping(id);
  await fail();
  await fail();
  await service.check();

  expect(receiver.received.map(({ json }) => json['type'])).toEqual(['service.recovery']);
  expect(await read()).toMatchObject({ failures_in_a_row: 2, incident: null });
});

it('asking for fewer tells those that came already', async () => {
  receiver.received.length = 0;
  await alice.patch(id, { alert_after_failures: 2 });
  await service.check();

  expect(receiver.received.map(({ json }) => [json['type'], json['reason'], json['incident']])).toEqual([
    ['service.miss', 'fail', 2],
  ]);
});
