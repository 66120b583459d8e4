import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getMonitor } from '../../../lib/data/monitors/monitors.ts';
import { expectRefusal } from '../../support/service/refused.ts';
import { startTestService, type Person, type TestService } from '../../support/service/service.ts';

let service: TestService;
let alice: Person;

beforeAll(async () => {
  service = await startTestService();
  alice = await service.guest();
});
afterEach(() => release());
afterAll(() => service.stop());

const release = () => service.core.table.client.middlewareStack.remove('throttle');
const eventsOf = async (id: string): Promise<unknown[]> =>
  (await alice.call('GET', `/api/endpoints/${id}/events`)).json['events'];

/** Lets the next calls to the table fail as a throttled table does. */
function throttle(times: number): void {
  let left = times;
  service.core.table.client.middlewareStack.add(
    (next) => (args) => {
      left -= 1;
      if (left < 0) return next(args);
      throw Object.assign(new Error('Slow down.'), {
        name: 'ProvisionedThroughputExceededException',
        $fault: 'client',
        $metadata: { httpStatusCode: 400 },
        $retryable: { throttling: true },
      });
    },
    { step: 'deserialize', priority: 'high', name: 'throttle', override: true },
  );
}

describe('a table that throttles', () => {
  it('delays the one call of a healthy ping, which records it once', async () => {
    const { id } = await alice.createMonitor();
    await service.call('GET', `/in/${id}`);
    service.clock.advance(60);
    throttle(2);

    expect((await service.call('GET', `/in/${id}`)).status).toBe(200);

    expect(await eventsOf(id)).toHaveLength(2);
  });

  it('for too long has a healthy ping come again, and has taken nothing of it', async () => {
    const { id } = await alice.createMonitor();
    await service.call('GET', `/in/${id}`);
    const before = await getMonitor(service.core.table, id);
    service.clock.advance(60);
    throttle(Number.POSITIVE_INFINITY);

    const reply = await service.call('GET', `/in/${id}`);

    release();
    expectRefusal(reply, {
      status: 503,
      error: 'indisponivel',
      names: [reply.headers.get('x-request-id') ?? '-'],
    });
    expect(reply.headers.get('retry-after')).toBe('5');
    expect(await getMonitor(service.core.table, id)).toEqual(before);
    expect((await service.call('GET', `/in/${id}`)).status).toBe(200);
    expect(await eventsOf(id)).toHaveLength(2);
  });
});
