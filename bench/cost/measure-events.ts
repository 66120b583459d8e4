import { awsHandler } from '../../functions/aws/aws.ts';
import { hookHandler } from '../../functions/hook/hook.ts';
import { slugMonitorId } from '../../lib/adapters/ids.ts';
import { awsDeps, executionMessage, pingMessage, SALT } from '../aws-deps.ts';
import { benchMonitor, putFleet } from '../fleet.ts';
import type { MeteredTable } from '../table-meter.ts';
import type { Units } from './units.ts';

/** Measures events of a job that is known, and pings by identity of a monitor, under the ingest key of the bench. */
export async function measureEvents(
  table: MeteredTable,
  unitsOf: (work: () => Promise<void>) => Promise<Units>,
  start: number,
) {
  const slugs = ['states-job', 'pinged', 'called'];
  await putFleet(
    table,
    slugs.map((slug) => benchMonitor(start - 60_000, { id: slugMonitorId(SALT, slug), slug })),
  );
  let now = start;
  const deps = awsDeps(table, { now: () => now });
  const [aws, hook] = [awsHandler(deps), hookHandler(deps)];
  const take = async (message: ReturnType<typeof pingMessage>) => {
    const { batchItemFailures } = await aws({ Records: [message] });
    if (batchItemFailures.length > 0) throw new Error('An event was not taken in.');
  };
  const call = async () => void (await hook({ slug: 'called' }, { awsRequestId: 'bench' }));
  const after = (work: () => Promise<void>) => {
    now += 5_000;
    return unitsOf(work);
  };
  // The first calls of an instance ask once more.
  await take(executionMessage('job', 'first', { status: 'SUCCEEDED', at: now }));
  await call();
  return {
    eventStart: await after(() => take(executionMessage('job', 'second', { status: 'RUNNING', at: now }))),
    eventSuccess: await after(() =>
      take(executionMessage('job', 'second', { status: 'SUCCEEDED', at: now })),
    ),
    putEventsPing: await after(() => take(pingMessage('pinged', now))),
    hookPing: await after(call),
  };
}
