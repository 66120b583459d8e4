import type { Instant } from '../domain/instant.ts';
import { awsSignatureHeaders, type RoleCredentials } from './aws-signature.ts';
import { postJson, unavailable, type PostAnswer } from './post-json.ts';

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
  const { name, event, region, credentials, now, timeoutMs, endpoint = endpointOf(region) } = call;
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

function endpointOf(region: string): string {
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return `https://lambda.${region}.${suffix}`;
}
