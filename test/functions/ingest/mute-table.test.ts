import { afterAll, beforeAll, expect, it } from 'vitest';
import { pingEvent } from '../../../bench/ping-event.ts';
import { ingestHandler } from '../../../functions/ingest/ingest.ts';
import { CALL_LIMITS } from '../../../lib/adapters/call-limits.ts';
import { openTable } from '../../../lib/data/table.ts';
import { LambdaContext } from '../../../lib/local/lambda-context.ts';
import { areas } from '../../../lib/areas/areas.ts';
import { isOverWithin } from '../../support/before-end.ts';
import { callsNobody } from '../../support/service/calls-nobody.ts';
import { startMuteServer, type MuteServer } from '../../support/servers/mute-server.ts';
import { expectRefusal } from '../../support/service/refused.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

let mute: MuteServer;
let service: TestService;

beforeAll(async () => {
  mute = await startMuteServer();
  service = await startTestService();
});
afterAll(async () => {
  await service.stop();
  await mute[Symbol.asyncDispose]();
});

const mutely = (limits: { attemptMs: number; totalMs: number }) =>
  openTable({ name: 'rollcall', region: 'us-east-1', endpoint: mute.url, limits });

it('a ping on a table that never answers is 503 well before the function ends', async () => {
  service.core.table.client = mutely(CALL_LIMITS.ping).client;
  const startedAtMs = performance.now();

  const reply = await service.ping('0'.repeat(26));

  expectRefusal(reply, { status: 503, error: 'indisponivel' });
  expect(reply.headers.get('retry-after')).toBe('5');
  expect(performance.now() - startedAtMs).toBeLessThan(areas.ingest.timeoutSec * 1000 - 4_000);
});

it('a ping whose calls take too long together is answered a second before the function ends', async () => {
  const table = mutely({ attemptMs: 5_000, totalMs: 10_000 });
  const handle = ingestHandler({ ...service.core, table, invoke: callsNobody });

  const answered = handle(pingEvent('0'.repeat(26)), new LambdaContext('ingest', 1_300));

  expect(await isOverWithin(1_300, answered)).toBe(true);
  const reply = await answered;
  expect(reply.statusCode).toBe(503);
  expect(JSON.parse(String(reply.body))).toMatchObject({ error: 'indisponivel' });
});
