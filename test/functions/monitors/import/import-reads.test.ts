import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { monitorKey, pastLivesKey, spaceMonitorKey } from '../../../../lib/data/keys.ts';
import { getMonitor } from '../../../../lib/data/monitors/monitors.ts';
import { startTestService, type Person, type TestService } from '../../../support/service/service.ts';
import { watchingTable, type TableCall } from '../../../support/table/watching-table.ts';

/** Three batches of a hundred keys at most. */
const MONITORS = Array.from({ length: 250 }, (_, index) => ({ slug: `job-${index}`, interval_sec: 3_600 }));
const PAST = pastLivesKey('').sk;

const imported = (who: Person, monitors: object[], query = '?apply=1') =>
  who.call('POST', `/api/import/json${query}`, {
    monitors: monitors.map((each) => ({ name: 'job', ...each })),
  });
const asksForPast = ({ reads, input }: TableCall): boolean =>
  reads && JSON.stringify(input).includes(`"${PAST}"`);

/** The reads that a call causes. */
async function readsOf(service: TestService, work: () => Promise<unknown>): Promise<TableCall[]> {
  const calls: TableCall[] = [];
  await watchingTable(service, { before: (call) => void calls.push(call) }, work);
  return calls.filter(({ reads }) => reads);
}

it('an import reads its names by the hundred, and queries none of them', async () => {
  await using service = await startTestService();
  const [alice, bob] = [await service.guest(), await service.guest()];
  for (const who of [alice, bob]) await who.ingestKey();

  const one = await readsOf(service, () => imported(alice, MONITORS.slice(0, 1)));
  const many = await readsOf(service, () => imported(bob, MONITORS));

  expect(many.filter(asksForPast)).toHaveLength(3);
  const queries = (calls: TableCall[]) => calls.filter(({ command }) => command === 'QueryCommand').length;
  expect(queries(many)).toBe(queries(one));
  // Two more batches each of monitors and of earlier lives.
  expect(many.length - one.length).toBe(4);
});

it.each([
  ['is refused for what it costs', 'live', '?apply=1', 402],
  ['only shows what it would do', 'dev', '', 200],
  ['is a dry run', 'dev', '?apply=1&dry_run=true', 200],
] as const)('an import that %s asks for no earlier life', async (_what, billingMode, query, status) => {
  await using service = await startTestService({ billingMode });
  const alice = await service.guest();
  await alice.ingestKey();
  let reply: Awaited<ReturnType<typeof imported>> | undefined;

  const reads = await readsOf(service, async () => {
    reply = await imported(alice, MONITORS, query);
  });

  expect(reply?.status).toBe(status);
  expect(reads.filter(asksForPast)).toEqual([]);
});

it('an import that is decided anew after a conflict asks for earlier lives once', async () => {
  await using service = await startTestService();
  const alice = await service.guest();
  await alice.ingestKey();
  const asked: TableCall[] = [];
  let writes = 0;
  const before = async (call: TableCall): Promise<void> => {
    if (asksForPast(call)) asked.push(call);
    // At the first part of the monitors another import of this owner comes in between.
    if (!call.reads && ++writes === 2) await imported(alice, [{ slug: 'other', interval_sec: 3_600 }]);
  };

  const { json } = await watchingTable(service, { before }, () => imported(alice, MONITORS));

  expect(json['created']).toHaveLength(250);
  expect(asked.map(({ input }) => JSON.stringify(input).split(`"${PAST}"`).length - 1)).toEqual([
    100, 100, 50, 1,
  ]);
});

it('an import of entries without names ends at the first that is refused, of whatever comes behind it', async () => {
  await using service = await startTestService();
  const alice = await service.guest();
  const good = { name: 'good', cron: '0 3 * * *' };
  const never = { name: 'never', cron: '0 0 30 2 *' };

  const { status, json } = await imported(alice, [good, { ...good }, never, good, { ...never, cron: 'x' }]);

  expect([status, json['error']]).toEqual([400, 'cron_sem_ocorrencia']);
  expect(json['detail']).toContain('monitors[2]');
});

it.each([
  ['an import', (who: Person) => imported(who, [{ slug: 'backup', interval_sec: 300 }])],
  ['a put', (who: Person) => who.call('PUT', '/api/endpoints/by-slug/backup', { interval_sec: 300 })],
] as const)('%s counts on the incidents of a name that the table has removed', async (_what, make) => {
  await using service = await startTestService();
  const alice = await service.guest();
  const key = await alice.ingestKey();
  const path = `/in/${key}/backup`;
  const id = String((await service.call('GET', path)).json['endpoint_id']);
  await service.call('GET', `${path}/fail`);
  await service.check();
  await alice.remove(id);
  const deleted = await getMonitor(service.core.table, id);
  service.clock.advance(31 * 86_400);
  for (const Key of [monitorKey(id), spaceMonitorKey(deleted?.spaceId ?? '', id)]) {
    const { name: TableName, client } = service.core.table;
    await client.send(new DeleteCommand({ TableName, Key: { ...Key } }));
  }

  expect((await make(alice)).status).toBeLessThan(300);

  expect(deleted?.incidents).toBe(1);
  expect(await getMonitor(service.core.table, id)).toMatchObject({ active: true, incidents: 1 });
  await service.call('GET', `${path}/fail`);
  await service.check();
  expect((await getMonitor(service.core.table, id))?.incident).toMatchObject({ number: 2 });
});
