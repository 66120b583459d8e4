import type { Context } from 'aws-lambda';
import { needsOf } from '../../areas/areas.ts';
import type { LocalQueue } from './queue.ts';
import { contextOf, timeoutMsOf, type LocalHandler } from '../service-handlers.ts';

/** A tick, and what it could not finish, until that is done or gets nowhere. Returns the sums of its runs. */
export async function wholeCheck(
  checker: LocalHandler,
  queue: LocalQueue,
): Promise<{ checked: number; failed: number }> {
  const batchSize = needsOf('checker').fedBy?.batch ?? 1;
  const options = { functionName: 'checker', batchSize, timeoutMs: timeoutMsOf('checker') };
  const sum = { checked: 0, failed: 0 };
  const run = async (event: unknown, context: Context) => {
    const { checked, failed } = (await checker(event, context)) as typeof sum;
    sum.checked += checked;
    sum.failed += failed;
  };
  await run({}, contextOf('checker'));
  await queue.pumpChecks(run, options);
  return sum;
}
