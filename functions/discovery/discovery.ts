import { areaHandler, type LambdaHandler } from '../../lib/runtime/area-handler.ts';
import type { ApiDeps } from '../../lib/runtime/deps.ts';
import { answerUnrouted } from './not-found.ts';
import { operations } from './operations.ts';

/** The discovery area, which also answers what no other route does (`$default`). */
export function discoveryHandler(deps: ApiDeps): LambdaHandler {
  const routed = areaHandler(operations, deps);
  return (event, context) =>
    event.routeKey === '$default' && !isIndex(event.rawPath)
      ? Promise.resolve(answerUnrouted(event))
      : routed(event, context);
}

/** Whether the gateway keeps the final slash of `/api/` is not documented, so both spellings are the index. */
function isIndex(path: string): boolean {
  return path === '/api' || path === '/api/';
}
