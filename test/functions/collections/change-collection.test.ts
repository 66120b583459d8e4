import { beforeAll, describe, expect, it } from 'vitest';
import { openSecret } from '../../../lib/adapters/secrets.ts';
import { newSymbol } from '../../../lib/adapters/symbols.ts';
import { getSymbol } from '../../../lib/data/machines/push-tokens.ts';
import type { Device } from '../../../lib/domain/machines/devices/device.ts';
import { detectedDevice, ownerOf } from '../../support/machines/devices.ts';
import { expectNothingWritten, expectRefusal } from '../../support/service/refused.ts';
import { startTestService, type Reply } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { watchingTable } from '../../support/table/watching-table.ts';

let device: Device;
let coleta: Reply['json'];
let path: string;
const service = shared(startTestService);
const alice = shared(() => service.guest());
beforeAll(async () => {
  device = await detectedDevice(service, alice);
  const made = await alice.call('POST', '/api/coletas', { nome: 'web 1', ambiente_id: device.id });
  coleta = made.json['coleta'];
  path = `/api/coletas/${coleta['id']}`;
});

const byMeasure = (coletas: { medida: string }[], wanted: string) =>
  coletas.find(({ medida }) => medida === wanted) as Reply['json'];
const listed = async () => (await alice.call('GET', '/api/coletas')).json['coletas'];

describe('patchCollection', () => {
  it('changes what is sent, and keeps the rest', async () => {
    const renamed = await alice.call('PATCH', path, { nome: ' load of web 1 ', grupo: 'prod' });
    expect([renamed.status, renamed.json]).toEqual([
      200,
      { coleta: { ...coleta, nome: 'load of web 1', grupo: 'prod' } },
    ]);

    const stopped = await alice.call('PATCH', path, { ativa: false });
    expect(stopped.json['coleta']).toEqual({ ...renamed.json['coleta'], ativa: false });
    expect(await listed()).toEqual([stopped.json['coleta']]);

    const cleared = await alice.call('PATCH', path, { grupo: '', nome: 'web 1', ativa: true });
    expect(cleared.json['coleta']).toEqual(coleta);
  });

  it('writes nothing where nothing changes', async () => {
    const writes: string[] = [];
    const watch = { before: ({ command, reads }: { command: string; reads: boolean }) => {
      if (!reads) writes.push(command);
    } }; // prettier-ignore

    await watchingTable(service, watch, async () => {
      expect((await alice.call('PATCH', path, {})).json).toEqual({ coleta });
      expect((await alice.call('PATCH', path, { ativa: true, grupo: null })).json).toEqual({ coleta });
    });

    expect(writes).toEqual([]);
  });

  it.each([
    ['nome', { nome: '' }, 'nome_obrigatorio'],
    ['nome', { nome: null }, 'nome_obrigatorio'],
    ['nome', { nome: 'x'.repeat(61) }, 'nome_invalido'],
    ['nome', { nome: 'a\u202eb' }, 'nome_invalido'],
    ['grupo', { grupo: 'x'.repeat(41) }, 'grupo_invalido'],
    ['grupo', { grupo: 1 }, 'grupo_invalido'],
    ['ativa', { ativa: 'false' }, 'ativa_invalida'],
    ['ativa', { ativa: null }, 'ativa_invalida'],
    ['medida', { medida: 'cpu' }, 'campo_desconhecido'],
  ])('refuses %s: %o', async (field, body, error) => {
    const refused = { status: 400, error, names: [field] };
    await expectNothingWritten(service, () => alice.call('PATCH', path, body), refused);
  });
});

describe('a collection that is not the caller’s', () => {
  const calls = [
    ['PATCH', { ativa: false }],
    ['DELETE', undefined],
  ] as const;

  it.each(calls)('is 404 to %s, as one that there is not, and as a device', async (method, body) => {
    const bob = await service.guest();
    const secret = await openSecret(service.core.config)();
    const refused = { status: 404, error: 'not_found' };

    await expectNothingWritten(service, () => bob.call(method, path, body), refused);
    for (const id of [newSymbol(secret), device.symbol])
      await expectNothingWritten(service, () => alice.call(method, `/api/coletas/${id}`, body), refused);
  });

  it.each([
    ['a symbol of another service', newSymbol('another secret')],
    ['a UUID of an older time', '3b241101-e2bb-4255-8caf-4136c566a962'],
    ['another word', 'serie'],
  ])('is not looked for where its id is %s', async (_what, id) => {
    const reads: unknown[] = [];
    const before = ({ input }: { input: unknown }) => void reads.push(input);

    await watchingTable(service, { before }, async () => {
      for (const [method, body] of calls)
        expectRefusal(await alice.call(method, `/api/coletas/${id}`, body), {
          status: 404,
          error: 'not_found',
        });
    });

    expect(JSON.stringify(reads)).not.toMatch(/SYMBOL#|DEVICE#/);
    // Who calls is looked up.
    expect(reads.length).toBeGreaterThan(0);
  });
});

describe('deleteCollection', () => {
  it('gives the line for what is left of the device, with what is stopped in it', async () => {
    const body = { nome: 'web 1', ambiente_id: device.id, perfil: 'essentials' };
    const added = (await alice.call('POST', '/api/coletas', body)).json['coletas'];
    const cpu = byMeasure(added, 'cpu');
    const disk = byMeasure(added, 'disco');
    await alice.call('PATCH', `/api/coletas/${disk['id']}`, { ativa: false });

    const { json } = await alice.call('DELETE', `/api/coletas/${cpu['id']}`);

    const left = (await alice.call('GET', '/api/coletas')).json['equipamentos'];
    const { instalar, conferir, remover } = left[0].comandos;
    expect(json).toEqual({ ok: true, id: cpu['id'], deleted: true, instalar, conferir, remover });
    expect(instalar).toContain(`/r/${device.symbol}`);
    expect(instalar).toContain('df -Pk /');
    expect([cpu['comandos'].instalar, instalar].map((line) => /\bstat\b/.test(line))).toEqual([true, false]);
    for (const { id, medida } of await listed())
      if (medida !== 'loadavg') await alice.call('DELETE', `/api/coletas/${id}`);
  });

  it('ends it once, under many calls at once, and makes room for another', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => alice.call('DELETE', path)));

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    const done = replies.find(({ status }) => status === 200);
    expect(done?.json).toMatchObject({ ok: true, id: coleta['id'], deleted: true, instalar: null });
    expect(done?.json['remover']).toContain(`# hp:${device.symbol}`);
    expect(await listed()).toEqual([]);
    expect(await getSymbol(service.core.table, coleta['id'])).toBeUndefined();
    expect((await ownerOf(service, alice)).collections).toBe(0);
  });

  it('has the same measure begin anew, under another id', async () => {
    const made = await alice.call('POST', '/api/coletas', { nome: 'web 1', ambiente_id: device.id });

    expect(made.status).toBe(201);
    expect(made.json['coleta'].id).not.toBe(coleta['id']);
  });
});
