import { beforeEach, describe, expect, it } from 'vitest';
import { hashOf, newUuid } from '../../../lib/adapters/ids.ts';
import { channelOfCredential } from '../../../lib/data/machines/collector-channels.ts';
import { COLLECTORS } from '../../../lib/domain/machines/collectors/collector.ts';
import { detectedDevice, FACTS } from '../../support/machines/devices.ts';
import { contentsOf, expectNothingWritten, expectRefusal } from '../../support/service/refused.ts';
import { START_AT, startTestService } from '../../support/service/service.ts';
import { fresh, shared } from '../../support/service/shared.ts';
import { signedIn } from '../../support/accounts/session.ts';

let id: string;
const service = shared(startTestService);
const bob = shared(() => service.guest());
const alice = fresh(() => service.guest());
beforeEach(async () => {
  ({ id } = await detectedDevice(service, alice, { name: 'db-1', group: 'lab' }));
});

const NOW = new Date(START_AT).toISOString();
const COLLECTD = { collector: 'collectd', monitoring: ['system'] };
const create = (body: unknown = COLLECTD, of = id, who = alice) =>
  who.call('POST', `/api/ambientes/${of}/inputs`, body);
const known = (credential: string) => channelOfCredential(service.core.table, hashOf(credential));

describe('a channel', () => {
  it('is made with a credential that is stored nowhere, and with what to do with it', async () => {
    const facts = { ...FACTS, capabilities: [...FACTS.capabilities, 'systemctl' as const] };
    const { id: of } = await detectedDevice(service, alice, { facts });

    const { status, json, headers } = await create(COLLECTD, of);

    expect(status).toBe(201);
    expect(headers.get('cache-control')).toBe('no-store');
    const { channel, setup, generatedAt } = json;
    const { credential } = setup.connection;
    expect(credential).toMatch(/^hpc_[0-9A-Za-z]{43}$/);
    expect(setup.connection).toMatchObject({ kind: 'collectd', scheme: 'bearer' });
    expect(setup.connection.endpoint).toBe(`${service.url}/i/collectd`);
    expect(setup.installation.oneLine).toContain(credential);
    expect(setup.steps).toMatchObject({ system: 'debian 12', family: 'debian' });
    expect(generatedAt).toBe(NOW);
    expect(await known(credential)).toMatchObject({ id: channel.id, collector: 'collectd' });
    expect(JSON.stringify([channel, await contentsOf(service), service.logged])).not.toContain(credential);
  });

  it.each(Object.keys(COLLECTORS))('of %s is shown with all that a list shows', async (collector) => {
    const { json } = await create({ collector, monitoring: ['mysql', 'network', 'host'] });
    const isAble = ['alloy', 'telegraf', 'opentelemetry', 'collectd'].includes(collector);

    const channel = {
      deviceRef: id,
      deviceName: 'db-1',
      deviceGroup: 'lab',
      id: expect.stringMatching(/^[0-9A-Za-z]{22}$/),
      collector,
      inputKind: COLLECTORS[collector as keyof typeof COLLECTORS].kind,
      monitoring: ['host', 'network', 'mysql'],
      notMeasured: isAble ? [] : ['mysql'],
      state: 'waiting',
      paused: false,
      updatedAt: NOW,
      connectedAt: null,
      lastSeenAt: null,
      connected: false,
      live: {},
    };
    expect(json['channel']).toEqual(channel);
    const listed = await alice.call('GET', `/api/ambientes/${id}/inputs`);
    expect(listed.json).toEqual({ inputs: [json['channel']] });
  });

  it.each<[string[], string[], string[]]>([
    [['host', 'disk', 'network'], ['system'], []],
    [['network', 'system', 'network'], ['system'], []],
    [['system', 'mysql'], ['system', 'mysql'], []],
    [['disk', 'asterisk'], ['disk', 'asterisk'], ['asterisk']],
    [['asterisk', 'mysql', 'system', 'host'], ['system', 'mysql', 'asterisk'], ['asterisk']],
  ])('asked for %s keeps %s', async (monitoring, kept, notMeasured) => {
    const { json } = await create({ collector: 'collectd', monitoring });

    expect(json['channel']).toMatchObject({ monitoring: kept, notMeasured });
  });
});

describe('a rotation', () => {
  it('ends the credential before, waits again and replaces what is measured', async () => {
    const first = (await create()).json;
    service.clock.advance(60);

    const { status, json } = await create({ collector: 'collectd', monitoring: ['disk', 'mysql'] });

    expect(status).toBe(200);
    expect(json['channel']).toEqual({
      ...first['channel'],
      monitoring: ['disk', 'mysql'],
      updatedAt: json['generatedAt'],
    });
    expect(Date.parse(json['generatedAt']) - Date.parse(first['generatedAt'])).toBe(60_000);
    expect(await known(first['setup'].connection.credential)).toBeUndefined();
    expect(await known(json['setup'].connection.credential)).toBeDefined();
  });

  it('keeps a paused channel paused', async () => {
    await create();
    await alice.call('PATCH', `/api/ambientes/${id}/inputs/collectd`, { paused: true });

    const { json } = await create();

    expect(json['channel']).toMatchObject({ paused: true, state: 'paused' });
  });

  it('by many at once leaves exactly one credential good', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => create()));

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    const credentials = replies.map(({ json }) => json['setup'].connection.credential);
    expect(new Set(credentials).size).toBe(8);
    const good = (await Promise.all(credentials.map(known))).filter((channel) => channel !== undefined);
    expect(good).toHaveLength(1);
    expect(new Set(replies.map(({ json }) => json['channel'].id)).size).toBe(1);
    const items = (await contentsOf(service)).filter((item) => JSON.stringify(item).includes(id));
    expect(items.filter(({ pk }) => String(pk).startsWith('INPUT#'))).toHaveLength(1);
  });

  it('after a removal brings no earlier credential back', async () => {
    const credentialOf = async () => (await create()).json['setup'].connection.credential;
    const before = [await credentialOf(), await credentialOf()];
    await alice.call('DELETE', `/api/ambientes/${id}/inputs/collectd`);

    const after = [await credentialOf(), await credentialOf()];

    expect(new Set([...before, ...after]).size).toBe(4);
    for (const ended of [...before, after[0]]) expect(await known(ended)).toBeUndefined();
  });
});

describe('an Idempotency-Key', () => {
  it('is answered the same again, credential included, which is not stored with it', async () => {
    const options = { token: alice.token, body: COLLECTD, headers: { 'idempotency-key': `input-${id}` } };
    const call = () => service.call('POST', `/api/ambientes/${id}/inputs`, options);

    const [first, again] = [await call(), await call()];

    expect(again.json).toEqual(first.json);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    const { credential } = first.json['setup'].connection;
    expect(await known(credential)).toBeDefined();
    expect(JSON.stringify(await contentsOf(service))).not.toContain(credential);
  });

  it('brings the first answer after a rotation: its credential has ended', async () => {
    const options = { token: alice.token, body: COLLECTD, headers: { 'idempotency-key': `again-${id}` } };
    const first = await service.call('POST', `/api/ambientes/${id}/inputs`, options);
    const { json: rotated } = await create({ collector: 'collectd', monitoring: ['host'] });

    const again = await service.call('POST', `/api/ambientes/${id}/inputs`, options);

    expect(again.json).toEqual(first.json);
    expect(await known(again.json['setup'].connection.credential)).toBeUndefined();
    expect(await known(rotated['setup'].connection.credential)).toBeDefined();
  });
});

describe('what is refused, with nothing written', () => {
  it.each<[string, unknown, string, string]>([
    ['no collector', { monitoring: ['host'] }, 'coletor_invalido', 'collector'],
    ['null for one', { collector: null, monitoring: ['host'] }, 'coletor_invalido', 'collector'],
    ['an unknown one', { ...COLLECTD, collector: 'nagios' }, 'coletor_invalido', 'nagios'],
    ['one in capitals', { ...COLLECTD, collector: 'Collectd' }, 'coletor_invalido', 'Collectd'],
    ['a name of every object', { ...COLLECTD, collector: 'constructor' }, 'coletor_invalido', 'constructor'],
    ['a list of them', { ...COLLECTD, collector: ['collectd'] }, 'coletor_invalido', 'collector'],
    ['nothing to monitor', { collector: 'collectd' }, 'monitoramento_invalido', 'monitoring'],
    ['null to monitor', { ...COLLECTD, monitoring: null }, 'monitoramento_invalido', 'monitoring'],
    ['an empty list', { ...COLLECTD, monitoring: [] }, 'monitoramento_invalido', 'monitoring'],
    ['a word', { ...COLLECTD, monitoring: 'system' }, 'monitoramento_invalido', 'monitoring'],
    ['an unknown word', { ...COLLECTD, monitoring: ['system', 'gpu'] }, 'monitoramento_invalido', 'gpu'],
    ['a number', { ...COLLECTD, monitoring: [1] }, 'monitoramento_invalido', 'monitoring'],
    ['seven words', { ...COLLECTD, monitoring: Array(7).fill('host') }, 'monitoramento_invalido', 'monitoring'],
    ['an object', { ...COLLECTD, monitoring: { host: true } }, 'monitoramento_invalido', 'monitoring'],
    ['a password', { ...COLLECTD, password: 'x' }, 'campo_desconhecido', 'password'],
    ['a list', [COLLECTD], 'corpo_invalido', 'body'],
    ['half of a body', '{"collector":', 'corpo_invalido', 'JSON'],
  ])('%s is 400', async (_what, body, error, name) => {
    await expectNothingWritten(service, () => create(body), { status: 400, error, names: [name] });
  }); // prettier-ignore

  it.each<[string, string[], string]>([
    ['ncpa', ['mysql', 'asterisk'], 'NCPA'],
    ['snmp', ['mysql'], 'SNMP'],
    ['collectd', ['asterisk'], 'collectd'],
  ])('%s for %s is 422', async (collector, monitoring, name) => {
    await expectNothingWritten(service, () => create({ collector, monitoring }), {
      status: 422,
      error: 'nada_a_medir',
      names: [name, ...monitoring],
    });
  });

  it('a device that has not told what it is is 422', async () => {
    const { json } = await alice.call('POST', '/api/ambientes', { nome: 'new' });
    await expectNothingWritten(service, () => create(COLLECTD, json['ambiente'].id), {
      status: 422,
      error: 'nada_a_medir',
      names: ['sonda'],
    });
  });

  it.each([
    ['another owner’s device', () => id],
    ['one that nobody has', newUuid],
    ['what is no id', () => '1'],
  ])('%s is 404', async (_what, of) => {
    const missing = { status: 404, error: 'not_found' };
    await expectNothingWritten(service, () => create(COLLECTD, of(), bob), missing);
  });

  it('without a credential is 401, and so is that of a collector', async () => {
    const { credential } = (await create()).json['setup'].connection;
    const path = `/api/ambientes/${id}/inputs`;

    const nobody = await service.call('POST', path, { body: COLLECTD });
    const headers = { authorization: `Bearer ${credential}` };
    const collector = await service.call('POST', path, { body: COLLECTD, headers });

    expectRefusal(nobody, { status: 401, error: 'credencial_ausente' });
    expectRefusal(collector, { status: 401, error: 'credencial_invalida' });
  });
});

it('a device that ends meanwhile gets no channel, and one that gets one ends with it', async () => {
  for (let time = 0; time < 6; time += 1) {
    const { id: of } = await detectedDevice(service, alice);

    const [made, ended] = await Promise.all([
      create(COLLECTD, of),
      alice.call('DELETE', `/api/ambientes/${of}`),
    ]);

    expect(ended.status).toBe(200);
    expect([201, 404]).toContain(made.status);
    const items = (await contentsOf(service)).filter((item) => JSON.stringify(item).includes(of));
    expect(items.filter(({ pk, sk }) => /^INPUT#/m.test(`${pk}\n${sk}`))).toEqual([]);
  }
}); // prettier-ignore

it('a claim takes the channels with their device, and the guest can change them no more', async () => {
  const guest = await service.guest();
  const account = await signedIn(service);
  const { id: of } = await detectedDevice(service, guest);
  const { json } = await create(COLLECTD, of, guest);

  await account.call('POST', '/api/auth/claim', { guest_token: guest.token });

  expectRefusal(await create(COLLECTD, of, guest), { status: 404, error: 'not_found' });
  const path = `/api/ambientes/${of}/inputs`;
  expect((await account.call('GET', path)).json).toEqual({ inputs: [json['channel']] });
  expect(await known(json['setup'].connection.credential)).toBeDefined();
  const rotated = await account.call('POST', path, COLLECTD);
  expect(rotated.status).toBe(200);
  expect(await known(json['setup'].connection.credential)).toBeUndefined();
});
