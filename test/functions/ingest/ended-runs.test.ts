import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IngestCall } from '../../../functions/ingest/ingest-call.ts';
import { ingestHandler } from '../../../functions/ingest/ingest.ts';
import { recordSignal } from '../../../lib/flows/monitors/record-signal.ts';
import { MONITOR_SK } from '../../../lib/data/keys.ts';
import { getMonitor } from '../../../lib/data/monitors/monitors.ts';
import { LambdaContext } from '../../../lib/local/lambda-context.ts';
import { callsNobody } from '../../support/service/calls-nobody.ts';
import { requestEvent } from '../../support/faults/fault-event.ts';
import { startTestService, type Person, type TestService } from '../../support/service/service.ts';

let service: TestService;
let alice: Person;

beforeAll(async () => {
  service = await startTestService();
  alice = await service.guest();
});
afterAll(() => service.stop());

const newId = async (): Promise<string> => (await alice.createMonitor())['id'];
const read = async (id: string) => (await alice.call('GET', `/api/endpoints/${id}`)).json;
const events = async (id: string) => (await alice.call('GET', `/api/endpoints/${id}/events`)).json['events'];
const send = async (id: string, path: string) => (await service.call('GET', `/in/${id}${path}`)).json;

/** Sends a signal whose monitor is written, and written by another one too, before the SDK asks again for the lost answer. */
async function sendLosing(id: string, path: string, meanwhile: () => Promise<unknown>): Promise<void> {
  const { client } = service.core.table;
  let isLost = false;
  const send: typeof client.send = async (command: object) => {
    const isMonitor = command instanceof PutCommand && command.input.Item?.['sk'] === MONITOR_SK;
    if (isMonitor && !isLost) {
      isLost = true;
      await client.send(command);
      await meanwhile();
    }
    return client.send(command as never);
  };
  // Only `send` is ever called.
  const table = { ...service.core.table, client: { send } as unknown as typeof client };
  const handle = ingestHandler({ ...service.core, table, invoke: callsNobody });
  const reply = await handle(requestEvent('GET', `/in/${id}${path}`), new LambdaContext('ingest'));
  expect([reply.statusCode, isLost]).toEqual([200, true]);
}

describe('a run', () => {
  it.each(['?rid=a', '/fail?rid=a', ''])(
    'keeps its length when the answer to its end was lost and the monitor changed meanwhile: %s',
    async (path) => {
      const id = await newId();
      await send(id, '/start?rid=a');
      service.clock.advance(42);

      await sendLosing(id, path, () => alice.call('PATCH', `/api/endpoints/${id}`, { name: 'renamed' }));

      expect(await events(id)).toMatchObject([{ duration_ms: 42_000 }, { kind: 'start' }]);
      expect(await read(id)).toMatchObject({ name: 'renamed', last_duration_ms: 42_000 });
    },
  );

  it('that another signal ended is measured by that one alone', async () => {
    const id = await newId();
    await send(id, '/start?rid=a');
    service.clock.advance(42);
    const seen = await getMonitor(service.core.table, id);
    await send(id, '?rid=a');
    service.clock.advance(1);

    await recordSignal(service.core, { by: 'name', id, seen: seen ?? expect.fail() }, successOf(id));

    expect((await events(id)).map((event: { duration_ms: number | null }) => event.duration_ms)).toEqual([
      null,
      42_000,
      null,
    ]);
  });
});

const successOf = (id: string): IngestCall => ({
  target: { by: 'id', id, tail: null },
  signal: { kind: 'ping', rid: 'a', status: null, latencyMs: null },
  exitCode: null,
  output: null,
  source: 'get',
  named: false,
});
