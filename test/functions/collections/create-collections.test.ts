import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { getDevice } from '../../../lib/data/machines/devices.ts';
import { getSymbol } from '../../../lib/data/machines/push-tokens.ts';
import { PROFILES, measuresOf } from '../../../lib/domain/machines/measures/catalogue.ts';
import { countedAs, detectedDevice, FACTS, ownerOf } from '../../support/machines/devices.ts';
import { expectNothingWritten, expectRefusal } from '../../support/service/refused.ts';
import { startTestService, type Person } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

const PATH = '/api/coletas';

let alice: Person;
const service = shared(startTestService);

const idsOf = (coletas: { id: string }[]) => coletas.map(({ id }) => id);
const measuresIn = (coletas: { medida: string }[]) => coletas.map(({ medida }) => medida);
const countOf = async (person: Person) => (await ownerOf(service, person)).collections;

describe('createCollections', () => {
  it('collects the load where nothing else is asked for, under the name and group of the device', async () => {
    alice = await service.guest();
    const device = await detectedDevice(service, alice, { name: 'db 1', group: 'prod' });

    const { status, json } = await alice.call('POST', PATH, { nome: 'other', ambiente_id: device.id });

    expect(status).toBe(201);
    expect(json['coletas']).toEqual([json['coleta']]);
    expect(json['coleta']).toMatchObject({
      id: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
      nome: 'db 1',
      grupo: 'prod',
      medida: 'loadavg',
      ativa: true,
      criado_em: '2027-03-01T12:00:00.000Z',
      ambiente_id: device.id,
      ambiente: { os: 'linux', distribuicao: 'debian', transporte: 'curl' },
      comandos: { estado: 'pronto', fonte: '/proc/loadavg', cliente: 'curl', agendador: 'crontab' },
    });
    const { instalar } = json['coleta'].comandos;
    expect(instalar).toContain(`${service.url}/r/${json['coleta'].id}`);
    expect(await countOf(alice)).toBe(1);
    expect(await getSymbol(service.core.table, json['coleta'].id)).toEqual({
      symbol: json['coleta'].id,
      deviceId: device.id,
      measure: 'loadavg',
    });
  });

  it.each(['essentials', 'completo'] as const)(
    'with perfil %s collects what the device can tell of it, whatever medida says',
    async (perfil) => {
      alice = await service.guest();
      const { id } = await detectedDevice(service, alice);

      const { status, json } = await alice.call('POST', PATH, {
        nome: 'web 1',
        ambiente_id: id,
        medida: 'loadavg',
        perfil,
      });

      const told = measuresOf(FACTS);
      expect(status).toBe(201);
      expect(measuresIn(json['coletas'])).toEqual(PROFILES[perfil].filter((each) => told.includes(each)));
      expect(await countOf(alice)).toBe(json['coletas'].length);
    },
  );

  it('returns the stream that there is, and makes what is missing only', async () => {
    alice = await service.guest();
    const { id } = await detectedDevice(service, alice);
    const body = { nome: 'web 1', ambiente_id: id };
    const { json: first } = await alice.call('POST', PATH, body);

    const again = await alice.call('POST', PATH, body);
    expect([again.status, again.json]).toEqual([200, first]);

    const { json } = await alice.call('POST', PATH, { ...body, perfil: 'completo' });
    expect(idsOf(json['coletas'])).toContain(first['coleta'].id);
    expect(await countOf(alice)).toBe(json['coletas'].length);
  });

  it('takes the id of a device in capitals, and a group that is null or blank for none', async () => {
    alice = await service.guest();
    const { id } = await detectedDevice(service, alice);
    const body = { nome: 'web 1', ambiente_id: id.toUpperCase() };

    expect((await alice.call('POST', PATH, { ...body, grupo: null, perfil: null })).status).toBe(201);
    expect((await alice.call('POST', PATH, { ...body, grupo: ' ' })).status).toBe(200);
  });

  it('makes one stream of many calls at once', async () => {
    alice = await service.guest();
    const { id } = await detectedDevice(service, alice);

    const replies = await Promise.all(
      Array.from({ length: 6 }, () => alice.call('POST', PATH, { nome: 'web 1', ambiente_id: id })),
    );

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
    expect(new Set(replies.map(({ json }) => json['coleta'].id)).size).toBe(1);
    expect(await countOf(alice)).toBe(1);
  });

  it('goes to the limit of 200 and never past it, whatever comes at once', async () => {
    alice = await service.guest();
    const devices = await Promise.all(Array.from({ length: 5 }, () => detectedDevice(service, alice)));
    await countedAs(service, alice, 197);

    const replies = await Promise.all(
      devices.map(({ id }) => alice.call('POST', PATH, { nome: 'web 1', ambiente_id: id })),
    );

    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409]);
    expect(await countOf(alice)).toBe(200);
    const refused = replies.filter(({ status }) => status === 409);
    for (const reply of refused)
      expectRefusal(reply, { status: 409, error: 'limite_coletas', names: ['200'] });
    const listed = (await alice.call('GET', PATH)).json['coletas'];
    expect(listed).toHaveLength(3);
  });

  it('gives a repeat with its key the first answer', async () => {
    alice = await service.guest();
    const { id } = await detectedDevice(service, alice);
    const options = {
      token: alice.token,
      body: { nome: 'web 1', ambiente_id: id },
      headers: { 'idempotency-key': 'one' },
    };
    const first = await service.call('POST', PATH, options);

    const again = await service.call('POST', PATH, options);

    expect([again.status, again.json]).toEqual([201, first.json]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });
});

describe('createCollections refuses and writes nothing', () => {
  let deviceId: string;
  beforeAll(async () => {
    alice = await service.guest();
    deviceId = (await detectedDevice(service, alice)).id;
  });
  const refuses = (body: unknown, refused: { status: number; error: string; names?: string[] }) =>
    expectNothingWritten(service, () => alice.call('POST', PATH, body), refused);
  const sent = (fields: Record<string, unknown>) => ({ nome: 'web 1', ambiente_id: deviceId, ...fields });

  it.each([
    ['no name', { nome: undefined }, 'nome_obrigatorio', 'nome'],
    ['a blank name', { nome: '  ' }, 'nome_obrigatorio', 'nome'],
    ['a name that is no text', { nome: 7 }, 'nome_invalido', 'nome'],
    ['a name of 61 characters', { nome: 'x'.repeat(61) }, 'nome_invalido', '61'],
    ['a name of two lines', { nome: 'a\nb' }, 'nome_invalido', 'nome'],
    ['a group of 41 characters', { grupo: 'x'.repeat(41) }, 'grupo_invalido', '41'],
    ['a group that is no text', { grupo: [] }, 'grupo_invalido', 'grupo'],
    ['a group with a control character', { grupo: 'a\u0007' }, 'grupo_invalido', 'grupo'],
    ['no device', { ambiente_id: undefined }, 'ambiente_invalido', 'ambiente_id'],
    ['what is no UUID', { ambiente_id: '../etc' }, 'ambiente_invalido', 'etc'],
    ['a UUID v1', { ambiente_id: 'd9428888-122b-11e1-b85c-61cd3cbb3210' }, 'ambiente_invalido', 'UUID v4'],
    ['an unknown measure', { medida: 'vibe' }, 'medida_invalida', 'vibe'],
    [
      'a measure by the name of a part of every object',
      { medida: '__proto__' },
      'medida_invalida',
      '__proto__',
    ],
    ['an unknown profile', { perfil: 'all' }, 'perfil_invalido', 'all'],
    ['an unknown field', { ambiente: 'x' }, 'campo_desconhecido', 'ambiente'],
  ])('%s', async (_what, fields, error, named) => {
    await refuses(sent(fields), { status: 400, error, names: [named] });
  });

  it('a device that there is not, or that is another’s, alike', async () => {
    const bob = await service.guest();
    const foreign = await detectedDevice(service, bob);

    await refuses(sent({ ambiente_id: randomUUID() }), { status: 404, error: 'not_found' });
    await refuses(sent({ ambiente_id: foreign.id }), { status: 404, error: 'not_found' });
  });

  it.each([
    ['waits to be told', 3_600_000],
    ['was never told', -1],
  ])('a device whose facts it %s', async (_what, forMs) => {
    const now = service.clock.now();
    const device = await detectedDevice(service, alice, {
      facts: null,
      detectedAt: null,
      expiresAt: now + forMs,
    });

    await refuses(sent({ ambiente_id: device.id }), { status: 409, error: 'ambiente_nao_detectado' });
  });

  it.each([{ medida: 'loadavg' }, { perfil: 'completo' }])(
    'what the device cannot tell: %o',
    async (asked) => {
      const mute = await detectedDevice(service, alice, { facts: { ...FACTS, transport: null } });

      await refuses(sent({ ambiente_id: mute.id, ...asked }), { status: 422, error: 'medida_incompativel' });
    },
  );

  it('no credential', async () => {
    await expectNothingWritten(service, () => service.call('POST', PATH, { body: sent({}) }), {
      status: 401,
      error: 'credencial_ausente',
    });
    expect(await getDevice(service.core.table, deviceId)).toMatchObject({ collections: {} });
  });
});
