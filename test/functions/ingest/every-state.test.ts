import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getMonitor } from '../../../lib/data/monitors/monitors.ts';
import type { Monitor } from '../../../lib/domain/monitors/monitor.ts';
import { applySignal } from '../../../lib/domain/monitors/signal.ts';
import { startTestService, type Person, type TestService } from '../../support/service/service.ts';

let service: TestService;
let alice: Person;
let id: string;

beforeAll(async () => {
  service = await startTestService();
  alice = await service.guest();
});
afterAll(() => service.stop());
beforeEach(async () => {
  id = (await alice.createMonitor({ interval_sec: 3_600, alert_url: 'http://127.0.0.1:9/hook' }))['id'];
  await send();
});

const stored = async (): Promise<Monitor> => (await getMonitor(service.core.table, id)) ?? expect.fail();
async function patch(change: Record<string, unknown>): Promise<void> {
  expect((await alice.call('PATCH', `/api/endpoints/${id}`, change)).status).toBe(200);
}
const inMs = (ms: number): string => new Date(service.clock.now() + ms).toISOString();

async function send(rest = ''): Promise<void> {
  service.clock.advance(1);
  expect((await service.call('GET', `/in/${id}${rest}`)).status).toBe(200);
}

async function check(afterSec = 1): Promise<void> {
  service.clock.advance(afterSec);
  await service.check();
}

/** Each state that a success has to do something about, or that it must leave as it is, and what tells that it is reached. */
const STATES: [string, () => Promise<unknown>, Partial<Monitor>][] = [
  ['is well', () => send(), { failing: false, incident: null }],
  ['is paused', () => patch({ paused_until: inMs(1_800_000) }), { failing: false }],
  [
    'was paused and is late by its interval alone',
    async () => {
      await patch({ paused_until: inMs(7_000_000) });
      await check(7_100);
    },
    { missCounted: false },
  ],
  ['is late before any check', async () => service.clock.advance(3_700), { missCounted: false }],
  ['is late and told', () => check(3_700), { missCounted: true }],
  [
    'is in an incident and no longer late, since its interval is longer by now',
    async () => {
      await check(3_700);
      await patch({ interval_sec: 86_400 });
    },
    { incident: expect.anything() },
  ],
  ['failed and nobody was told', () => send('/fail'), { failing: true, pending: [expect.anything()] }],
  [
    'failed and somebody was told',
    async () => {
      await send('/fail');
      await check();
    },
    { failing: true, pending: [], incident: expect.anything() },
  ],
  [
    'failed and came back, and nobody was told',
    async () => {
      await send('/fail');
      await send();
    },
    { failing: false, pending: [expect.anything(), expect.anything()] },
  ],
  [
    'failed once where three count',
    async () => {
      await patch({ alert_after_failures: 3 });
      await send('/fail');
    },
    { failing: false, failedRuns: expect.objectContaining({ inARow: 1 }) },
  ],
  ['runs', () => send('/start?rid=a'), { runs: [expect.anything()] }],
  [
    'runs too long and that was told',
    async () => {
      await patch({ max_duration_sec: 60 });
      await send('/start');
      await check(100);
    },
    { incident: expect.anything(), runs: [expect.anything()] },
  ],
  ['is on a schedule', () => patch({ cron: '0 * * * *' }), { cron: '0 * * * *' }],
];

describe('a plain success of a monitor that', () => {
  it.each(STATES)('%s does all that the rules say', async (_state, arrange, reached) => {
    await arrange();
    service.clock.advance(1);
    const before = await stored();
    expect(before).toMatchObject(reached);

    expect((await service.call('GET', `/in/${id}?status=7`)).status).toBe(200);

    const ping = { kind: 'ping', rid: null, status: 7, latencyMs: null } as const;
    const { rev: _rev, recent: _recent, ...rest } = applySignal(before, ping, service.clock.now()).monitor;
    expect(await stored()).toMatchObject(rest);
    const { json } = await alice.call('GET', `/api/endpoints/${id}/events?limit=1`);
    expect(json['events']).toMatchObject([{ kind: 'ping', status: 7 }]);
  });

  it('was told of a failure is told of its recovery once, and of none after it', async () => {
    await send('/fail');
    await check();
    await send();
    await send();
    await check();
    await send();
    await check();

    const { json } = await alice.call('GET', `/api/endpoints/${id}/alerts`);
    expect(json['alerts'].map((alert: { kind: string }) => alert.kind)).toEqual(['recovery', 'miss']);
  });

  it.each(['deactivated', 'rotated away'])('is %s is refused and changes nothing', async (how) => {
    await send();
    const [method, path] =
      how === 'deactivated' ? ['DELETE', `/api/endpoints/${id}`] : ['POST', `/api/endpoints/${id}/rotate`];
    expect((await alice.call(method, path)).status).toBe(200);
    const before = await stored();
    service.clock.advance(1);

    expect((await service.call('GET', `/in/${id}`)).status).toBe(404);

    expect(await stored()).toEqual(before);
  });
});
