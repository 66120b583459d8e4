import { describe, expect, it } from 'vitest';
import { startReceiver } from '../support/alerts/receiver.ts';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';

const service = shared(startTestService);
const alice = shared(() => service.guest());
const receiver = shared(startReceiver);

const MONITORS = 12;
const ROUNDS = 3;
const EVERY = [{ interval_sec: 300 }, { interval_sec: undefined, cron: '*/5 * * * *', grace_sec: 90 }];

async function createOne(index: number): Promise<string> {
  const { id } = await alice.createMonitor({ alert_url: receiver.url, ...EVERY[index % EVERY.length] });
  await service.ping(id);
  return id;
}

/** Each monitor signals, every fifth a failure, and some are patched, while checks look at all of them. */
const signalsDuringChecks = (ids: readonly string[]) => [
  service.check(),
  ...ids.map((id, index) => service.call('GET', `/in/${id}${index % 5 === 0 ? '/fail' : ''}`)),
  service.check(),
  ...ids.slice(0, 4).map((id, index) => alice.patch(id, { name: `n ${index}` })),
  ...ids.slice(-4).map((id) => alice.patch(id, { paused_until: null })),
  service.check(),
];

describe('checks beside signals and changes', () => {
  it('count each miss once, tell each incident once and its end last', async () => {
    const ids = await Promise.all(Array.from({ length: MONITORS }, (_, index) => createOne(index)));
    for (let round = 0; round < ROUNDS; round++) {
      service.clock.advance(700);
      await Promise.all(signalsDuringChecks(ids));
      await Promise.all(ids.map((id) => service.ping(id)));
      await service.check();
    }

    const { endpoints } = (await alice.call('GET', '/api/endpoints')).json;
    const whatTheyShow = endpoints.map(
      ({ state, miss_count, incident, alert_pending }: Record<string, unknown>) => ({
        state,
        miss_count,
        incident,
        alert_pending,
      }),
    );
    expect(whatTheyShow).toEqual(
      ids.map(() => ({ state: 'ok', miss_count: ROUNDS, incident: null, alert_pending: null })),
    );
    const told = Map.groupBy(receiver.received, ({ json }) => json['endpoint_id'] as string);
    expect(told.size).toBeGreaterThanOrEqual(MONITORS / 5);
    for (const [id, messages] of told) {
      const words = messages.map(({ json }) => `${json['incident']} ${json['type']}`);
      const incidents = [...new Set(messages.map(({ json }) => json['incident']))];
      const each = incidents.flatMap((number) => [`${number} service.miss`, `${number} service.recovery`]);
      expect(words, id).toEqual(each);
    }
  }, 90_000);
});
