import { gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { intakeHandler } from '../../../functions/intake/intake.ts';
import { newToken } from '../../../lib/adapters/ids.ts';
import { LambdaContext } from '../../../lib/local/lambda-context.ts';
import { watchCapacity, type TableCall } from '../../support/table/capacity.ts';
import { newCollector, PUSHES } from '../../support/machines/collectors.ts';
import { requestEvent } from '../../support/faults/fault-event.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { itThorough } from '../../support/thorough.ts';

let calls: TableCall[];

const service = shared(startTestService);
beforeAll(() => void (calls = watchCapacity(service)));

interface Flood {
  credentials: readonly string[];
  body?: Buffer;
  encoding?: string;
}

const MEMBER = gzipSync(Buffer.alloc(10_000_000));

/** A thousand pushes of Telegraf to one instance at once: their statuses, and how much more memory they held at the most. */
async function flooded({ credentials, body = Buffer.from(PUSHES.telegraf.body), encoding = '' }: Flood) {
  const handle = intakeHandler({ ...service.core, secret: async () => 'secret' });
  const before = process.memoryUsage();
  const bytes = Buffer.from(body).toString('base64');
  let most = 0;
  calls.length = 0;
  const sent = Array.from({ length: 1_000 }, async (_none, at) => {
    const event = requestEvent('POST', PUSHES.telegraf.path);
    event.headers['authorization'] = `Token ${credentials[at % credentials.length]}`;
    if (encoding) event.headers['content-encoding'] = encoding;
    Object.assign(event, { body: bytes, isBase64Encoded: true });
    const { statusCode } = await handle(event, new LambdaContext('intake'));
    const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
    most = Math.max(most, rss - before.rss, heapUsed + arrayBuffers - before.heapUsed - before.arrayBuffers);
    return String(statusCode);
  });
  const byStatus = Map.groupBy(await Promise.all(sent), (status) => status);
  return {
    statuses: Object.fromEntries([...byStatus].map(([status, some]) => [status, some.length])),
    heldBytes: most,
  };
}

itThorough(
  'a thousand bombs of one channel cost its look-up, and no more memory than some of them',
  async () => {
    const { credential } = await newCollector(service, 'telegraf');
    // Of 300 MB, in members.
    const bomb = Buffer.concat(Array.from({ length: 30 }, () => MEMBER));

    const { statuses, heldBytes } = await flooded({
      credentials: [credential],
      body: bomb,
      encoding: 'gzip',
    });

    expect(statuses).toEqual({ 413: 20, 429: 980 });
    expect(calls.map(({ command }) => command)).toEqual(['GetItem', 'GetItem']);
    expect(heldBytes).toBeLessThan(150_000_000);
  },
);

it('credentials that we never made cost a read each, and then none', async () => {
  const credentials = Array.from({ length: 100 }, () => newToken('hpc_'));

  expect((await flooded({ credentials })).statuses).toEqual({ 401: 1_000 });
  expect(calls).toHaveLength(100);
});

it('a thousand texts that cannot be one cost nothing', async () => {
  expect((await flooded({ credentials: ['hpc_', newToken('hp_')] })).statuses).toEqual({ 401: 1_000 });
  expect(calls).toEqual([]);
});
