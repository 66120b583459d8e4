import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { jsonLog } from '../../../lib/runtime/report/log.ts';
import { duePartition } from '../../../lib/data/due-index.ts';
import { monitorKey } from '../../../lib/data/keys.ts';
import { expectRefusal } from '../../support/service/refused.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

const written: string[] = [];

/** A service that logs as in production, and what it writes. */
const service = shared(() => startTestService({ log: jsonLog }));
const alice = shared(() => service.guest());
beforeAll(
  () =>
    void vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
      written.push(String(chunk));
      return true;
    }),
);
afterAll(() => void vi.restoreAllMocks());
afterEach(() => void (written.length = 0));

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
  it('delays a ping and loses nothing of it', async () => {
    const { id } = await alice.createMonitor();
    throttle(2);

    const { status } = await service.ping(id);

    service.core.table.client.middlewareStack.remove('throttle');
    expect(status).toBe(200);
    expect(await alice.events(id)).toHaveLength(1);
    expect((await alice.read(id))['state']).toBe('ok');
  });
});

describe('a table that is not there', () => {
  it.each([
    ['GET', '/api/endpoints', 'GET /api/endpoints'],
    ['POST', '/api/guest', 'POST /api/guest'],
    ['DELETE', `/api/endpoints/${'0'.repeat(26)}`, 'DELETE /api/endpoints/:id'],
    ['GET', `/in/${'0'.repeat(26)}?rid=s3cret-run`, 'ANY /in/{proxy+}'],
  ])('answers %s %s with 503 and when to come again', async (method, path, route) => {
    const { table } = service.core;
    const { name } = table;
    table.name = 'nowhere-s3cret';

    const reply = await service.call(method, path, { token: alice.token });

    table.name = name;
    expectRefusal(reply, {
      status: 503,
      error: 'indisponivel',
      names: [reply.headers.get('x-request-id') ?? '-'],
    });
    expect(reply.headers.get('retry-after')).toBe('5');
    expect(reply.text).not.toMatch(/nowhere|dynamo|Exception|node_modules/i);
    expect(written).toHaveLength(1);
    expect(JSON.parse(written[0] ?? '')).toMatchObject({ level: 'ERROR', code: 'operation_failed', route });
    for (const secret of [alice.token, 's3cret']) expect(written.join('')).not.toContain(secret);
  });
});

describe('a fault of ours', () => {
  it('answers 500 with the request id, which finds it in the log, and nothing of the inside', async () => {
    const key = monitorKey('0'.repeat(26));
    const Item = {
      ...key,
      duePk: duePartition(service.core.table, key.pk),
      dueAt: 9e15,
      active: true,
      rev: 0,
    };
    await service.core.table.client.send(new PutCommand({ TableName: service.core.table.name, Item }));

    const reply = await service.call('POST', `/in/${'0'.repeat(26)}?rid=s3cret-run`, {
      body: { status: 's3cret' },
    });

    const requestId = reply.headers.get('x-request-id') ?? '-';
    expectRefusal(reply, { status: 500, error: 'erro_interno', names: [requestId] });
    expect(reply.text).not.toMatch(/TypeError|undefined|node_modules|\.ts/);
    const [line] = written.map((text) => JSON.parse(text));
    expect(line).toMatchObject({ level: 'ERROR', code: 'operation_failed', error: 'TypeError', requestId });
    expect(line.stack).toContain('record-signal.ts');
    expect(written.join('')).not.toMatch(/s3cret|0{26}/);
  });
});

describe('what is refused on purpose', () => {
  it('is not logged, whatever it carries', async () => {
    await service.call('POST', '/api/endpoints', { token: alice.token, body: { name: 's3cret\u0000' } });
    await service.call('GET', '/api/endpoints', { token: 'hp_s3cret' });
    await service.call('GET', '/in/s3cret/256');
    await service.call('GET', '/s3cret');

    expect(written).toEqual([]);
  });
});
