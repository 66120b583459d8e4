import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canaryHandler } from '../../../functions/canary/canary.ts';
import { canaryMonitorId, canaryPings } from '../../../lib/data/canary.ts';
import { contentsOf } from '../../support/refused.ts';
import { START_AT, startTestService, type TestService } from '../../support/service.ts';

let service: TestService;

beforeEach(async () => {
  service = await startTestService();
});
afterEach(() => service.stop());

const pings = () => canaryPings(service.core.table, service.clock.now(), 60);
const monitorItems = async () => (await contentsOf(service)).filter(({ sk }) => sk === 'MON');

describe('canary', () => {
  it('pings through the public ingest URL and is heard there', async () => {
    expect(await pings()).toBeNull();

    expect(await service.canary()).toEqual({ status: 200 });
    service.clock.advance(60);
    expect(await service.canary()).toEqual({ status: 200 });

    expect(await pings()).toEqual([START_AT + 60_000, START_AT]);
  });

  it('makes one monitor, however many runs come first at once', async () => {
    const reports = await Promise.all(Array.from({ length: 5 }, () => service.canary()));

    expect(reports).toEqual(Array.from({ length: 5 }, () => ({ status: 200 })));
    expect(await monitorItems()).toHaveLength(1);
  });

  it('has a monitor that belongs to nobody and never falls due', async () => {
    await service.canary();
    const guest = await service.guest();
    const id = await canaryMonitorId(service.core.table);

    service.clock.advance(30 * 86_400);

    expect(await service.check()).toEqual({ checked: 0, sent: 0, failed: 0 });
    expect((await guest.call('GET', `/api/endpoints/${id}`)).status).toBe(404);
    expect((await guest.call('GET', '/api/endpoints')).json['endpoints']).toEqual([]);
  });

  it('reports what answered instead, and that nothing did, without failing', async () => {
    await service.canary();
    const at = (ingestOrigin: string) =>
      canaryHandler({ ...service.core, config: { ...service.core.config, ingestOrigin } })();

    expect(await at(`${service.url}/nowhere`)).toEqual({ status: 404 });
    expect(await at('http://127.0.0.1:9')).toEqual({ status: null });

    expect(service.logged).toEqual(['canary_not_heard', 'canary_not_heard']);
    expect(await pings()).toHaveLength(1);
  });
});
