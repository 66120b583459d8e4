import { expect, it } from 'vitest';
import { MEASURES, PROFILES, type MeasureId } from '../../../lib/domain/machines/measures/catalogue.ts';
import { detectedDevice } from '../../support/machines/devices.ts';
import { READING } from '../../support/machines/machine.ts';
import { startTestService } from '../../support/service/service.ts';

it('what a machine pushes by the line of its device is shown by each of its series', async () => {
  await using service = await startTestService();
  const alice = await service.guest();
  const { id } = await detectedDevice(service, alice);
  const body = { nome: 'web 1', ambiente_id: id, perfil: 'completo' };
  const { coletas } = (await alice.call('POST', '/api/coletas', body)).json;
  const [{ comandos }] = (await alice.call('GET', '/api/coletas')).json['equipamentos'];
  const [, path = ''] = new RegExp(`${service.url}(/r/[\\w-]{22})`).exec(comandos.comecar) ?? [];
  const t = new Date(service.clock.now()).toISOString();

  const pushed = await service.call('POST', path, {
    body: READING,
    headers: { 'content-type': 'text/plain' },
  });
  const { json } = await alice.call('GET', '/api/coletas/serie');

  expect(pushed.status).toBe(200);
  expect(coletas).toHaveLength(8);
  expect(json['coletas'].map(({ medida }: { medida: string }) => medida)).toEqual(PROFILES.completo);
  for (const { medida, leituras } of json['coletas'] as { medida: MeasureId; leituras: object[] }[]) {
    expect(leituras).toEqual([expect.objectContaining({ t })]);
    const told = Object.keys(leituras[0] ?? {}).filter((name) => name !== 't');
    const fields = MEASURES[medida].fields.map(({ id: field }) => field);
    expect(fields).toEqual(expect.arrayContaining(told));
    expect(told.length).toBeGreaterThan(0);
  }
});
