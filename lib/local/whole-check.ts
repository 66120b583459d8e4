import type { Context } from 'aws-lambda';
import { LambdaContext } from './lambda-context.ts';
import type { LocalQueue } from './queue.ts';

/** As in the stack. */
const TIMEOUT_MS = 240_000;

type Checker = (event: unknown, context: Context) => Promise<{ checked: number; failed: number }>;

/** A tick, and what it could not finish, until that is done or gets nowhere. Returns the sums of its runs. */
export async function wholeCheck(
  checker: Checker,
  queue: LocalQueue,
): Promise<{ checked: number; failed: number }> {
  const options = { functionName: 'checker', batchSize: 1, timeoutMs: TIMEOUT_MS };
  const sum = { checked: 0, failed: 0 };
  const run = async (event: unknown, context: Context) => {
    const { checked, failed } = await checker(event, context);
    sum.checked += checked;
    sum.failed += failed;
  };
  await run({}, new LambdaContext(options.functionName, options.timeoutMs));
  await queue.pumpChecks(run, options);
  return sum;
}
