import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ALBEvent, ALBResult, Context } from 'aws-lambda';
import { LambdaContext } from '../../../lib/local/lambda-context.ts';
import type { LambdaHandler } from '../../../lib/runtime/lambda/lambda.ts';

/** Of a body to a function, and of its answer. */
const BODY_MAX_BYTES = 1024 * 1024;
const TEXT = /^(?:text\/|application\/(?:json|javascript|xml)\b)/i;

type BalancedHandler = (event: ALBEvent, context: Context) => Promise<ALBResult>;

export interface Balancer {
  url: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * An Application Load Balancer on loopback, with a target group with lists of values for each first segment of a path. As AWS
 * documents it: path and query as they were sent, every header a list, the caller behind what `X-Forwarded-For` says, text as
 * it is and all else in base64; an answer that is none is a 502.
 */
export async function startBalancer(targets: Record<string, LambdaHandler>): Promise<Balancer> {
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const first = req.url?.split(/[/?]/)[1] ?? '';
    // A UUID is led by its hyphens, a snitch by its form.
    const isAlone = first.split('-').length === 5 || /^[0-9a-f]{10}$/.test(first);
    const target = targets[isAlone ? 'uuid' : first] as unknown as BalancedHandler | undefined;
    if (!target) return void res.writeHead(404).end();
    if (body.length > BODY_MAX_BYTES) return void res.writeHead(413).end();
    const answer = await target(eventOf(req, body), new LambdaContext('balanced'));
    if (typeof answer.isBase64Encoded !== 'boolean' || answer.headers) return void res.writeHead(502).end();
    const headers = Object.entries(answer.multiValueHeaders ?? {}).flatMap(([name, values]) =>
      values.map((value) => [name, String(value)] as const),
    );
    res.writeHead(answer.statusCode, headers.flat());
    res.end(Buffer.from(answer.body ?? '', answer.isBase64Encoded ? 'base64' : 'utf8'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

function eventOf(req: IncomingMessage, body: Buffer): ALBEvent {
  const [path = '/', ...rest] = (req.url ?? '/').split('?');
  const headers: Record<string, string[]> = {};
  for (let at = 0; at < req.rawHeaders.length; at += 2)
    (headers[(req.rawHeaders[at] ?? '').toLowerCase()] ??= []).push(req.rawHeaders[at + 1] ?? '');
  const forwarded = headers['x-forwarded-for'];
  headers['x-forwarded-for'] = [[...(forwarded ?? []), '192.0.2.7'].join(', ')];
  headers['x-amzn-trace-id'] = ['Root=1-67891233-abcdef012345678912345678'];
  const isText = TEXT.test(req.headers['content-type'] ?? '') && !req.headers['content-encoding'];
  return {
    requestContext: {
      elb: { targetGroupArn: 'arn:aws:elasticloadbalancing:us-east-1:000000000000:targetgroup/t/1' },
    },
    httpMethod: req.method ?? 'GET',
    path,
    multiValueQueryStringParameters: queryOf(rest.join('?')),
    multiValueHeaders: headers,
    body: body.toString(isText ? 'utf8' : 'base64'),
    isBase64Encoded: !isText,
  };
}

function queryOf(raw: string): Record<string, string[]> {
  const query: Record<string, string[]> = {};
  for (const part of raw === '' ? [] : raw.split('&')) {
    const [name = '', ...value] = part.split('=');
    (query[name] ??= []).push(value.join('='));
  }
  return query;
}
