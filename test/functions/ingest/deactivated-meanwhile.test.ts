import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { arrivalOf } from '../../../lib/flows/monitors/arrival.ts';
import type { IngestCall } from '../../../functions/ingest/ingest-call.ts';
import { recordSignal } from '../../../lib/flows/monitors/record-signal.ts';
import { getMonitor } from '../../../lib/data/monitors/monitors.ts';
import { monitorKey, pastLivesKey } from '../../../lib/data/keys.ts';
import { watchingTable, type TableCall } from '../../support/table/watching-table.ts';
import { staleTable } from '../../support/table/stale-table.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

const service = shared(startTestService);

const failureOf = (id: string): IngestCall => ({
  target: { by: 'id', id, tail: null },
  signal: { kind: 'fail', rid: null, status: null, latencyMs: null },
  exitCode: 3,
  output: 'fatal: disk full',
  source: 'post',
  named: true,
});

it('a signal that another one overtakes writes its output once, and leaves no write under way', async () => {
  const { id } = await (await service.guest()).createMonitor();
  const seen = await getMonitor(service.core.table, id);
  if (!seen) throw new Error('There is no monitor to be late for.');
  await service.fail(id);
  const outputs: unknown[] = [];
  const before = ({ input }: TableCall) => {
    if (JSON.stringify(input).includes('"OUT#')) outputs.push(input);
  };

  await watchingTable(service, { before }, () =>
    recordSignal(service.core, { by: 'name', id, seen }, failureOf(id)),
  );

  expect(outputs).toHaveLength(1);
});

it('a signal that a deactivation overtakes is refused, and neither its event nor its output stays', async () => {
  const { table } = service.core;
  const alice = await service.guest();
  const { id } = await alice.createMonitor();
  const seen = await getMonitor(table, id);
  if (!seen) throw new Error('There is no monitor to be late for.');
  await alice.remove(id);

  const late = recordSignal(service.core, { by: 'name', id, seen }, failureOf(id));

  await expect(late).rejects.toMatchObject({ code: 'not_found' });
  const { Items: items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': monitorKey(id).pk },
    }),
  );
  const kinds = items.map(({ sk }) => String(sk).split('#')[0]);
  // Beside its changes only whose it was.
  expect(kinds).toEqual(['CHG', 'CHG', pastLivesKey(id).sk, monitorKey(id).sk]);
});

it('a failure of a job that came back a moment ago is taken, though the cheap read still has it deleted', async () => {
  await using stale = await staleTable(service);
  const alice = await service.guest();
  const { key } = (await alice.call('GET', '/api/ingest-key')).json;
  const byName = async () => (await service.call('GET', `/in/${key}/nightly?interval=86400`)).json;
  const { endpoint_id: id } = await byName();
  await alice.remove(id);
  await stale.freeze();
  await byName();

  await recordSignal(
    { ...service.core, table: stale.table },
    { by: 'id', id, tail: null },
    failureOf(String(id)),
  );

  expect(await getMonitor(service.core.table, String(id))).toMatchObject({ active: true, failing: true });
});

it('a failure is written though it changes nothing of what was read, since a success may have come between', async () => {
  const { id } = await (await service.guest()).createMonitor();
  await service.ping(id);
  await service.fail(id);
  const seen = await getMonitor(service.core.table, id);
  if (!seen) throw new Error('There is no monitor to be late for.');
  service.clock.advance(1);
  await service.ping(id);

  await recordSignal(service.core, { by: 'name', id, seen }, { ...failureOf(id), output: null });

  expect(await getMonitor(service.core.table, id)).toMatchObject({ failing: true });
});

it('a ping whose write was taken is answered so though its URL was rotated before the answer was known', async () => {
  const alice = await service.guest();
  const { id } = await alice.createMonitor();
  await service.ping(id);
  service.clock.advance(60);
  const success: IngestCall = {
    ...failureOf(id),
    signal: { kind: 'ping', rid: null, status: null, latencyMs: null },
    exitCode: 0,
    output: null,
  };
  const arrival = arrivalOf(service.core, success);
  const reached = { by: 'id', id, tail: null } as const;
  await recordSignal(service.core, reached, success, arrival);
  await alice.call('POST', `/api/endpoints/${id}/rotate`);

  // As the client of the table does when the answer to its write was lost.
  await recordSignal(service.core, reached, success, arrival);

  await expect(recordSignal(service.core, reached, success)).rejects.toMatchObject({ code: 'not_found' });
});
