import { describe, expect, it } from 'vitest';
import { newUuid } from '../../../lib/adapters/ids.ts';
import { getDevice } from '../../../lib/data/machines/devices.ts';
import { moveWatched, watchedMoves } from '../../../lib/flows/machines/record-sign-of-life.ts';
import { ownerOf } from '../../support/machines/devices.ts';
import { contentsOf, expectNothingWritten } from '../../support/service/refused.ts';
import { startTestService, type Person, type Reply } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { signedIn } from '../../support/accounts/session.ts';
import { failing, watchingTable } from '../../support/table/watching-table.ts';

const service = shared(startTestService);

type Device = Reply['json'];
type Caller = Pick<Person, 'call'>;

const create = async (who: Caller, fields: Record<string, unknown> = {}): Promise<Device> =>
  (await who.call('POST', '/api/ambientes', { nome: 'db-1', vigiar: true, ...fields })).json['ambiente'];
const patch = (who: Caller, { id }: Device, body: unknown) => who.call('PATCH', `/api/ambientes/${id}`, body);
const show = async (who: Caller, { id }: Device): Promise<Device> =>
  (await who.call('GET', `/api/ambientes/${id}`)).json['ambiente'];
const monitors = async (who: Caller): Promise<Reply['json'][]> =>
  (await who.call('GET', '/api/endpoints')).json['endpoints'];
const active = async (who: Caller) => (await monitors(who)).filter((monitor) => monitor['active']);
const used = async (who: Caller): Promise<number> =>
  (await who.call('GET', '/api/billing')).json['usage']['endpoints'];

const UNWATCHED = { vigiar: false, monitor_id: null };

describe('a device that is watched from the start', () => {
  it('has a monitor of its name, which waits for its first reading', async () => {
    const alice = await service.guest();

    const device = await create(alice, { nome: 'db-1' });

    const [monitor, ...more] = await monitors(alice);
    expect([device, more]).toEqual([
      expect.objectContaining({ vigiar: true, monitor_id: monitor?.['id'] }),
      [],
    ]);
    expect(monitor).toMatchObject({ name: 'db-1', interval_sec: 900, cron: null, state: 'waiting' });
    expect(await show(alice, device)).toEqual(device);
    expect((await alice.call('GET', '/api/ambientes')).json['ambientes']).toMatchObject([
      { vigiar: true, monitor_id: monitor?.['id'] },
    ]);
    expect(await used(alice)).toBe(1);
  });

  it('of an account alerts the account', async () => {
    const ana = await signedIn(service, { email: 'ana@example.com' });

    await create(ana);

    expect(await monitors(ana)).toMatchObject([{ alert_to: 'ana@example.com' }]);
  });

  it('without a credential belongs to the guest that is made, and so does its monitor', async () => {
    const body = { nome: 'db-1', vigiar: true };
    const { headers, json } = await service.call('POST', '/api/ambientes', { body });

    const token = headers.get('x-guest-token') ?? '';
    const guest: Caller = { call: (method, path) => service.call(method, path, { token }) };
    expect(await monitors(guest)).toMatchObject([{ id: json['ambiente'].monitor_id, state: 'waiting' }]);
    expect(await used(guest)).toBe(1);
  });

  it('is made once with its monitor, however often its request_id is sent', async () => {
    const alice = await service.guest();
    const request_id = newUuid();

    const made = await Promise.all(Array.from({ length: 10 }, () => create(alice, { request_id })));

    const ids = new Set(made.map((device) => device['monitor_id']));
    expect([...ids]).toEqual((await monitors(alice)).map(({ id }) => id));
    const before = await contentsOf(service);
    expect(await create(alice, { request_id, vigiar: false })).toEqual(made[0]);
    expect(await contentsOf(service)).toEqual(before);
  });

  it('may be called by punctuation alone', async () => {
    const alice = await service.guest();

    await create(alice, { nome: '***' });

    expect(await monitors(alice)).toMatchObject([{ name: 'Device ***' }]);
  });
});

describe('PATCH', () => {
  it('has a device watched, and no more', async () => {
    const alice = await service.guest();
    const device = await create(alice, { vigiar: false });
    expect(device).toMatchObject(UNWATCHED);

    const { status, json } = await patch(alice, device, { vigiar: true, nome: 'db-2' });

    expect(status).toBe(200);
    expect(await monitors(alice)).toMatchObject([{ id: json['ambiente'].monitor_id, name: 'db-2' }]);
    const ended = (await patch(alice, device, { vigiar: false })).json['ambiente'];
    expect(ended).toMatchObject({ ...UNWATCHED, nome: 'db-2' });
    expect(await getDevice(service.core.table, device['id'])).toMatchObject({ monitorId: null });
    expect(await monitors(alice)).toMatchObject([{ id: json['ambiente'].monitor_id, state: 'inactive' }]);
    expect(await used(alice)).toBe(0);
  });

  it('that changes nothing writes nothing', async () => {
    const alice = await service.guest();
    const device = await create(alice);
    const before = await contentsOf(service);

    expect((await patch(alice, device, { vigiar: true })).json['ambiente']).toEqual(device);
    expect((await patch(alice, device, {})).json['ambiente']).toEqual(device);

    expect(await contentsOf(service)).toEqual(before);
  });

  it('of the name leaves the monitor its own', async () => {
    const alice = await service.guest();
    const device = await create(alice, { nome: 'db-1' });

    const renamed = (await patch(alice, device, { nome: 'db-2' })).json['ambiente'];

    expect(renamed).toEqual({ ...device, nome: 'db-2' });
    expect(await monitors(alice)).toMatchObject([{ name: 'db-1' }]);
  });

  it('of ten at once makes one monitor', async () => {
    const alice = await service.guest();
    const device = await create(alice, { vigiar: false });

    const replies = await Promise.all(
      Array.from({ length: 10 }, () => patch(alice, device, { vigiar: true })),
    );

    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(await monitors(alice)).toHaveLength(1);
    expect(await used(alice)).toBe(1);
  });

  it('of ten at once that do not agree leaves a monitor that is linked, or none', async () => {
    const alice = await service.guest();
    const device = await create(alice, { vigiar: false });

    await Promise.all(Array.from({ length: 10 }, (_, at) => patch(alice, device, { vigiar: at % 2 === 0 })));

    const { vigiar, monitor_id } = await show(alice, device);
    const left = (await active(alice)).map(({ id }) => id);
    expect(left).toEqual(vigiar ? [monitor_id] : []);
    expect(await used(alice)).toBe(left.length);
  });
});

describe('a monitor that its owner deleted', () => {
  it('watches no more: the device says so, and may be watched anew', async () => {
    const alice = await service.guest();
    const device = await create(alice);
    await alice.call('DELETE', `/api/endpoints/${device['monitor_id']}`);

    expect(await show(alice, device)).toMatchObject(UNWATCHED);
    expect((await alice.call('GET', '/api/ambientes')).json['ambientes']).toMatchObject([UNWATCHED]);
    const anew = (await patch(alice, device, { vigiar: true })).json['ambiente'];
    expect(anew).toMatchObject({ vigiar: true, monitor_id: expect.not.stringMatching(device['monitor_id']) });
    expect((await active(alice)).map(({ id }) => id)).toEqual([anew.monitor_id]);
    expect(await used(alice)).toBe(1);
  });

  it('is no hindrance to unwatching, renaming and deleting the device', async () => {
    const alice = await service.guest();
    const [first, second] = [await create(alice), await create(alice)];
    for (const { monitor_id } of [first, second]) await alice.call('DELETE', `/api/endpoints/${monitor_id}`);

    expect((await patch(alice, first, { vigiar: false })).json['ambiente']).toMatchObject(UNWATCHED);
    expect((await patch(alice, second, { nome: 'x' })).json['ambiente']).toMatchObject(UNWATCHED);
    expect((await alice.call('DELETE', `/api/ambientes/${second['id']}`)).status).toBe(200);
    expect(await used(alice)).toBe(0);
  });
});

it('ends the monitor with the device, its incident with it', async () => {
  const alice = await service.guest();
  const device = await create(alice);
  await moved(device);
  service.clock.advance(901);
  await service.check();

  await alice.call('DELETE', `/api/ambientes/${device['id']}`);

  expect(await monitors(alice)).toMatchObject([{ id: device['monitor_id'], state: 'inactive' }]);
  expect((await alice.call('GET', '/api/incidents')).json['incidents']).toMatchObject([{ state: 'closed' }]);
  expect([await used(alice), (await alice.call('GET', '/api/ambientes')).json['ambientes']]).toEqual([0, []]);
});

it('leaves no monitor of a device that is deleted while it is to be watched', async () => {
  const alice = await service.guest();
  const devices = await Promise.all(Array.from({ length: 5 }, () => create(alice, { vigiar: false })));

  await Promise.all(
    devices.flatMap((device) => [
      patch(alice, device, { vigiar: true }),
      alice.call('DELETE', `/api/ambientes/${device['id']}`),
    ]),
  );

  expect((await alice.call('GET', '/api/ambientes')).json['ambientes']).toEqual([]);
  expect([await active(alice), await used(alice)]).toEqual([[], 0]);
  expect(await ownerOf(service, alice)).toMatchObject({ devices: 0, monitors: 0 });
});

it.each([
  ['a device', 'POST', '/api/ambientes'],
  ['a change', 'PATCH', '/api/ambientes/:id'],
])('%s whose answer was lost is done once, however often it is sent', async (_what, method, path) => {
  const alice = await service.guest();
  const { id } = await create(alice, { vigiar: false, nome: 'db-2' });
  const body = { nome: 'db-1', vigiar: true, ...(method === 'POST' && { request_id: newUuid() }) };
  const send = () => alice.call(method, path.replace(':id', id), body);
  const after = failing(({ command }) => command === 'TransactWriteItemsCommand');

  expect((await watchingTable(service, { after }, send)).status).toBe(500);
  const { status, json } = await send();

  expect([status, (await monitors(alice)).map((monitor) => monitor['id'])]).toEqual([
    200,
    [json['ambiente'].monitor_id],
  ]);
  expect(await used(alice)).toBe(1);
});

it('names the monitor by the id that its ping URL has now', async () => {
  const alice = await service.guest();
  const device = await create(alice);

  const rotated = await alice.call('POST', `/api/endpoints/${device['monitor_id']}/rotate`, {});

  expect(rotated.json['id']).not.toBe(device['monitor_id']);
  expect((await show(alice, device))['monitor_id']).toBe(rotated.json['id']);
});

it('goes on after a claim: device, monitor and what moves it are the account’s', async () => {
  const alice = await service.guest();
  const device = await create(alice);
  const ana = await signedIn(service);

  await ana.call('POST', '/api/auth/claim', { guest_token: alice.token });
  await moved(device);

  expect(await show(ana, device)).toMatchObject({ vigiar: true, monitor_id: device['monitor_id'] });
  expect(await monitors(ana)).toMatchObject([{ id: device['monitor_id'], state: 'ok' }]);
  expect((await patch(ana, device, { vigiar: false })).json['ambiente']).toMatchObject(UNWATCHED);
  expect(await used(ana)).toBe(0);
});

it.each([
  ['a word', 'yes'],
  ['a number', 1],
  ['null', null],
  ['a list', [true]],
])('%s is neither true nor false: 400', async (_what, vigiar) => {
  const alice = await service.guest();
  const device = await create(alice, { vigiar: false });
  const refused = { status: 400, error: 'vigiar_invalido', names: ['vigiar', 'true'] };

  const post = () => alice.call('POST', '/api/ambientes', { nome: 'db-2', vigiar });
  await expectNothingWritten(service, post, refused);
  await expectNothingWritten(service, () => patch(alice, device, { vigiar, nome: 'db-2' }), refused);
});

/** What a reading of the device does. */
const moved = (device: Device) =>
  moveWatched({ ...service.core, moves: watchedMoves() }, device['monitor_id'], service.clock.now());
