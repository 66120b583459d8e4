import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getCheckerState } from '../../../lib/data/monitors/checker-state.ts';
import type { LocalServiceOptions } from '../../../lib/local/service.ts';
import { startReceiver, type Receiver } from '../../support/alerts/receiver.ts';
import { START_AT, startTestService, type TestService } from '../../support/service/service.ts';

const MINUTE_MS = 60_000;
/** As `npm start` has it. */
const RUNNING = { checkEverySec: 300, schedules: true };

let before: TestService;
let receiver: Receiver;

/** A job was heard by a service that then was off. */
beforeEach(async () => {
  [before, receiver] = await Promise.all([startTestService(), startReceiver()]);
  const alice = await before.guest();
  await before.canary();
  const { id } = await alice.createMonitor({ interval_sec: 600, alert_url: receiver.url });
  await before.ping(id);
  await before.check();
  await before.stop();
});
afterEach(() => receiver[Symbol.asyncDispose]());

/** The same service again, so many minutes later. */
function startAgain(minutes: number, options: Partial<LocalServiceOptions> = RUNNING): Promise<TestService> {
  const {
    table: { name: tableName },
    standIns: endpoints,
  } = before.core.config;
  const database = { endpoint: endpoints.dynamodb, tableName };
  return startTestService({ startAt: START_AT + minutes * MINUTE_MS, database, ...options });
}

const health = async (service: TestService) => (await service.call('GET', '/api/health')).json;
const checked = (service: TestService) =>
  vi.waitFor(
    async () => {
      const now = new Date(service.clock.now()).toISOString();
      expect(await health(service)).toMatchObject({ last_check_at: now });
    },
    { timeout: 10_000, interval: 50 },
  );

describe('a service that starts again', () => {
  it('tells at once what was silent for more than an hour', async () => {
    await using service = await startAgain(120);
    await checked(service);
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 10_000 });

    expect(receiver.received[0]?.json).toMatchObject({ type: 'service.miss', reason: 'silence' });
  });

  it('tells nothing of a job that could not reach it, and knows that it is over', async () => {
    await using service = await startAgain(30);
    await checked(service);
    await service.drain();

    expect(receiver.received).toEqual([]);
    const { windows } = await getCheckerState(service.core.table);
    expect(windows).toEqual([{ from: START_AT, to: START_AT + 30 * MINUTE_MS }]);
  });

  it('checks only when asked where that was asked for', async () => {
    await using service = await startAgain(120, { ...RUNNING, checkEverySec: null });
    await vi.waitFor(
      async () => expect(await health(service)).toMatchObject({ blind_window: { to: expect.any(String) } }),
      { timeout: 10_000, interval: 50 },
    );

    expect(await health(service)).toMatchObject({ last_check_at: '2027-03-01T12:00:00.000Z' });
    expect(receiver.received).toEqual([]);
  });

  it('waits with the first check for the canary, not for other products that do not answer', async () => {
    const open = new Set<Socket>();
    await using silent = createServer((socket) => {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
    });
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port } = silent.address() as AddressInfo;
    await using service = await startAgain(120, {
      ...RUNNING,
      operator: { panelSources: `https://127.0.0.1:${port}` },
    });
    await checked(service);

    expect(open.size).toBe(1);
    for (const socket of open) socket.destroy();
  });
});
