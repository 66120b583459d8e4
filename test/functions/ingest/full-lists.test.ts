import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type Person, type TestService } from '../../support/service/service.ts';
import { casesOf } from '../../support/thorough.ts';

let service: TestService;
let alice: Person;
beforeAll(async () => {
  service = await startTestService();
  alice = await service.guest();
});
afterAll(() => service.stop());

const LONGEST = '?status=2147483647&latency_ms=2147483647';

const TIMINGS = [
  ['by interval', { interval_sec: 3_600 }],
  ['on a schedule', { interval_sec: undefined, cron: '*/5 * * * *', grace_sec: 900 }],
] as const;

it.each(casesOf(1, TIMINGS))(
  'a ping that reports more than all before it finds room in any list: %s',
  async (_how, settings) => {
    const { id } = await alice.createMonitor({ tags: 'prod,db', alert_to: 'alice@example.com', ...settings });
    let sent = 0;
    const ping = async (rest = '') => {
      service.clock.advance(10);
      expect((await service.call('GET', `/in/${id}${rest}`)).status, `ping ${sent}`).toBe(200);
      sent += 1;
    };
    // Some of these meet a list that has room for a short entry and none for a long one.
    for (let short = 1; short < 20; short++) {
      for (let each = 0; each < short; each++) await ping();
      await ping(LONGEST);
    }
    const { json } = await alice.call('GET', `/api/endpoints/${id}/events?limit=500`);
    expect(json['events']).toHaveLength(sent);
  },
  60_000,
);
