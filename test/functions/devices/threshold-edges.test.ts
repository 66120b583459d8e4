import { beforeEach, describe, expect, it } from 'vitest';
import { startReceiver } from '../../support/alerts/receiver.ts';
import { newMachine, type Machine } from '../../support/machines/machine.ts';
import { checksClient } from '../../support/service/checks.ts';
import { contentsOf, expectNothingWritten } from '../../support/service/refused.ts';
import { startTestService, type Person } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

const service = shared(startTestService);
const receiver = shared(startReceiver);

let alice: Person;
let machine: Machine;
let id: string;
const url = () => `/api/ambientes/${machine.device.id}/avisos`;

beforeEach(async () => {
  service.clock.advance(3_600);
  receiver.received.length = 0;
  alice = await service.guest();
  machine = await newMachine(service, ['disco'], { owner: alice, name: 'db-1' });
  const { json } = await alice.call('POST', url(), { medida: 'disco', campo: 'pct', acima: 90 });
  id = String(json['aviso'].monitor_id);
  await alice.patch(id, { alert_url: receiver.url });
});

async function sends(percent: number): Promise<void> {
  service.clock.advance(60);
  const used = percent * 10_000;
  await machine.send({ body: `@1\n 1000000 ${used} ${1_000_000 - used} ${percent}% /\n@2\n` });
}
const told = () =>
  receiver.received
    .map(({ json }) => json)
    .filter((json) => json['endpoint_id'] === id)
    .map((json) => json['type']);

describe('the monitor of a threshold is no job', () => {
  it('so a file that has a job of its name makes that job', async () => {
    const file = { version: 1, monitors: [{ name: 'db-1 Disk', interval_sec: 3_600 }] };
    const { json } = await alice.call('POST', '/api/import/json?apply=1', file);
    expect(json).toMatchObject({ applied: true, would_create: 1, existing: [] });
    const again = await alice.call('POST', '/api/import/json', file);
    expect(again.json).toMatchObject({ would_create: 0, existing: [{ differs: [] }] });
  });

  it('nor the check that a program means by its name, or gives a slug to ping', async () => {
    const client = checksClient(service, alice.token);
    const made = await client.create({ name: 'db-1 Disk', timeout: 3_600, unique: ['name'] });
    expect((await service.call('GET', `/ping/${made['uuid']}`)).status).toBe(200);
    const before = await contentsOf(service);
    const refused = await client.call('POST', `/checks/${id}`, { slug: 'disk' });
    expect([refused.status, refused.json['error']]).toEqual([
      400,
      expect.stringContaining('has no schedule'),
    ]);
    expect(await contentsOf(service)).toEqual(before);
  });

  it('but shown, paused and deleted with the checks', async () => {
    const client = checksClient(service, alice.token);
    await sends(95);
    await service.check();
    expect((await client.call('GET', `/checks/${id}`)).json).toMatchObject({ status: 'down' });
    expect((await client.call('POST', `/checks/${id}/pause`)).json).toMatchObject({ status: 'paused' });
    expect((await client.call('DELETE', `/checks/${id}`)).status).toBe(200);
    expect(await alice.read(id)).toMatchObject({ active: false, incident: null });
  });

  it('nor has it a place in the day', async () => {
    expect((await alice.call('GET', '/api/day')).json['endpoints']).toEqual([]);
  });

  it('nor takes it a schedule, by which it would be told again once a year', async () => {
    const refused = { status: 400, error: 'aviso_invalido' };
    for (const body of [{ cron: '0 0 1 1 *' }, { interval_sec: 2_592_000 }, { max_duration_sec: 60 }])
      await expectNothingWritten(service, () => alice.call('PATCH', `/api/endpoints/${id}`, body), refused);
    const { interval_sec: same } = await alice.read(id);
    await alice.patch(id, { interval_sec: same, name: 'disk of db-1', alert_repeat_sec: 3_600 });
    expect(await alice.read(id)).toMatchObject({ name: 'disk of db-1', alert_repeat_sec: 3_600 });
  });
});

describe('another value', () => {
  it('ends what nobody was told of and is not beyond it', async () => {
    await sends(92);
    await alice.call('PATCH', `${url()}/${id}`, { acima: 95 });
    await service.check();
    expect(told()).toEqual([]);
    await sends(92);
    await service.check();
    expect(told()).toEqual([]);
    await sends(96);
    await service.check();
    expect(told()).toEqual(['service.miss']);
  });

  it('leaves what is beyond that too', async () => {
    await sends(97);
    await alice.call('PATCH', `${url()}/${id}`, { acima: 95 });
    await service.check();
    expect(told()).toEqual(['service.miss']);
  });

  it('leaves an incident that was told to the next reading', async () => {
    await sends(92);
    await service.check();
    await alice.call('PATCH', `${url()}/${id}`, { acima: 95 });
    await service.check();
    expect(await alice.read(id)).toMatchObject({ incident: { number: 1 } });
    await sends(92);
    await service.check();
    expect(told()).toEqual(['service.miss', 'service.recovery']);
  });

  it('counts readings in a row anew', async () => {
    await alice.patch(id, { alert_after_failures: 3 });
    for (const percent of [92, 93]) await sends(percent);
    await alice.call('PATCH', `${url()}/${id}`, { acima: 95 });
    await sends(96);
    await service.check();
    expect(told()).toEqual([]);
    for (const percent of [96, 97]) await sends(percent);
    await service.check();
    expect(told()).toEqual(['service.miss']);
  });

  it.each([{ acima: 100 }, { abaixo: 0 }])('may not be %o, which no share passes', async (side) => {
    const refused = { status: 400, error: 'aviso_invalido' };
    await expectNothingWritten(service, () => alice.call('PATCH', `${url()}/${id}`, side), refused);
  });

  it.each([1e-200, 5e-324])('may not be %d, which no table holds', async (value) => {
    const body = { medida: 'disco', campo: 'pct', abaixo: value };
    const refused = { status: 400, error: 'aviso_invalido' };
    await expectNothingWritten(service, () => alice.call('POST', url(), body), refused);
    const patch = () => alice.call('PATCH', `${url()}/${id}`, { abaixo: value });
    await expectNothingWritten(service, patch, refused);
  });
});
