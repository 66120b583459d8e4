import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CALL_LIMITS, retriesWithin, type CallLimits } from '../../../lib/adapters/call-limits.ts';
import { openQueue } from '../../../lib/adapters/queue.ts';
import { openSecret } from '../../../lib/adapters/secrets.ts';
import { openTable } from '../../../lib/data/table.ts';
import { INVOKE_MS } from '../../../lib/adapters/invoke.ts';
import { areas, functionAreas, needsOf } from '../../../lib/areas/areas.ts';
import { startMuteServer } from '../../support/servers/mute-server.ts';

const LIMITS: CallLimits = { attemptMs: 200, totalMs: 900 };
/** How many attempts fit the limit of all, since on a server that is mute each takes the whole of its own. */
const mostAttempts = ({ attemptMs, totalMs }: CallLimits) => Math.floor(totalMs / attemptMs);

const tableAt = (endpoint: string) =>
  openTable({ name: 'rollcall', region: 'us-east-1', endpoint, limits: LIMITS });
const read = (endpoint: string) =>
  tableAt(endpoint).client.send(new GetCommand({ TableName: 'rollcall', Key: { pk: 'A', sk: 'A' } }));

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/x-amz-json-1.0\r\ncontent-length: 60\r\n\r\n';

describe.concurrent('a call to the table', () => {
  it('ends within its limits when nothing answers, after more than one try', async () => {
    await using mute = await startMuteServer();

    await expect(read(mute.url)).rejects.toMatchObject({ name: 'TimeoutError' });

    expect(mute.requests()).toBeGreaterThan(1);
    expect(mute.requests()).toBeLessThanOrEqual(mostAttempts(LIMITS));
  });

  it.each([
    ['stops after its first bytes', () => {}],
    ['comes byte by byte', (write: () => void) => setInterval(write, 50)],
  ])('ends within its limits when the answer %s', async (_how, goOn) => {
    const timers: (NodeJS.Timeout | void)[] = [];
    await using slow = await startMuteServer((socket) => {
      socket.write(`${HEAD}{`);
      timers.push(goOn(() => void (socket.writable && socket.write(' '))));
    });

    await expect(read(slow.url)).rejects.toMatchObject({ name: 'TimeoutError' });

    for (const timer of timers) clearInterval(timer ?? undefined);
    expect(slow.requests()).toBeGreaterThan(1);
    expect(slow.requests()).toBeLessThanOrEqual(mostAttempts(LIMITS));
  });

  it('answers when the second attempt does', async () => {
    let attempts = 0;
    await using server = await startMuteServer((socket) => {
      attempts += 1;
      if (attempts > 1) {
        socket.write(
          'HTTP/1.1 200 OK\r\ncontent-type: application/x-amz-json-1.0\r\ncontent-length: 2\r\n\r\n{}',
        );
      }
    });

    await expect(read(server.url)).resolves.toMatchObject({});
    expect(attempts).toBe(2);
  });
});

describe('retries', () => {
  type Failure = Parameters<ReturnType<typeof retriesWithin>['refreshRetryTokenForRetry']>[1];
  const failure = (errorType: Failure['errorType'], name: string) =>
    ({ errorType, error: Object.assign(new Error('no'), { name }) }) as Failure;

  /** The waits before each further attempt, until none is allowed. */
  async function waitsFor(limits: CallLimits, type: Failure['errorType'], name = 'Error'): Promise<number[]> {
    const strategy = retriesWithin(limits);
    const waits: number[] = [];
    let token = await strategy.acquireInitialRetryToken('');
    try {
      while (waits.length < 100) {
        token = await strategy.refreshRetryTokenForRetry(token, failure(type, name));
        waits.push(token.getRetryDelay());
      }
    } catch {
      // No further attempt is allowed.
    }
    return waits;
  }

  it('of a conflict are many and quick, so that a ping does not wait long for a check', async () => {
    for (const name of ['TransactionConflictException', 'TransactionInProgressException']) {
      const waits = await waitsFor(CALL_LIMITS.ping, 'CLIENT_ERROR', name);

      expect(waits).toHaveLength(9);
      expect(Math.max(...waits)).toBeLessThanOrEqual(160);
    }
  });

  it('of a refusal for good there are none', async () => {
    expect(await waitsFor(CALL_LIMITS.ping, 'CLIENT_ERROR', 'ValidationException')).toEqual([]);
  });

  it('are no more when another attempt could end past the limit', async () => {
    expect(await waitsFor({ attemptMs: 100, totalMs: 100 }, 'TRANSIENT')).toEqual([]);
    expect(await waitsFor({ attemptMs: 0, totalMs: Number.POSITIVE_INFINITY }, 'THROTTLING')).toHaveLength(5);
  });
});

describe('the limits', () => {
  it('let a function answer before it ends, also when its calls are mute one after the other', () => {
    expect(2 * CALL_LIMITS.ping.totalMs).toBeLessThan(areas.ingest.timeoutSec * 1000);
    for (const { timeoutSec } of [areas.monitors, areas.alerts, areas.feed, areas.site, areas.discovery]) {
      expect(CALL_LIMITS.request.totalMs).toBeLessThan(timeoutSec * 1000 - 1_000);
    }
    expect(CALL_LIMITS.work.totalMs).toBeLessThanOrEqual(5_000);
    for (const { attemptMs, totalMs } of Object.values(CALL_LIMITS)) {
      expect(totalMs).toBeGreaterThanOrEqual(2 * attemptMs);
    }
  });
});

describe('a function that waits for another one', () => {
  it('has five seconds for all else, and is done before the gateway gives up', () => {
    const callers = functionAreas.filter((area) => needsOf(area).invokes);

    expect(callers).toEqual(['ingest']);
    for (const area of callers) {
      const { timeoutSec } = needsOf(area);
      expect(timeoutSec).toBeLessThan(29);
      // A second goes for the answer that the time is up.
      expect(INVOKE_MS).toBeLessThanOrEqual((timeoutSec - 1) * 1000 - 5_000);
    }
  });

  it('is outlived by the one that it waits for, which then ends what it has begun', () => {
    for (const called of functionAreas.flatMap((area) => needsOf(area).invokes ?? []))
      expect(INVOKE_MS).toBeLessThan((needsOf(called).timeoutSec - 1) * 1000);
  });
});

describe.concurrent('the other services', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('fail within their limits when nothing answers', async () => {
    await using mute = await startMuteServer();
    vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', mute.url);
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
    const secret = openSecret({ secret: { id: 'service' }, region: 'us-east-1' });
    const standIns = { dynamodb: null, sqs: mute.url, ses: null, cognito: null, topics: null };
    const queues = { alerts: `${mute.url}/q`, givenUp: null, checks: null };
    const queue = openQueue({ queues, standIns, region: 'us-east-1' });

    const calls = [queue.send([{ kind: 'alert', tenant: 't', monitorId: 'm', sk: 's' }]), secret()];

    for (const ended of await Promise.allSettled(calls))
      expect(ended).toMatchObject({ status: 'rejected', reason: { name: 'TimeoutError' } });
    expect(mute.requests()).toBeGreaterThan(2);
    expect(mute.requests()).toBeLessThanOrEqual(2 * mostAttempts(CALL_LIMITS.work));
  });
});
