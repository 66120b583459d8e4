import { beforeEach, expect, it } from 'vitest';
import { newMachine } from '../../support/machines/machine.ts';
import { expectRefusal } from '../../support/service/refused.ts';
import { startTestService, type Person } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

const service = shared(startTestService);

let alice: Person;
let deviceId: string;
let id: string;

const make = (body: Record<string, unknown>) =>
  alice.call('POST', `/api/ambientes/${deviceId}/avisos`, { medida: 'disco', campo: 'pct', ...body });

beforeEach(async () => {
  alice = await service.guest();
  deviceId = (await newMachine(service, ['disco'], { owner: alice, name: 'db-1' })).device.id;
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
