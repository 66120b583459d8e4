import { REPORT } from '../../lib/domain/machines/devices/report/printed.ts';
import { done } from './acts-of-owners.ts';
import { READING } from '../machines/machine.ts';
import type { TestService } from '../service/service.ts';

/** What machines send, and what becomes of them, each act by itself. */
export function actsOfMachines(service: TestService): (() => Promise<unknown>)[] {
  const guest = { token: '' };
  const as = (method: string, path: string, body?: unknown) =>
    done(service.call(method, path, { token: guest.token, ...(body !== undefined && { body }) }));
  const named = async (nome: string) => {
    const { id } = (await as('POST', '/api/ambientes', { nome }))['ambiente'];
    await as('POST', `/api/ambientes/${id}/relatorio`, { relatorio: REPORT });
    return String(id);
  };
  return [
    async () => void (guest.token = (await done(service.call('POST', '/api/guest')))['token']),
    async () => {
      const ambiente_id = await named('web');
      for (const medida of ['loadavg', 'atualizacoes']) {
        const { coletas } = await as('POST', '/api/coletas', { nome: 'web', ambiente_id, medida });
        await read(service, coletas[0].id);
      }
    },
    async () => {
      const id = await named('db');
      const body = { collector: 'telegraf', monitoring: ['system'] };
      const { setup } = await as('POST', `/api/ambientes/${id}/inputs`, body);
      await pushed(service, setup.connection.credential);
    },
    async () => {
      const ambiente_id = await named('full');
      const { coletas } = await as('POST', '/api/coletas', { nome: 'full', ambiente_id, medida: 'loadavg' });
      const above = { medida: 'loadavg', campo: 'm1', acima: 0 };
      await as('POST', `/api/ambientes/${ambiente_id}/avisos`, above);
      await read(service, coletas[0].id);
      await service.check();
    },
    async () => void (await as('DELETE', `/api/ambientes/${await named('gone')}`)),
  ];
}

async function read(service: TestService, symbol: string): Promise<void> {
  const headers = { 'content-type': 'text/plain' };
  await done(service.call('POST', `/r/${symbol}`, { body: READING, headers }));
}

/** A line of line protocol, as Telegraf sends it. */
async function pushed(service: TestService, credential: string): Promise<void> {
  const headers = { authorization: `Token ${credential}`, 'content-type': 'text/plain' };
  const body = 'mem,host=db used_percent=41.5,total=8000000000i';
  await done(service.call('POST', '/i/influx/api/v2/write', { body, headers }));
}
