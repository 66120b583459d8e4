import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { areaHandler, type LambdaHandler } from '../../lib/runtime/area-handler.ts';
import type { ApiDeps } from '../../lib/runtime/deps.ts';
import { answerUnrouted } from './not-found.ts';
import { operations } from './operations.ts';

/** The discovery area, which also answers what no other route does (`$default`). */
export function discoveryHandler(deps: ApiDeps): LambdaHandler {
  const routed = areaHandler(operations, deps);
  return (event, context) =>
    event.routeKey === '$default' && !asksForIndex(event)
      ? Promise.resolve(answerUnrouted(event))
      : routed(event, context);
}

/** Whether the gateway keeps the final slash of `/api/` is not documented, so both spellings are the index. */
function asksForIndex({ rawPath, requestContext }: APIGatewayProxyEventV2): boolean {
  const isRead = requestContext.http.method === 'GET' || requestContext.http.method === 'HEAD';
  return isRead && (rawPath === '/api' || rawPath === '/api/');
}
