import { describe, expect, it } from 'vitest';
import { getDevice } from '../../../lib/data/machines/devices.ts';
import type { Device } from '../../../lib/domain/machines/devices/device.ts';
import { MEASURE_IDS, PROFILES } from '../../../lib/domain/machines/measures/catalogue.ts';
import { detectedDevice } from '../../support/machines/devices.ts';
import { expectRefusal } from '../../support/service/refused.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { signedIn } from '../../support/accounts/session.ts';

const PATH = '/api/coletas';

const service = shared(startTestService);
const alice = shared(() => service.guest());

async function device(id: string): Promise<Device> {
  const found = await getDevice(service.core.table, id);
  if (!found) throw new Error('There is no such device.');
  return found;
}

describe('listCollections', () => {
  it('tells whoever has no credential what can be measured, and says that there is none', async () => {
    const { status, json } = await service.call('GET', PATH);

    expect(status).toBe(200);
    expect(json).toMatchObject({ coletas: [], equipamentos: [], inputs: [], perfis: PROFILES });
    expect(Object.keys(json['medidas'])).toEqual(MEASURE_IDS);
    expect(json['medidas']['loadavg']).toEqual({
      rotulo: expect.any(String),
      desc: expect.any(String),
      painel: ['m1', 'm5', 'm15'].map((c) => ({ c, r: expect.any(String), f: 'num' })),
      serie: ['m1', 'm5', 'm15'],
    });
    expect(json['note']).toContain('/api/ambientes');
  });

  it('refuses a credential that is not valid', async () => {
    expectRefusal(await service.call('GET', PATH, { token: `hp_${'x'.repeat(43)}` }), {
      status: 401,
      error: 'credencial_invalida',
    });
  });

  it('lists what is collected by device, the oldest first, and no device without', async () => {
    const [first, second] = [await detectedDevice(service, alice), await detectedDevice(service, alice)];
    service.clock.advance(1);
    await detectedDevice(service, alice, { name: 'idle' });
    const made = await Promise.all(
      [first, second].map(({ id }) => alice.call('POST', PATH, { nome: 'web 1', ambiente_id: id })),
    );

    const { json } = await alice.call('GET', PATH);

    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    const expected = made.map((reply) => reply.json['coleta']).sort(byId);
    expect([...json['coletas']].sort(byId)).toEqual(expected);
    expect(json['equipamentos'].map((each: { ambiente_id: string }) => each.ambiente_id).sort()).toEqual(
      [first.id, second.id].sort(),
    );
    expect(json['equipamentos'][0]).toMatchObject({ nome: 'web 1', grupo: null, medidas: ['loadavg'] });
    const { symbol } = await device(json['equipamentos'][0].ambiente_id);
    for (const command of ['agora', 'instalar', 'comecar'])
      expect(json['equipamentos'][0].comandos[command]).toContain(`${service.url}/r/${symbol}`);
    expect(json).not.toHaveProperty('note');
  });

  it('shows nobody else’s', async () => {
    const bob = await service.guest();

    expect((await bob.call('GET', PATH)).json).toMatchObject({ coletas: [], equipamentos: [] });
  });

  it('moves with the devices of a guest to the account that claims it', async () => {
    const guest = await service.guest();
    const device = await detectedDevice(service, guest);
    const { json } = await guest.call('POST', PATH, { nome: 'web 1', ambiente_id: device.id });
    const account = await signedIn(service);
    await account.call('POST', '/api/auth/claim', { guest_token: guest.token });

    expect((await account.call('GET', PATH)).json['coletas']).toEqual(json['coletas']);
    expect((await guest.call('GET', PATH)).json['coletas']).toEqual([]);
    const path = `${PATH}/${json['coleta'].id}`;
    expect((await guest.call('PATCH', path, { ativa: false })).status).toBe(404);
    expect((await account.call('PATCH', path, { ativa: false })).status).toBe(200);
    expect((await account.call('DELETE', path)).status).toBe(200);
  });
});
