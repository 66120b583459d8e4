import { isIP } from 'node:net';
import type {
  ALBEvent,
  ALBResult,
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
} from 'aws-lambda';

/**
 * The event of an Application Load Balancer as API Gateway would have sent it, from a target group that sends lists of values.
 * A balancer gives the path as it was sent, the gateway decodes it: so it is decoded here, once.
 */
export function gatewayEventOf(event: ALBEvent): APIGatewayProxyEventV2 {
  const { cookie, ...headers } = joined(event.multiValueHeaders);
  const path = decodedOnce(event.path);
  // The balancer leads few first segments here; the one that is a secret is long, and stands for itself.
  const [, first = ''] = event.path.split('/');
  const routeKey = `ANY /${first.length > 4 ? '{uuid}' : first}/{proxy+}`;
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: rawQueryOf(event.multiValueQueryStringParameters),
    headers,
    ...(cookie !== undefined && { cookies: cookie.split(';').map((one) => one.trim()) }),
    requestContext: {
      accountId: '',
      apiId: 'balancer',
      domainName: headers['host'] ?? '',
      domainPrefix: '',
      http: {
        method: event.httpMethod,
        path,
        protocol: 'HTTP/1.1',
        sourceIp: lastHopOf(headers['x-forwarded-for']),
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: traceOf(headers['x-amzn-trace-id']),
      routeKey,
      stage: '$default',
      time: '',
      timeEpoch: 0,
    },
    body: event.body ?? '',
    isBase64Encoded: event.isBase64Encoded,
  };
}

/** A result for API Gateway as the balancer takes it: headers as lists, and always whether the body is base64. */
export function balancerResultOf({
  statusCode,
  headers,
  cookies,
  body,
  isBase64Encoded,
}: APIGatewayProxyStructuredResultV2): ALBResult {
  const lists = Object.entries(headers ?? {}).map(([name, value]) => [name, [value]]);
  return {
    statusCode: statusCode ?? 500,
    multiValueHeaders: { ...Object.fromEntries(lists), ...(cookies?.length && { 'set-cookie': cookies }) },
    body: body ?? '',
    isBase64Encoded: isBase64Encoded ?? false,
  };
}

function joined(sent: ALBEvent['multiValueHeaders'] = {}): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, values] of Object.entries(sent)) {
    const lower = name.toLowerCase();
    headers[lower] = (values ?? []).join(lower === 'cookie' ? '; ' : ',');
  }
  return headers;
}

function rawQueryOf(sent: ALBEvent['multiValueQueryStringParameters'] = {}): string {
  return Object.entries(sent)
    .flatMap(([name, values = []]) => values.map((value) => `${name}=${value}`))
    .join('&');
}

/** A path with a broken escape stays as it was sent. */
function decodedOnce(path: string): string {
  try {
    return path.includes('%') ? decodeURIComponent(path) : path;
  } catch {
    return path;
  }
}

/** The balancer puts who called it behind what the caller says. */
function lastHopOf(forwarded = ''): string {
  const last = forwarded.slice(forwarded.lastIndexOf(',') + 1).trim();
  return isIP(last) === 0 ? '' : last;
}

/** `Self=` is the balancer's own; a caller may send the `Root=` behind it. */
function traceOf(trace = ''): string {
  const [, id = 'unknown'] = /(?:Self|Root)=([\w-]{1,100})/.exec(trace) ?? [];
  return id;
}
