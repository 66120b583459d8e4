import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { LambdaContext } from '../lib/local/lambda-context.ts';

/** What API Gateway hands to the function when `curl` pings. */
export function pingEvent(monitorId: string, action = ''): APIGatewayProxyEventV2 {
  const path = `/in/${monitorId}${action}`;
  const routeKey = 'ANY /in/{proxy+}';
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: '',
    headers: {
      accept: '*/*',
      'content-length': '0',
      host: 'abcde12345.execute-api.us-east-1.amazonaws.com',
      'user-agent': 'curl/8.5.0',
      'x-amzn-trace-id': 'Root=1-5e6722a7-cc56xmpl46db7ae02d4da47e',
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-port': '443',
      'x-forwarded-proto': 'https',
    },
    pathParameters: { proxy: monitorId + action },
    requestContext: {
      accountId: '123456789012',
      apiId: 'abcde12345',
      domainName: 'abcde12345.execute-api.us-east-1.amazonaws.com',
      domainPrefix: 'abcde12345',
      http: { method: 'GET', path, protocol: 'HTTP/1.1', sourceIp: '203.0.113.7', userAgent: 'curl/8.5.0' },
      requestId: 'JKJaXmPLvHcESHA=',
      routeKey,
      stage: '$default',
      time: '20/Nov/2026:12:00:00 +0000',
      timeEpoch: 1_795_176_000_000,
    },
    isBase64Encoded: false,
  };
}

export function pingContext(): Context {
  return new LambdaContext('ingest');
}
