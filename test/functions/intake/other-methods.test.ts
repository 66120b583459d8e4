import { beforeAll, describe, expect, it } from 'vitest';
import { watchCapacity, type TableCall } from '../../support/table/capacity.ts';
import { rawCall } from '../../support/service/raw-call.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { newMachine, type Machine } from '../../support/machines/machine.ts';

let machine: Machine;
let calls: TableCall[];

const service = shared(startTestService);
beforeAll(async () => {
  machine = await newMachine(service);
  calls = watchCapacity(service);
});

describe('another method than POST', () => {
  it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH'])('%s is 405 and asks nobody', async (method) => {
    const { status, headers, text } = await rawCall(service.url, method, `/r/${machine.device.symbol}`);

    expect([status, headers['allow']]).toEqual([405, 'POST, OPTIONS']);
    if (method !== 'HEAD') expect(JSON.parse(text)).toMatchObject({ error: 'metodo_nao_permitido' });
    expect(calls).toEqual([]);
  });

  it('OPTIONS says so to pages of other sites, as with pings', async () => {
    const { status, headers } = await rawCall(service.url, 'OPTIONS', `/r/${machine.device.symbol}`);

    expect(status).toBe(204);
    expect(headers).toMatchObject({
      allow: 'POST, OPTIONS',
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST, OPTIONS',
    });
  });
});

describe('another path', () => {
  it.each(['/r', '/r/', '/r//', '/r/a/b', '/r/a/', '/i', '/i/prom'])('%s is 404', async (path) => {
    for (const method of ['POST', 'GET']) {
      const { status, text } = await rawCall(service.url, method, path);

      expect([status, JSON.parse(text)['error']]).toEqual([404, 'not_found']);
    }
    expect(calls).toEqual([]);
  });
});
