import { expect, it } from 'vitest';
import { getMonitor, replaceMonitor } from '../../../lib/data/monitors/monitors.ts';
import { startReceiver } from '../../support/alerts/receiver.ts';
import { NIGHTLY, pingBySchedule } from '../../support/service/pinged-by-schedule.ts';
import { startTestService } from '../../support/service/service.ts';

const DAY_SEC = 86_400;

it('a monitor that learns is not judged for silence before its rhythm is taken; its failures are told as ever', async () => {
  await using service = await startTestService();
  await using receiver = await startReceiver();
  const alice = await service.guest();
  const { id } = await alice.createMonitor({ interval_sec: 3_600, alert_url: receiver.url });
  const { table } = service.core;
  const born = await getMonitor(table, id);
  if (!born) throw new Error('It was not created.');
  await replaceMonitor(table, born, { ...born, learns: true });
  const told = () => receiver.received.map(({ json }) => [json['type'], json['reason']]);
  const listed = async () => (await alice.monitors())[0];

  expect((await listed())['learning']).toEqual({ runs: 0, of: 5 });
  await pingBySchedule(service, `/in/${id}`, NIGHTLY, 3);
  service.clock.advance(10 * 3_600);
  await service.check();
  expect(told()).toEqual([]);
  expect(await listed()).toMatchObject({ state: 'ok', deadline_at: null, overdue: false });
  expect(await listed()).toMatchObject({ learning: { of: 5, runs: expect.toSatisfy((runs) => runs >= 2) } });

  await service.fail(id);
  await service.check();
  expect(told()).toEqual([['service.miss', 'fail']]);
  await service.ping(id);
  await service.check();
  receiver.received.splice(0);
  await alice.patch(id, { max_duration_sec: 600 });
  service.clock.advance(5 * DAY_SEC);
  await service.check();
  expect(told()).toEqual([]);

  await pingBySchedule(service, `/in/${id}`, NIGHTLY, 14);
  const path = `/api/endpoints/${id}/proposal`;
  const [{ id: proposal, patch }] = (await alice.call('GET', path)).json['proposals'];
  expect((await alice.call('POST', `${path}/take`, { proposal })).json).toMatchObject(patch);
  expect((await getMonitor(table, id))?.learns).toBeUndefined();
  service.clock.advance(2 * DAY_SEC);
  await service.check();
  expect(told()).toEqual([['service.miss', 'silence']]);
});
