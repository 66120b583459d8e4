import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** A request as the gateway hands it to a function. */
export function requestEvent(
  method: string,
  path: string,
  options: { token?: string; body?: unknown } = {},
): APIGatewayProxyEventV2 {
  const [rawPath = '', rawQueryString = ''] = path.split('?');
  const isText = typeof options.body === 'string';
  const body = isText
    ? String(options.body)
    : options.body === undefined
      ? undefined
      : JSON.stringify(options.body);
  return {
    version: '2.0',
    routeKey: `${method} ${rawPath}`,
    rawPath,
    rawQueryString,
    headers: {
      host: 'rollcall.local',
      ...(options.token !== undefined && credentialOf(options.token)),
      ...(body !== undefined && { 'content-type': isText ? 'text/plain' : 'application/json' }),
    },
    requestContext: {
      accountId: '000000000000',
      apiId: 'faults',
      domainName: 'rollcall.local',
      domainPrefix: 'rollcall',
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'curl/8' },
      requestId: 'request',
      routeKey: `${method} ${rawPath}`,
      stage: '$default',
      time: '',
      timeEpoch: 0,
    },
    isBase64Encoded: false,
    ...(body !== undefined && { body }),
  };
}

/** Of a guest, or of a program of an account. */
function credentialOf(token: string): Record<string, string> {
  return token.startsWith('mmk_') ? { authorization: `Bearer ${token}` } : { 'x-guest-token': token };
}
