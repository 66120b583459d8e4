import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { operations } from '../../lib/contract/catalogue.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import { methodsOf, type Method } from '../../lib/contract/operation.ts';
import { matchPath } from '../../lib/contract/path.ts';
import { nowhereReply } from '../../lib/runtime/nowhere.ts';
import { errorReply, type LambdaReply } from '../../lib/runtime/replies.ts';

/**
 * What no route matches: the methods of a known path to OPTIONS, 405 with `Allow` to another method, 404 to an
 * unknown path (DECISIONS.md "HTTP" 2).
 */
export function answerUnrouted(event: APIGatewayProxyEventV2): LambdaReply {
  const methods = methodsAt(event.rawPath);
  const asked = event.requestContext.http.method;
  // A method that the path takes comes here only when the path has a slash too many.
  if (methods.length === 0 || methods.some((method) => method === asked)) return nowhereReply(event);
  const allow = [...methods, 'OPTIONS'].join(', ');
  if (asked === 'OPTIONS') return preflight(event, allow);
  const reply = errorReply(
    new Refusal('metodo_nao_permitido', `${asked} is not one of ${allow} at this path.`),
    event,
  );
  return { ...reply, headers: { ...reply.headers, allow } };
}

function preflight(event: APIGatewayProxyEventV2, allow: string): LambdaReply {
  return {
    statusCode: 204,
    headers: {
      allow,
      'access-control-allow-origin': '*',
      'access-control-allow-methods': allow,
      'access-control-allow-headers':
        'Authorization, Content-Type, X-Guest-Token, X-Hook-Token, X-Api-Key, X-PAYMENT, If-None-Match',
      'access-control-max-age': '86400',
      'x-request-id': event.requestContext.requestId,
    },
  };
}

function methodsAt(path: string): Method[] {
  const matching = operations.filter(([, operation]) => matchPath(operation.path, path) !== null);
  return [...new Set(matching.flatMap(([, operation]) => methodsOf(operation)))];
}
