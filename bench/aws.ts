import { awsHandler } from '../functions/aws/aws.ts';
import { hookHandler } from '../functions/hook/hook.ts';
import { slugMonitorId } from '../lib/adapters/ids.ts';
import { openTable } from '../lib/data/table.ts';
import { awsDeps, executionMessage, pingMessage, putIngestKey, SALT } from './aws-deps.ts';
import { bareCall } from './bare-calls.ts';
import { benchMonitor, putFleet } from './fleet.ts';
import type { Section } from './report.ts';
import { spreadOf } from './spread.ts';
import { withEngine } from './with-engine.ts';

const JOBS = 50;
const ROUNDS = 15;
const BATCH = 10;
const MINUTE_MS = 60_000;

/** CPU of the functions for an event of AWS and a ping by identity, the client of the table in it; the engine is another process. */
export function benchAws(): Promise<Section[]> {
  return withEngine('rollcall', async (endpoint, name) => {
    const table = openTable({ name, region: 'us-east-1', endpoint });
    await putIngestKey(table);
    let now = Date.now();
    const slugs = Array.from({ length: JOBS }, (_, job) => `states-job-${job}`);
    const fleet = slugs.map((slug) => benchMonitor(now, { id: slugMonitorId(SALT, slug), slug }));
    await putFleet(table, fleet);
    const deps = awsDeps(table, { now: () => now });
    const [aws, hook] = [awsHandler(deps), hookHandler(deps)];
    const events = (status: 'RUNNING' | 'SUCCEEDED') => (jobs: readonly number[], round: number) =>
      aws({ Records: jobs.map((job) => executionMessage(`job-${job}`, `r${round}`, { status, at: now })) });
    const works = {
      'the start of a run': events('RUNNING'),
      'its success': events('SUCCEEDED'),
      'a ping by PutEvents': (jobs: readonly number[]) =>
        aws({ Records: jobs.map((job) => pingMessage(`states-job-${job}`, now)) }),
      'a ping by the function hook': async (jobs: readonly number[]) => {
        for (const job of jobs) await hook({ slug: `states-job-${job}` }, { awsRequestId: 'bench' });
      },
      'one call of the client alone': async (jobs: readonly number[]) => {
        for (const job of jobs) await bareCall(table, fleet[job]?.id ?? '');
      },
    };
    const samples = new Map<string, number[]>();
    for (let round = 0; round < ROUNDS; round++)
      for (const [what, work] of Object.entries(works)) {
        now += MINUTE_MS;
        const before = process.cpuUsage();
        for (let from = 0; from < JOBS; from += BATCH)
          await work(
            Array.from({ length: BATCH }, (_, at) => from + at),
            round,
          );
        const { user, system } = process.cpuUsage(before);
        // The first rounds warm up.
        if (round >= 3) samples.set(what, [...(samples.get(what) ?? []), (user + system) / 1000 / JOBS]);
      }
    const rows = [...samples].map(([what, values]) => ({ what, 'CPU ms': spreadOf(values) }));
    const title = `CPU of an event of AWS, in batches of ${BATCH}, ${ROUNDS - 3} rounds of ${JOBS}: median [min-max]`;
    return [
      {
        title,
        rows,
        note: 'User and system time of the whole process, which is the function and its client.',
      },
    ];
  });
}
