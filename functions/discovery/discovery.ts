import { catalogue } from '../../lib/contract/catalogue.ts';
import type { Call } from '../../lib/runtime/call.ts';
import type { ApiDeps } from '../../lib/runtime/deps.ts';
import { lambdaHandler, type LambdaHandler } from '../../lib/runtime/lambda.ts';
import { nowhereReply } from '../../lib/runtime/nowhere.ts';
import { pipelineOf } from '../../lib/runtime/pipeline.ts';
import { wrongMethodReply } from '../../lib/runtime/wrong-method.ts';
import { operations } from './operations.ts';

/** The discovery area, which also answers what no other route does (`$default`). */
export function discoveryHandler(deps: ApiDeps): LambdaHandler {
  const pipeline = pipelineOf(operations, deps, {});
  const declared = Object.values(catalogue);
  const answer = async (call: Call) =>
    call.routeKey === '$default' && !asksForIndex(call)
      ? ((hasSlashTooMany(call) ? undefined : wrongMethodReply(call, declared)) ?? nowhereReply(call))
      : pipeline.answer(call);
  return lambdaHandler({ ...pipeline, answer }, deps.config);
}

/** No operation is reached so, by any method; the index alone is written with a final slash. */
function hasSlashTooMany({ path }: Call): boolean {
  return path !== '/api/' && /\/\/|.\/$/.test(path);
}

/** Whether the gateway keeps the final slash of `/api/` is not documented, so both spellings are the index. */
function asksForIndex({ path, method }: Call): boolean {
  return (method === 'GET' || method === 'HEAD') && (path === '/api' || path === '/api/');
}
