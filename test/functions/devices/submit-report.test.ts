import { describe, expect, it } from 'vitest';
import { newUuid } from '../../../lib/adapters/ids.ts';
import { PRINTED, REPORT } from '../../lib/domain/machines/devices/report/printed.ts';
import { contentsOf, expectNothingWritten, expectRefusal } from '../../support/service/refused.ts';
import { startTestService, type Person } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

const service = shared(startTestService);
const alice = shared(() => service.guest());

/** A pending device of an owner of its own, so that no limit is met. */
async function newDevice(): Promise<{ id: string; owner: Person }> {
  const owner = await service.guest();
  const { json } = await owner.call('POST', '/api/ambientes', { nome: 'db-1' });
  return { id: json['ambiente'].id, owner };
}

const send = (id: string, body: unknown, headers: Record<string, string> = {}) =>
  service.call('POST', `/api/ambientes/${id}/relatorio`, { body, headers });
const shownTo = async ({ id, owner }: { id: string; owner: Person }) =>
  (await owner.call('GET', `/api/ambientes/${id}`)).json['ambiente'];

const pasted = { terminal: 'posix', saidas: PRINTED };

describe('a complete report', () => {
  it.each([
    ['of the probe', { relatorio: REPORT }],
    ['of pasted outputs', pasted],
    ['that is not to be previewed', { ...pasted, conferir: false }],
    ['with nulls for what is not there', { relatorio: REPORT, terminal: null, saidas: null, conferir: null }],
  ])('%s makes the device detected, with what it is and what can be measured', async (_what, body) => {
    const device = await newDevice();
    const before = await shownTo(device);
    service.clock.advance(60);

    const { status, json } = await send(device.id, body);

    expect([status, json]).toEqual([200, { ok: true }]);
    const shown = await shownTo(device);
    expect(shown).toEqual({
      ...before,
      estado: 'detected',
      detectado_em: new Date(service.clock.now()).toISOString(),
      dados: {
        os: 'linux',
        versao: '6.1.0-18-amd64',
        arquitetura: 'amd64',
        distribuicao: 'debian',
        distribuicao_versao: '12',
        shell: 'dash',
        contexto: 'vm',
        transporte: 'curl',
        capacidades: ['apt_get', 'cron_ativo', 'crontab', 'df', 'proc_loadavg', 'proc_meminfo', 'who'],
        versoes: { curl: '7.88.1', wget: '1.21.3' },
      },
      medidas: expect.arrayContaining(['loadavg', 'memoria', 'disco']),
      passos: null,
      sonda: null,
    });
    expect((await device.owner.call('GET', '/api/ambientes')).json['ambientes']).toEqual([shown]);
  });

  it('has one word for a receipt where text is asked for', async () => {
    const { id } = await newDevice();

    const reply = await send(id, { relatorio: REPORT }, { accept: 'text/plain' });

    expect([reply.status, reply.text, reply.headers.get('content-type')]).toEqual([
      200,
      'ok',
      'text/plain; charset=utf-8',
    ]);
  });

  it.each(['application/x-www-form-urlencoded', 'text/plain', ''])(
    'is read as JSON whatever it is sent as: %s',
    async (type) => {
      const { id } = await newDevice();

      const { json } = await send(id, JSON.stringify({ relatorio: REPORT }), { 'content-type': type });

      expect(json).toEqual({ ok: true });
    },
  );

  it('that is repeated is answered the same and written once, also by another way', async () => {
    const device = await newDevice();
    await send(device.id, { relatorio: REPORT });
    const before = await contentsOf(service);
    service.clock.advance(7_200);

    const again = await send(device.id.toUpperCase(), { relatorio: REPORT });
    const asText = await send(device.id, pasted, { accept: 'text/plain' });
    const previewed = await send(device.id, { ...pasted, conferir: true });

    expect([again.json, asText.text, previewed.json]).toEqual([{ ok: true }, 'ok', { ok: true }]);
    expect(await contentsOf(service)).toEqual(before);
  });

  it('is the first one: another is 409, whole, in part or as a preview', async () => {
    const device = await newDevice();
    await send(device.id, { relatorio: REPORT });

    const { contexto: _contexto, ...part } = PRINTED;
    for (const body of [
      { relatorio: REPORT.replace('debian', 'alpine') },
      { ...pasted, saidas: part },
      { ...pasted, saidas: part, conferir: true },
    ])
      await expectNothingWritten(service, () => send(device.id, body), {
        status: 409,
        error: 'ja_detectado',
      });
    expect((await shownTo(device)).dados.distribuicao).toBe('debian');
  });

  it('of twenty different ones at once one is kept, and the others hear so', async () => {
    const device = await newDevice();

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        send(device.id, { relatorio: REPORT.replace('6.1.0-18', `6.1.0-${at}`) }),
      ),
    );

    const kept = replies.findIndex(({ status }) => status === 200);
    expect(replies.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 409),
    ]);
    expect((await shownTo(device)).dados.versao).toBe(`6.1.0-${kept}-amd64`);
  });

  it('beside a change of the name loses neither', async () => {
    const device = await newDevice();

    const replies = await Promise.all([
      send(device.id, { relatorio: REPORT }),
      device.owner.call('PATCH', `/api/ambientes/${device.id}`, { nome: 'db-2' }),
    ]);

    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(await shownTo(device)).toMatchObject({ nome: 'db-2', estado: 'detected' });
  });
});

describe('what is shown of a report that is not saved', () => {
  it('a preview says what is in it, and that it is complete', async () => {
    const device = await newDevice();
    const before = await contentsOf(service);

    const { status, json } = await send(device.id, { ...pasted, conferir: true }, { accept: 'text/plain' });

    expect([status, json]).toEqual([
      200,
      {
        ok: false,
        dados: expect.objectContaining({ os: 'linux', transporte: 'curl' }),
        medidas: expect.arrayContaining(['loadavg']),
        passos: { posix: [], powershell: [] },
        pronto: true,
      },
    ]);
    expect(await contentsOf(service)).toEqual(before);
    expect((await shownTo(device)).estado).toBe('pending');
  });

  it.each([true, false])('half of one says which checks it lacks (conferir: %s)', async (conferir) => {
    const device = await newDevice();
    const before = await contentsOf(service);
    const cut = PRINTED.fontes.replace('fim=1\n', '');
    const saidas = { sistema: PRINTED.sistema, fontes: cut };

    const { status, json } = await send(device.id, { terminal: 'posix', saidas, conferir });

    const { posix } = (await shownTo(device)).passos;
    const detailOf: Record<string, unknown> = {
      contexto: 'the output of contexto is missing',
      ferramentas: 'the output of ferramentas is missing',
      fontes: 'the output of fontes has no last line fim=1',
    };
    const lacking = posix.filter(({ id }: { id: string }) => id !== 'sistema');
    expect([status, json['ok'], json['pronto'], json['dados'].os]).toEqual([200, false, false, 'linux']);
    expect(json['passos']).toEqual({
      posix: lacking.map((step: { id: string }) => ({ ...step, detalhe: detailOf[step.id] })),
      powershell: [],
    });
    expect(await contentsOf(service)).toEqual(before);
  });

  it('one that says nothing yet has neither facts nor measures', async () => {
    const { id } = await newDevice();

    const { json } = await send(id, { terminal: 'posix', saidas: {} });

    expect(json).toMatchObject({ ok: false, dados: null, medidas: [], pronto: false });
    expect(json['passos'].posix).toHaveLength(4);
  });
});

describe('a report that cannot be taken', () => {
  it.each([
    ['an id that nobody has', async () => newUuid()],
    ['what is no id', async () => 'x'],
    ['a monitor', async () => (await alice.createMonitor())['id'] as string],
    [
      'a device that was deleted',
      async () => {
        const { id, owner } = await newDevice();
        await owner.call('DELETE', `/api/ambientes/${id}`);
        return id;
      },
    ],
  ])('of %s is 404', async (_what, idOf) => {
    const id = await idOf();
    await expectNothingWritten(service, () => send(id, { relatorio: REPORT }), {
      status: 404,
      error: 'not_found',
    });
  });

  it('is 408 from the end of the hour on, to the millisecond', async () => {
    const [device, late] = [await newDevice(), await newDevice()];
    service.clock.advance(3_599);
    expect((await send(device.id, { relatorio: REPORT })).status).toBe(200);
    service.clock.advance(1);

    for (const body of [{ relatorio: REPORT }, { ...pasted, conferir: true }])
      await expectNothingWritten(service, () => send(late.id, body), {
        status: 408,
        error: 'prazo_encerrado',
        names: [(await shownTo(late)).expira_em],
      });
    expect((await shownTo(late)).estado).toBe('expired');
  });

  it.each<[string, unknown, number, string, string[]]>([
    ['no terminal', { saidas: PRINTED }, 400, 'terminal_invalido', ['posix', 'powershell']],
    ['an unknown terminal', { ...pasted, terminal: 'cmd' }, 400, 'terminal_invalido', ['terminal', 'cmd']],
    ['no outputs', { terminal: 'posix' }, 400, 'saidas_invalidas', ['saidas']],
    ['nothing', {}, 400, 'terminal_invalido', ['terminal']],
    ['a list of outputs', { ...pasted, saidas: [REPORT] }, 400, 'saidas_invalidas', ['saidas']],
    ['a number for an output', { ...pasted, saidas: { sistema: 1 } }, 400, 'saidas_invalidas', ['saidas']],
    ['an unknown step', { ...pasted, saidas: { rede: 'x' } }, 400, 'saidas_invalidas', ['rede', 'sistema']],
    ['eleven outputs', { ...pasted, saidas: Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`s${at}`, ''])) }, 400, 'saidas_invalidas', ['10', '11']],
    ['a long output', { ...pasted, saidas: { sistema: 'x'.repeat(4_097) } }, 400, 'saidas_invalidas', ['sistema', '4096', '4097']],
    ['both forms', { ...pasted, relatorio: REPORT }, 400, 'saidas_invalidas', ['relatorio']],
    ['a report of another kind', { relatorio: 7 }, 400, 'relatorio_incompleto', ['relatorio', '7']],
    ['a report that was cut', { relatorio: REPORT.slice(0, -8) }, 400, 'relatorio_incompleto', ['fontes', 'fim=1']],
    ['an empty report', { relatorio: '' }, 400, 'relatorio_incompleto', ['sistema']],
    ['an unknown system', { relatorio: REPORT.replace('os=linux', 'os=plan9') }, 400, 'relatorio_incompleto', ['plan9']],
    ['a number for conferir', { ...pasted, conferir: 1 }, 400, 'corpo_invalido', ['conferir', '1']],
    ['an unknown field', { ...pasted, hostname: 'x' }, 400, 'campo_desconhecido', ['hostname']],
    ['half a body', '{"relatorio":', 400, 'corpo_invalido', []],
    ['bytes that are no text', Buffer.from([0xff, 0xfe]), 400, 'corpo_invalido', ['UTF-8']],
    ['8,193 bytes', JSON.stringify({ relatorio: REPORT }).padEnd(8_193), 413, 'relatorio_grande', ['8192', '8193']],
    ['8,193 bytes of characters of two', JSON.stringify({ relatorio: 'é'.repeat(4_090) }), 413, 'relatorio_grande', ['8192']],
  ])('with %s is refused, and nothing is written', async (_what, body, status, error, names) => {
    const { id } = await newDevice();
    await expectNothingWritten(service, () => send(id, body), { status, error, names });
  }); // prettier-ignore

  it('of exactly 8,192 bytes is read', async () => {
    const { id } = await newDevice();
    expect((await send(id, JSON.stringify({ relatorio: REPORT }).padEnd(8_192))).status).toBe(200);
  });

  it('refuses as text is not asked for: a program sees a code', async () => {
    const { id } = await newDevice();
    expectRefusal(await send(id, { relatorio: '' }, { accept: 'text/plain' }), {
      status: 400,
      error: 'relatorio_incompleto',
    });
  });
});

it('keeps nothing of a report that is no fact of the list', async () => {
  const device = await newDevice();
  const noise = 'root@very-secret-host:~# HOSTNAME=very-secret-host\nusuario=mallory\n';
  const relatorio = `${noise}${REPORT.replace('tem=who', 'tem=who\ntem=made_up\nhostname=very-secret-host\n')}${noise}`;

  expect((await send(device.id, { relatorio })).json).toEqual({ ok: true });

  const kept = JSON.stringify([await contentsOf(service), await shownTo(device)]);
  for (const word of ['very-secret-host', 'mallory', 'made_up']) expect(kept).not.toContain(word);
});
