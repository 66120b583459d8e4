import { beforeEach, expect, it } from 'vitest';
import { newMachine, type Machine } from '../../support/machines/machine.ts';
import { startReceiver } from '../../support/alerts/receiver.ts';
import { expectRefusal } from '../../support/service/refused.ts';
import { startTestService, type Person } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

const service = shared(startTestService);
const receiver = shared(startReceiver);

let alice: Person;
let machine: Machine;
let deviceId: string;
let id: string;

const make = (body: Record<string, unknown>) =>
  alice.call('POST', `/api/ambientes/${deviceId}/avisos`, { medida: 'disco', campo: 'pct', ...body });

beforeEach(async () => {
  alice = await service.guest();
  machine = await newMachine(service, ['disco'], { owner: alice, name: 'db-1' });
  deviceId = machine.device.id;
  id = (await make({ acima: 90 })).json['aviso'].monitor_id;
});

it.each([
  ['interval_sec', { interval_sec: 60 }],
  ['cron', { cron: '0 * * * *', tz: 'Europe/Berlin' }],
  ['max_duration_sec', { max_duration_sec: 600 }],
])('a threshold takes no %s, since no runs come', async (field, body) => {
  const before = await alice.read(id);
  expectRefusal(await alice.call('PATCH', `/api/endpoints/${id}`, body), {
    status: 400,
    error: 'aviso_invalido',
    names: [`${field} cannot be set: this monitor is a threshold`],
  });
  expect(await alice.read(id)).toEqual(before);
});

it('a threshold takes whom it tells, with what it has sent again', async () => {
  const body = {
    interval_sec: 900,
    cron: null,
    max_duration_sec: 0,
    alert_after_failures: 3,
    tags: ['disks'],
  };
  const { status, json } = await alice.call('PATCH', `/api/endpoints/${id}`, body);
  expect([status, json['alert_after_failures'], json['tags']]).toEqual([200, 3, ['disks']]);
});

it('a threshold is no job of a day', async () => {
  const job = (await alice.createMonitor()) as { id: string };
  const { json } = await alice.call('GET', '/api/day');
  expect(json['endpoints'].map((each: { endpoint_id: string }) => each.endpoint_id)).toEqual([job.id]);
});

it('a count out of range is refused in one sentence', async () => {
  expectRefusal(await make({ acima: 90, leituras: 11 }), {
    status: 400,
    error: 'aviso_invalido',
    names: [
      'leituras must be a whole number from 1 to 10, of readings in a row that must be beyond the value',
    ],
  });
});

it('an incident from before another value is not told by that', async () => {
  await alice.patch(id, { alert_url: receiver.url });
  service.clock.advance(60);
  await machine.send({ body: '@1\n 1000000 930000 70000 93% /\n@2\n' });
  await service.check();
  await alice.call('PATCH', `/api/ambientes/${deviceId}/avisos/${id}`, { acima: 95 });
  service.clock.advance(86_400);
  await service.check();
  expect(receiver.received.map(({ json }) => json['text'])).toEqual([
    expect.stringContaining('db-1 Disk is at 93%, above 90%. '),
    expect.stringContaining('beyond its earlier threshold'),
  ]);
  const packet = async () =>
    (await alice.call('GET', `/api/endpoints/${id}/incident?number=1`)).json['in_words'];
  expect(await packet()).toMatch(/^It went beyond its threshold at .*, at 93%; /);

  service.clock.advance(60);
  await machine.send({ body: '@1\n 1000000 930000 70000 93% /\n@2\n' });
  expect(await packet()).toMatch(/^It went beyond its threshold at .*; it ended at /);
});
