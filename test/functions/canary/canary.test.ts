import { describe, expect, it } from 'vitest';
import { canaryHandler, runCanary } from '../../../functions/canary/canary.ts';
import { canaryEvents, canaryMonitorId } from '../../../lib/data/monitors/canary.ts';
import { proofOf } from '../../../lib/domain/monitors/outage/proof.ts';
import { receiver } from '../../lib/adapters/receiver.ts';
import { startLambdaServer } from '../../support/servers/lambda-server.ts';
import { contentsOf } from '../../support/service/refused.ts';
import { START_AT, startTestService } from '../../support/service/service.ts';
import { fresh } from '../../support/service/shared.ts';

const service = fresh(startTestService);

const pings = async () => {
  const now = service.clock.now();
  const events = await canaryEvents(service.core.table, { limit: 60, before: now + 1, now });
  return events && events.map(({ at }) => at);
};
/** The canary's settings with other names for pings; null is one where nobody listens. */
const coreAt = (...paths: (string | null)[]) => {
  const origins = paths.map((path) => (path === null ? 'http://127.0.0.1:9' : service.url + path));
  return { ...service.core, config: { ...service.core.config, pingNames: { origins } } };
};
const monitorItems = async () => (await contentsOf(service)).filter(({ sk }) => sk === 'MON');

describe('canary', () => {
  it('pings through the public ingest URL and is heard there', async () => {
    expect(await pings()).toBeNull();

    expect(await service.canary()).toEqual({ status: 200, heard: true });
    service.clock.advance(60);
    expect(await service.canary()).toEqual({ status: 200, heard: true });

    expect(await pings()).toEqual([START_AT + 60_000, START_AT]);
  });

  it('makes one monitor, however many runs come first at once', async () => {
    const reports = await Promise.all(Array.from({ length: 5 }, () => service.canary()));

    expect(reports).toEqual(Array.from({ length: 5 }, () => ({ status: 200, heard: true })));
    expect(await monitorItems()).toHaveLength(1);
  });

  it('has a monitor that belongs to nobody and never falls due', async () => {
    await service.canary();
    const guest = await service.guest();
    const id = await canaryMonitorId(service.core.table);

    service.clock.advance(30 * 86_400);

    expect(await service.check()).toEqual({ checked: 0, sent: 0, failed: 0 });
    expect((await guest.call('GET', `/api/endpoints/${id}`)).status).toBe(404);
    expect(await guest.monitors()).toEqual([]);
  });

  it('leaves no connection behind, which may be dead at its next run', async () => {
    await using server = await startLambdaServer({ status: 200, body: '{}' });
    const pingNames = { origins: [server.url] };
    const deps = { ...service.core, config: { ...service.core.config, pingNames } };
    await runCanary(deps);
    await runCanary(deps);

    expect(server.calls.map(({ headers }) => headers.connection)).toEqual(['close', 'close']);
  });

  it('reports what answered instead, and that nothing did, without failing', async () => {
    await service.canary();

    expect(await runCanary(coreAt('/nowhere'))).toEqual({ status: 404, heard: false });
    expect(await runCanary(coreAt(null))).toEqual({ status: null, heard: false });

    expect(service.logged).toEqual(['canary_not_heard', 'canary_not_heard']);
    expect(await pings()).toHaveLength(1);
  });
});

describe('a canary of several names', () => {
  it('pings by each, and each ping proves its own name', async () => {
    await using other = await startLambdaServer({ status: 200, body: '{}' });
    const origins = [service.url, service.url.replace('localhost', '127.0.0.1'), other.url];
    const deps = { ...service.core, config: { ...service.core.config, pingNames: { origins } } };
    expect(await runCanary(deps)).toEqual({ status: 200, heard: true });

    const now = service.clock.now();
    const events = await canaryEvents(service.core.table, { limit: 60, before: now + 1, now });
    expect(new Set(events?.map((event) => proofOf(event).name)).size).toBe(2);
    expect(other.calls).toHaveLength(1);
  });

  it('is not heard when one of them does not answer', async () => {
    expect(await runCanary(coreAt('', null))).toEqual({ status: null, heard: false });
    expect(await pings()).toHaveLength(1);
  });
});

describe('a run of the canary in AWS', () => {
  it('succeeds when the ping was heard', async () => {
    expect(await canaryHandler(service.core)()).toEqual({ status: 200, heard: true });
    expect(service.logged).toEqual([]);
  });

  it('succeeds when the public URL is not answered as it should be, once that is in its log', async () => {
    // Longer than the ping takes: Lambda holds still what a run leaves behind.
    await using front = await receiver((response) => void setTimeout(() => response.end(), 500));
    const urls = { base: `http://127.0.0.1:${front.port}`, ingest: service.url };
    const config = { ...service.core.config, urls };

    expect(await canaryHandler({ ...service.core, config })()).toEqual({ status: 200, heard: true });
    expect(service.logged).toEqual(Array(3).fill('public_url_not_open'));
  });

  it.each([
    ['something else answers', '/nowhere'],
    ['nothing answers', null],
  ])('fails when %s, and says how in its own log only', async (_, path) => {
    const run = canaryHandler(coreAt(path))();

    await expect(run).rejects.toEqual(
      new Error('The ping was not heard; the line canary_not_heard of this log says how.'),
    );
    expect(service.logged).toEqual(['canary_not_heard']);
  });

  it('fails with nothing in its message when the table does not answer', async () => {
    const table = { ...service.core.table, name: 'no-such-table' };

    const run = canaryHandler({ ...service.core, table })();

    await expect(run).rejects.toEqual(new Error('The run failed; the line run_failed of this log says how.'));
    expect(service.logged).toEqual(['run_failed']);
  });
});
