import middy from '@middy/core';
import httpRouter, { type Route } from '@middy/http-router';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { catalogue, type OperationName } from '../contract/catalogue.ts';
import { Refusal } from '../contract/errors.ts';
import { methodsOf, type Area, type Operation } from '../contract/operation.ts';
import { gatewayPath, matchPath } from '../contract/path.ts';
import { WriteConflict } from '../data/table.ts';
import { authenticate } from './auth.ts';
import type { Handle } from './context.ts';
import type { ApiDeps } from './deps.ts';
import { inputOf } from './input.ts';
import { nowhereReply } from './nowhere.ts';
import { originsOf } from './origins.ts';
import { errorReply, inTime, replyTo, type LambdaReply } from './replies.ts';

/** The operations of one area with their code: complete and of the right types, or it does not compile. */
export type Implementations<A extends Area> = {
  [N in OperationName as (typeof catalogue)[N]['area'] extends A ? N : never]: Handle<(typeof catalogue)[N]>;
};

export type LambdaHandler = (event: APIGatewayProxyEventV2, context: Context) => Promise<LambdaReply>;

/** The Lambda handler of an area: middy with its router; errors become replies in one place. */
export function areaHandler<A extends Area>(
  implementations: Implementations<A>,
  deps: ApiDeps,
): LambdaHandler {
  const routes = routesOf(Object.entries(implementations) as [OperationName, Handle<Operation>][], deps);
  return middy<APIGatewayProxyEventV2, LambdaReply>(inTime)
    .use({
      onError: (request) =>
        void (request.response = errorReply(known(request.error), request.event, deps.log)),
    })
    .handler(httpRouter<APIGatewayProxyEventV2, LambdaReply>(routes)) as unknown as LambdaHandler;
}

type AreaRoute = Route<APIGatewayProxyEventV2, LambdaReply>;
type Named = readonly [OperationName, Handle<Operation>];

/**
 * Operations that share a gateway route, such as `/s/:token.json` and `/s/:token`, are told apart by their endings: fixed
 * text goes before parameters, longer paths before shorter ones.
 */
function routesOf(implemented: readonly Named[], deps: ApiDeps): AreaRoute[] {
  const closest = ([name]: Named) =>
    catalogue[name].path.length - 100 * catalogue[name].path.split(':').length;
  const byEnding = [...implemented].sort((a, b) => closest(b) - closest(a));
  const keyed = byEnding.flatMap((named) => {
    const operation: Operation = catalogue[named[0]];
    return methodsOf(operation).map((method) => ({ key: `${method} ${gatewayPath(operation.path)}`, named }));
  });
  return [...Map.groupBy(keyed, ({ key }) => key)].map(([key, sharing]) => {
    const [method, path] = key.split(' ');
    const candidates = sharing.map(({ named }) => named);
    return { method, path, handler: (event: APIGatewayProxyEventV2) => dispatch(candidates, deps, event) };
  }) as AreaRoute[];
}

function dispatch(
  candidates: readonly Named[],
  deps: ApiDeps,
  event: APIGatewayProxyEventV2,
): Promise<LambdaReply> {
  for (const [name, handle] of candidates) {
    const params = matchPath(catalogue[name].path, event.rawPath);
    if (params) return run(catalogue[name], handle, deps, event, params);
  }
  return Promise.resolve(nowhereReply(event));
}

async function run(
  operation: Operation,
  handle: Handle<Operation>,
  deps: ApiDeps,
  event: APIGatewayProxyEventV2,
  params: Record<string, string>,
): Promise<LambdaReply> {
  const caller = await authenticate(deps, operation.auth, {
    headers: event.headers,
    queryToken: new URLSearchParams(event.rawQueryString).get('token'),
    monitorId: params['id'],
  });
  const input = inputOf(operation, event, params) as Parameters<typeof handle>[1];
  const ctx = {
    ...deps,
    caller,
    now: deps.clock.now(),
    origins: originsOf(deps.config),
    headers: event.headers,
  };
  return replyTo(operation, await handle(ctx as Parameters<typeof handle>[0], input), event);
}

/** The router's own 404 is ours, and a write that lost against another one is the caller's to repeat. */
function known(error: unknown): unknown {
  if (error instanceof WriteConflict) {
    return new Refusal('conflito', 'Something else changed this at the same moment; repeat the call.');
  }
  return error instanceof Error && 'statusCode' in error && error.statusCode === 404
    ? new Refusal('not_found', 'There is nothing at this path.')
    : error;
}
