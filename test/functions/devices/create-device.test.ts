import { describe, expect, it } from 'vitest';
import { newUuid, newTail } from '../../../lib/adapters/ids.ts';
import { COOKIES } from '../../../lib/contract/cookies.ts';
import { STRANGERS_WELCOME } from '../../../lib/domain/accounts/users.ts';
import { contentsOf, expectNothingWritten, expectRefusal } from '../../support/service/refused.ts';
import { startTestService, type Reply } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { pageHeaders } from '../../support/accounts/session.ts';
import { itThorough } from '../../support/thorough.ts';

const service = shared(startTestService);

const create = (body: unknown, options: { token?: string; headers?: Record<string, string> } = {}) =>
  service.call('POST', '/api/ambientes', { body, ...options });
const tokenIn = ({ headers }: Reply) => headers.get('x-guest-token') ?? '';

describe('a device that an owner names', () => {
  it('is pending for an hour, of a random id, and the first of its list', async () => {
    const alice = await service.guest();

    const { status, json } = await alice.call('POST', '/api/ambientes', { nome: ' db-1 ', grupo: 'lab' });

    expect([status, json['ambiente']]).toEqual([
      201,
      expect.objectContaining({
        id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
        nome: 'db-1',
        grupo: 'lab',
        criado_em: '2027-03-01T12:00:00.000Z',
        expira_em: '2027-03-01T13:00:00.000Z',
        detectado_em: null,
        estado: 'pending',
        dados: null,
        medidas: [],
        vigiar: false,
        monitor_id: null,
      }),
    ]);
    const listed = (await alice.call('GET', '/api/ambientes')).json['ambientes'];
    expect(listed).toEqual([{ ...json['ambiente'], passos: null, sonda: null }]);
  });

  it.each([
    ['nothing', {}, null],
    ['null', { grupo: null }, null],
    ['blanks', { grupo: '  ' }, null],
    ['40 emoji', { grupo: '🖥'.repeat(40) }, '🖥'.repeat(40)],
  ])('of the group %s', async (_what, fields, grupo) => {
    const alice = await service.guest();
    const { json } = await alice.call('POST', '/api/ambientes', { nome: 'é'.repeat(60), ...fields });

    expect([json['ambiente'].nome, json['ambiente'].grupo]).toEqual(['é'.repeat(60), grupo]);
  });

  it('is neither shown to others nor to nobody', async () => {
    const [alice, bob] = [await service.guest(), await service.guest()];
    await alice.call('POST', '/api/ambientes', { nome: 'db-1' });

    expect((await bob.call('GET', '/api/ambientes')).json).toEqual({ ambientes: [] });
    expect((await service.call('GET', '/api/ambientes')).json).toEqual({ ambientes: [] });
  });
});

describe('request_id', () => {
  it('becomes the id, in lower case; a repeat answers 200 with what there is and writes nothing', async () => {
    const alice = await service.guest();
    const id = newUuid();
    const body = { nome: 'db-1', grupo: 'lab', request_id: id.toUpperCase() };

    const first = await alice.call('POST', '/api/ambientes', body);
    const before = await contentsOf(service);
    const again = await alice.call('POST', '/api/ambientes', { ...body, nome: ' db-1', request_id: id });

    expect([first.status, first.json['ambiente'].id]).toEqual([201, id]);
    expect([again.status, again.json]).toEqual([200, first.json]);
    expect(await contentsOf(service)).toEqual(before);
  });

  it.each<[string, Record<string, unknown>]>([
    ['another name', { nome: 'db-2' }],
    ['another group', { grupo: 'yard' }],
    ['no group', { grupo: null }],
  ])('with %s is of another device: 409', async (_what, fields) => {
    const alice = await service.guest();
    const body = { nome: 'db-1', grupo: 'lab', request_id: newUuid() };
    await alice.call('POST', '/api/ambientes', body);

    await expectNothingWritten(service, () => alice.call('POST', '/api/ambientes', { ...body, ...fields }), {
      status: 409,
      error: 'ambiente_conflitante',
      names: ['request_id', body.request_id],
    });
  });

  it('of somebody else is taken, and who has no credential is not made a guest for it', async () => {
    const [alice, bob] = [await service.guest(), await service.guest()];
    const body = { nome: 'db-1', request_id: newUuid() };
    await alice.call('POST', '/api/ambientes', body);

    const refused = { status: 409, error: 'ambiente_conflitante' };
    await expectNothingWritten(service, () => bob.call('POST', '/api/ambientes', body), refused);
    await expectNothingWritten(service, () => create(body), refused);
  });

  it('of a device that was deleted is used up: its readings are kept, and are nobody else’s', async () => {
    const [alice, bob] = [await service.guest(), await service.guest()];
    const body = { nome: 'db-1', request_id: newUuid() };
    await alice.call('POST', '/api/ambientes', body);
    await alice.call('DELETE', `/api/ambientes/${body.request_id}`);

    const refused = { status: 409, error: 'ambiente_conflitante' };
    for (const call of [alice.call, bob.call])
      await expectNothingWritten(service, () => call('POST', '/api/ambientes', body), refused);
    await expectNothingWritten(service, () => create(body), refused);
  });

  it('sent twenty times at once makes one device', async () => {
    const alice = await service.guest();
    const body = { nome: 'db-1', request_id: newUuid() };

    const replies = await Promise.all(
      Array.from({ length: 20 }, () => alice.call('POST', '/api/ambientes', body)),
    );

    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array.from({ length: 19 }, () => 200), 201]);
    expect((await alice.call('GET', '/api/ambientes')).json['ambientes']).toHaveLength(1);
  });
});

describe('the 26th device of an owner', () => {
  const LIMIT = { status: 409, error: 'limite_ambientes', names: ['25', 'devices'] };

  it('is refused, also of fifty that are created at once; deleting one makes room for one', async () => {
    const alice = await service.guest();
    const named = (nome: string) => alice.call('POST', '/api/ambientes', { nome });

    const replies = await Promise.all(Array.from({ length: 50 }, (_, at) => named(`n-${at}`)));

    const made = replies.filter(({ status }) => status === 201);
    expect(made).toHaveLength(25);
    for (const reply of replies.filter((each) => !made.includes(each))) expectRefusal(reply, LIMIT);
    expect((await alice.call('GET', '/api/ambientes')).json['ambientes']).toHaveLength(25);
    await alice.call('DELETE', `/api/ambientes/${made[0]?.json['ambiente'].id}`);
    const last = { nome: 'last', request_id: newUuid() };
    const more = await Promise.all(
      Array.from({ length: 5 }, (_, at) =>
        at === 0 ? alice.call('POST', '/api/ambientes', last) : named('x'),
      ),
    );
    expect(more.filter(({ status }) => status === 201)).toHaveLength(1);
    await expectNothingWritten(service, () => named('one more'), LIMIT);
  }, 60_000);

  itThorough(
    'is not the repeat of an earlier one',
    async () => {
      const alice = await service.guest();
      const bodies = Array.from({ length: 25 }, (_, at) => ({ nome: `n-${at}`, request_id: newUuid() }));
      await Promise.all(bodies.map((body) => alice.call('POST', '/api/ambientes', body)));

      const { status, json } = await alice.call('POST', '/api/ambientes', bodies[7]);

      expect([status, json['ambiente'].id]).toEqual([200, bodies[7]?.request_id]);
    },
    60_000,
  );
});

describe('without a credential', () => {
  it('a guest is made, whose token the answer carries and nothing else; it owns the device', async () => {
    const reply = await create({ nome: 'db-1', request_id: newUuid() });

    expect([reply.status, reply.headers.getSetCookie()]).toEqual([201, []]);
    expect(tokenIn(reply)).toMatch(/^hp_[0-9A-Za-z]{43}$/);
    expect(reply.text).not.toContain('hp_');
    expect(reply.headers.get('access-control-expose-headers')).toContain('X-Guest-Token');
    const owned = await service.call('GET', '/api/ambientes', { token: tokenIn(reply) });
    expect(owned.json['ambientes'].map((each: { id: string }) => each.id)).toEqual([
      reply.json['ambiente'].id,
    ]);
    expect(JSON.stringify(await contentsOf(service))).not.toContain(tokenIn(reply).slice(3));
  });

  itThorough(
    'has one of its 25 places taken',
    async () => {
      const token = tokenIn(await create({ nome: 'first' }));

      const replies = await Promise.all(
        Array.from({ length: 30 }, (_, at) => create({ nome: `n-${at}` }, { token })),
      );

      expect(replies.filter(({ status }) => status === 201)).toHaveLength(24);
      for (const reply of replies) expect(reply.headers.has('x-guest-token')).toBe(false);
    },
    60_000,
  );

  it('a browser on a page of this service keeps the token out of reach of scripts', async () => {
    const reply = await create({ nome: 'db-1' }, { headers: pageHeaders(service, 'POST') });

    expect(reply.headers.getSetCookie()).toEqual([
      `${COOKIES.guest}=${tokenIn(reply)}; Path=/; Max-Age=34560000; HttpOnly; Secure; SameSite=Lax`,
    ]);
  });

  it('a repeat is 409, since nobody can tell that it is the same caller', async () => {
    const body = { nome: 'db-1', request_id: newUuid() };
    await create(body);

    await expectNothingWritten(service, () => create(body), { status: 409, error: 'ambiente_conflitante' });
  });

  it.each([
    ['a guest token nobody has', { 'x-guest-token': `hp_${'0'.repeat(43)}` }],
    ['an API key nobody has', { 'x-api-key': `mmk_${'0'.repeat(49)}` }],
    ['a bearer of no kind', { authorization: 'Bearer x' }],
  ])('%s is not none: 401', async (_what, headers) => {
    const refused = { status: 401, error: 'credencial_invalida' };
    await expectNothingWritten(service, () => create({ nome: 'db-1' }, { headers }), refused);
    expectRefusal(await service.call('GET', '/api/ambientes', { headers }), refused);
  });

  it('where no guests are made it is 403', async () => {
    await using closed = await startTestService({ users: { ...STRANGERS_WELCOME, guests: 'off' } });
    const call = () => closed.call('POST', '/api/ambientes', { body: { nome: 'db-1' } });

    await expectNothingWritten(closed, call, { status: 403, error: 'guests_off' });
  });
});

describe('bad input is refused, and nothing is written', () => {
  const nome = 'db-1';

  it.each<[string, unknown, number, string, string[]]>([
    ['no name', {}, 400, 'nome_obrigatorio', ['nome', '1 to 60']],
    ['null for a name', { nome: null }, 400, 'nome_obrigatorio', ['nome']],
    ['an empty name', { nome: '' }, 400, 'nome_obrigatorio', ['nome']],
    ['a blank name', { nome: ' \t ' }, 400, 'nome_obrigatorio', ['nome']],
    ['a number for a name', { nome: 7 }, 400, 'nome_invalido', ['nome', '7']],
    ['a list for a name', { nome: ['a'] }, 400, 'nome_invalido', ['nome']],
    ['a name of 61 characters', { nome: 'é'.repeat(61) }, 400, 'nome_invalido', ['nome', '1 to 60', '61']],
    ['a name with a line end', { nome: 'a\nb' }, 400, 'nome_invalido', ['nome', 'control']],
    ['a name that runs backwards', { nome: 'a\u202eb' }, 400, 'nome_invalido', ['nome']],
    ['a name of half a character', { nome: 'a\ud800' }, 400, 'nome_invalido', ['nome']],
    ['a group of 41 characters', { nome, grupo: '🖥'.repeat(41) }, 400, 'grupo_invalido', ['grupo', '40', '41']],
    ['a number for a group', { nome, grupo: 1 }, 400, 'grupo_invalido', ['grupo', '1']],
    ['a group with a bell', { nome, grupo: 'a\u0007' }, 400, 'grupo_invalido', ['grupo']],
    ['a UUID v1', { nome, request_id: 'c232ab00-9414-11ec-b3c8-9f6bdeced846' }, 400, 'request_id_invalido', ['v4', 'c232']],
    ['a UUID of another variant', { nome, request_id: 'c232ab00-9414-41ec-c3c8-9f6bdeced846' }, 400, 'request_id_invalido', []],
    ['a UUID in braces', { nome, request_id: `{${newUuid()}}` }, 400, 'request_id_invalido', []],
    ['a UUID and a line end', { nome, request_id: `${newUuid()}\n` }, 400, 'request_id_invalido', []],
    ['the nil UUID', { nome, request_id: '00000000-0000-0000-0000-000000000000' }, 400, 'request_id_invalido', []],
    ['an empty request_id', { nome, request_id: '' }, 400, 'request_id_invalido', ['request_id']],
    ['a number for a request_id', { nome, request_id: 4 }, 400, 'request_id_invalido', ['request_id', '4']],
    ['an unknown field', { nome, group: 'lab' }, 400, 'campo_desconhecido', ['group', 'grupo']],
    ['a list', [], 400, 'corpo_invalido', []],
    ['half a body', '{"nome":', 400, 'corpo_invalido', []],
    ['a body of 4,097 bytes', JSON.stringify({ nome }).padEnd(4_097), 413, 'corpo_grande', ['4096', '4097']],
  ])('%s', async (_what, body, status, error, names) => {
    await expectNothingWritten(service, () => create(body), { status, error, names });
  }); // prettier-ignore

  it('another content type', async () => {
    const call = () =>
      create('nome=db-1', { headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    await expectNothingWritten(service, call, { status: 415, error: 'tipo_nao_suportado' });
  });

  it('a query, which would be a dry run elsewhere', async () => {
    const call = () => service.call('POST', '/api/ambientes?dry_run=true', { body: { nome } });
    await expectNothingWritten(service, call, {
      status: 400,
      error: 'consulta_invalida',
      names: ['dry_run'],
    });
  });
});

it('a name is kept as it was sent, whatever it means to a page, a shell or a table', async () => {
  const alice = await service.guest();
  const nome = `<b>$(id)</b>#'"%\\ ${newTail()}`;

  const { json } = await alice.call('POST', '/api/ambientes', { nome });

  expect(json['ambiente'].nome).toBe(nome);
});
