import middy from '@middy/core';
import httpRouter, { type Route } from '@middy/http-router';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { catalogue, type OperationName } from '../contract/catalogue.ts';
import { Refusal } from '../contract/errors.ts';
import { methodsOf, type Area, type Operation } from '../contract/operation.ts';
import { authenticate } from './auth.ts';
import type { Handle } from './context.ts';
import type { ApiDeps } from './deps.ts';
import { inputOf } from './input.ts';
import { originsOf } from './origins.ts';
import { errorReply, replyTo, type LambdaReply } from './replies.ts';

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
  const routes = Object.entries(implementations).flatMap(([name, handle]) =>
    routesOf(catalogue[name as OperationName], handle as Handle<Operation>, deps),
  );
  return middy<APIGatewayProxyEventV2, LambdaReply>({ timeoutEarlyInMillis: 0 })
    .use({
      onError: (request) =>
        void (request.response = errorReply(known(request.error), request.event, deps.log)),
    })
    .handler(httpRouter<APIGatewayProxyEventV2, LambdaReply>(routes)) as unknown as LambdaHandler;
}

function routesOf(
  operation: Operation,
  handle: Handle<Operation>,
  deps: ApiDeps,
): Route<APIGatewayProxyEventV2, LambdaReply>[] {
  const path = operation.path.replaceAll(/:([A-Za-z_]+)/g, '{$1}');
  const handler = (event: APIGatewayProxyEventV2) => run(operation, handle, deps, event);
  return methodsOf(operation).map((method) => ({ method, path, handler })) as Route<
    APIGatewayProxyEventV2,
    LambdaReply
  >[];
}

async function run(
  operation: Operation,
  handle: Handle<Operation>,
  deps: ApiDeps,
  event: APIGatewayProxyEventV2,
): Promise<LambdaReply> {
  const caller = await authenticate(deps, operation.auth, {
    headers: event.headers,
    queryToken: new URLSearchParams(event.rawQueryString).get('token'),
    monitorId: event.pathParameters?.['id'],
  });
  const input = inputOf(operation, event);
  const ctx = {
    ...deps,
    caller,
    now: deps.clock.now(),
    origins: originsOf(deps.config, event),
    headers: event.headers,
  };
  return replyTo(
    operation,
    await handle(ctx as Parameters<typeof handle>[0], input as Parameters<typeof handle>[1]),
    event,
  );
}

/** The router's own 404 is ours. */
function known(error: unknown): unknown {
  return error instanceof Error && 'statusCode' in error && error.statusCode === 404
    ? new Refusal('not_found', 'There is nothing at this path.')
    : error;
}
