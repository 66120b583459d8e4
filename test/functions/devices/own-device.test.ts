import { describe, expect, it } from 'vitest';
import { hashOf, newUuid } from '../../../lib/adapters/ids.ts';
import { channelOfCredential } from '../../../lib/data/machines/collector-channels.ts';
import { putSnapshot } from '../../../lib/data/machines/snapshots.ts';
import { newChannel } from '../../support/machines/channels.ts';
import { detectedDevice } from '../../support/machines/devices.ts';
import { contentsOf, expectNothingWritten, expectRefusal } from '../../support/service/refused.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

const service = shared(startTestService);
const alice = shared(() => service.guest());
const bob = shared(() => service.guest());

const MISSING = { status: 404, error: 'not_found' };

async function newDevice(fields: Record<string, unknown> = {}): Promise<string> {
  const { json } = await alice.call('POST', '/api/ambientes', { nome: 'db-1', grupo: 'lab', ...fields });
  return json['ambiente'].id;
}

const show = async (id: string) => (await alice.call('GET', `/api/ambientes/${id}`)).json['ambiente'];

describe.each([
  ['GET', undefined],
  ['PATCH', { nome: 'x' }],
  ['DELETE', undefined],
])('%s', (method, body) => {
  it.each([
    ['another owner’s id', () => newDevice()],
    ['an id that nobody has', async () => newUuid()],
    ['what is no id', async () => '1'],
    ['a monitor', async () => (await bob.createMonitor())['id'] as string],
  ])('of %s is 404, and nothing is written', async (_what, idOf) => {
    const id = await idOf();
    await expectNothingWritten(service, () => bob.call(method, `/api/ambientes/${id}`, body), MISSING);
  });

  it('without a credential is 401', async () => {
    const reply = await service.call(method, `/api/ambientes/${await newDevice()}`, { body });
    expectRefusal(reply, { status: 401, error: 'credencial_ausente' });
  });
});

describe('a device', () => {
  it('is shown by its id in any case', async () => {
    const id = await newDevice();

    expect((await show(id.toUpperCase())).id).toBe(id);
  });

  it('has expired an hour after it was made', async () => {
    await using other = await startTestService();
    const carol = await other.guest();
    const { id } = (await carol.call('POST', '/api/ambientes', { nome: 'db-1' })).json['ambiente'];
    const state = async () => (await carol.call('GET', `/api/ambientes/${id}`)).json['ambiente'].estado;

    other.clock.advance(3_599);
    expect(await state()).toBe('pending');
    other.clock.advance(1);
    expect(await state()).toBe('expired');
  });
});

describe('a change', () => {
  it.each<[string, Record<string, unknown>, [string, string | null]]>([
    ['of the name', { nome: ' db-2' }, ['db-2', 'lab']],
    ['of the group', { grupo: 'yard' }, ['db-1', 'yard']],
    ['to no group', { grupo: '' }, ['db-1', null]],
    ['to null for a group', { grupo: null }, ['db-1', null]],
    ['of nothing', {}, ['db-1', 'lab']],
  ])('%s', async (_what, body, [nome, grupo]) => {
    const id = await newDevice();
    const before = await show(id);

    const { status, json } = await alice.call('PATCH', `/api/ambientes/${id}`, body);

    expect([status, json['ambiente']]).toEqual([200, { ...before, nome, grupo }]);
    expect(await show(id)).toEqual(json['ambiente']);
  });

  it.each<[string, unknown, string, string]>([
    ['null for a name', { nome: null }, 'nome_obrigatorio', 'nome'],
    ['a blank name', { nome: ' ' }, 'nome_obrigatorio', 'nome'],
    ['a long name', { nome: 'a'.repeat(61) }, 'nome_invalido', '61'],
    ['a long group', { grupo: 'a'.repeat(41) }, 'grupo_invalido', '41'],
    ['another id', { request_id: newUuid() }, 'campo_desconhecido', 'request_id'],
    ['a state', { estado: 'detected' }, 'campo_desconhecido', 'estado'],
  ])('to %s is refused', async (_what, body, error, name) => {
    const id = await newDevice();
    const call = () => alice.call('PATCH', `/api/ambientes/${id}`, body);
    await expectNothingWritten(service, call, { status: 400, error, names: [name] });
  });

  it('of name and group at once by two keeps both', async () => {
    const id = await newDevice();
    const turns = Array.from({ length: 10 }, (_, at) => [{ nome: `n-${at}` }, { grupo: `g-${at}` }]).flat();

    const replies = await Promise.all(turns.map((body) => alice.call('PATCH', `/api/ambientes/${id}`, body)));

    expect(replies.map(({ status }) => status)).toEqual(turns.map(() => 200));
    expect(await show(id)).toMatchObject({
      nome: expect.stringMatching(/^n-/),
      grupo: expect.stringMatching(/^g-/),
    });
  });
});

describe('a deletion', () => {
  it('takes the device out of the list at once, and is 404 the second time', async () => {
    const id = await newDevice();

    const { status, json } = await alice.call('DELETE', `/api/ambientes/${id.toUpperCase()}`);

    expect([status, json]).toEqual([200, { ok: true, id, deleted: true }]);
    expectRefusal(await alice.call('GET', `/api/ambientes/${id}`), MISSING);
    expectRefusal(await alice.call('DELETE', `/api/ambientes/${id}`), MISSING);
    const listed = (await alice.call('GET', '/api/ambientes')).json['ambientes'];
    expect(listed.map((each: { id: string }) => each.id)).not.toContain(id);
  });

  it('leaves no name and no symbol, and gives the place back once', async () => {
    const carol = await service.guest();
    const { id } = (await carol.call('POST', '/api/ambientes', { nome: 'secret name' })).json['ambiente'];

    const replies = await Promise.all(
      Array.from({ length: 5 }, () => carol.call('DELETE', `/api/ambientes/${id}`)),
    );

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
    const left = await contentsOf(service);
    expect(JSON.stringify(left)).not.toContain('secret name');
    expect(left.filter(({ deviceId }) => deviceId === id)).toEqual([]);
    const more = Array.from({ length: 26 }, () => carol.call('POST', '/api/ambientes', { nome: 'n' }));
    const statuses = (await Promise.all(more)).map((reply) => reply.status);
    expect(statuses.filter((each) => each === 201)).toHaveLength(25);
  }, 60_000);

  it('ends the channels of the device', async () => {
    const { id } = await detectedDevice(service, alice);
    const { channel, credential } = await newChannel(service, id);
    await newChannel(service, id, { collector: 'alloy' });
    const after = { credentialHash: channel.credentialHash, firstAt: 1, at: 1, values: {}, counters: {} };
    await putSnapshot(service.core.table, channel, { before: undefined, after });

    await alice.call('DELETE', `/api/ambientes/${id}`);

    expect(await channelOfCredential(service.core.table, hashOf(credential))).toBeUndefined();
    const left = (await contentsOf(service)).filter((item) => JSON.stringify(item).includes(id));
    expect(left.map(({ pk }) => String(pk).replace(/#.*/, '')).sort()).toEqual(['DEVICE', 'SPACE']);
  });

  it('by an Idempotency-Key is answered the same again', async () => {
    const id = await newDevice();
    const options = { token: alice.token, headers: { 'idempotency-key': `delete-${id}` } };
    const call = () => service.call('DELETE', `/api/ambientes/${id}`, options);

    const [first, again] = [await call(), await call()];

    expect([again.status, again.json]).toEqual([first.status, first.json]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });
});
