import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordSignal } from '../../../functions/ingest/record-signal.ts';
import { getMonitor } from '../../../lib/data/monitors/monitors.ts';
import { monitorKey } from '../../../lib/data/keys.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

it('a signal that a deactivation overtakes is refused, and neither its event nor its output stays', async () => {
  const { table } = service.core;
  const alice = await service.guest();
  const { id } = await alice.createMonitor();
  const seen = await getMonitor(table, id);
  if (!seen) throw new Error('There is no monitor to be late for.');
  await alice.call('DELETE', `/api/endpoints/${id}`);

  const late = recordSignal(
    service.core,
    { by: 'name', id, seen },
    {
      target: { by: 'id', id, tail: null },
      signal: { kind: 'fail', rid: null, status: null, latencyMs: null },
      exitCode: 3,
      output: 'fatal: disk full',
      source: 'post',
      named: true,
    },
  );

  await expect(late).rejects.toMatchObject({ code: 'not_found' });
  const { Items: items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': monitorKey(id).pk },
    }),
  );
  const kinds = items.map(({ sk }) => String(sk).split('#')[0]);
  expect(kinds).toEqual(['CHG', 'CHG', monitorKey(id).sk]);
});
