import type { InvokedArea } from '../areas/declaration.ts';
import { required, type Config } from '../config/config.ts';
import { awsEndpoint, type RoleCredentials, awsSignatureHeaders } from './aws-signature.ts';
import type { Clock } from './clock.ts';
import { type PostAnswer, postJson, unavailable } from './post-json.ts';
import type { Instant } from '../domain/instant.ts';

/**
 * Calls another function of the service, once, and waits for what it answers, no longer than `INVOKE_MS`. Where that is
 * `unavailable` it is not known what it did: it may still be at work.
 */
export type Invoke = (area: InvokedArea, event: object) => Promise<PostAnswer<unknown>>;

/**
 * In milliseconds. Below the time of the functions that call, so that they can do something with the answer, and so
 * below the 29 s after which the gateway gives up.
 */
export const INVOKE_MS = 22_000;

/** Functions by the API of Lambda. */
export function openInvoke(
  { functions, region }: Pick<Config, 'functions' | 'region'>,
  clock: Clock,
  credentials: RoleCredentials,
): Invoke {
  return async (area, event) =>
    callFunction({
      name: required(functions[area], `the function ${area}`),
      event,
      region,
      credentials,
      now: clock.now(),
      timeoutMs: INVOKE_MS,
    });
}

/** A call of a Lambda function that waits for its answer. */
export interface FunctionCall {
  name: string;
  event: object;
  region: string;
  credentials: RoleCredentials;
  now: Instant;
  timeoutMs: number;
  /** @default Lambda's own in the region */
  endpoint?: string;
}

/**
 * Lambda's `Invoke`, tried once. Not by the SDK's client: it shares parts with the client of the table, so that every
 * ping would load 18 kB more, and brings 90 kB in all.
 * Source: https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html
 */
export async function callFunction(call: FunctionCall): Promise<PostAnswer<unknown>> {
  const { name, event, region, credentials, now, timeoutMs, endpoint = awsEndpoint('lambda', region) } = call;
  const url = new URL(`/2015-03-31/functions/${encodeURIComponent(name)}/invocations`, endpoint);
  const post = { url, body: JSON.stringify(event), service: 'lambda', region };
  const headers = awsSignatureHeaders(post, credentials, now);
  const reply = await postJson({ url: url.href, body: event, headers, timeoutMs });
  if (reply.kind === 'unavailable') return reply;
  const { answer } = reply;
  if (answer.status !== 200) return unavailable('status');
  // The answer is what was thrown then, or that its time was up.
  if (answer.headers.has('x-amz-function-error')) return unavailable('failed');
  return { kind: 'answered', answer: answer.json };
}
