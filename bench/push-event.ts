import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { LambdaContext } from '../lib/local/lambda-context.ts';
import { pingEvent } from './ping-event.ts';

/** What API Gateway hands to the function when a machine sends a text with `curl`: as a form, in base64. */
export function pushEvent(symbol: string, text: string): APIGatewayProxyEventV2 {
  const { requestContext, headers, ...event } = pingEvent('');
  const path = `/r/${symbol}`;
  const routeKey = 'ANY /r/{proxy+}';
  return {
    ...event,
    routeKey,
    rawPath: path,
    headers: {
      ...headers,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(Buffer.byteLength(text)),
    },
    pathParameters: { proxy: symbol },
    requestContext: {
      ...requestContext,
      routeKey,
      http: { ...requestContext.http, method: 'POST', path },
    },
    body: Buffer.from(text).toString('base64'),
    isBase64Encoded: true,
  };
}

export function pushContext(): Context {
  return new LambdaContext('intake');
}
