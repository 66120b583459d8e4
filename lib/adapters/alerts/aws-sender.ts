import type { AwsTarget } from '../../domain/alerts/sending/aws-target.ts';
import { awsEndpoint, type RoleCredentials, awsSignatureHeaders } from '../aws-signature.ts';
import type { Clock } from '../clock.ts';
import { bytesOf, NOT_KEPT } from '../post-json.ts';
import type { Delivery, WebhookRequest } from './webhook.ts';

/** How topics and event buses are called. */
export interface AwsWay {
  clock: Clock;
  credentials: RoleCredentials;
  /** @default that of the service in the region of the ARN */
  endpoint?: string | null | undefined;
}

type AwsRequest = Pick<WebhookRequest, 'body' | 'contentType' | 'headers' | 'timeoutMs'>;
type Ending = Pick<Delivery, 'outcome' | 'status' | 'detail' | 'slowDown'>;

const ANSWER_MAX_BYTES = 16_384;
const SERVICES = { sns: 'sns', event_bus: 'events' } as const;
/** Of a request, of an entry, and of a key: all ask to slow down. */
const SLOW_DOWN = /Throttl/;

/**
 * Tells one alert by a topic or bus and says how it went; tried once, as the queue repeats what fails, and never throws. Not by
 * the clients of the SDK, which would bring some 100 kB for two requests.
 */
export function openAwsSender(way: AwsWay) {
  return async (request: AwsRequest, target: Pick<AwsTarget, 'kind' | 'region'>): Promise<Delivery> => {
    const startedMs = performance.now();
    const ending = await attempt(way, request, target);
    const durationMs = Math.round(performance.now() - startedMs);
    return { delivered: ending.outcome === 'delivered', ...ending, durationMs };
  };
}

async function attempt(
  { clock, credentials, endpoint }: AwsWay,
  { body, contentType, headers: own, timeoutMs }: AwsRequest,
  { kind, region }: Pick<AwsTarget, 'kind' | 'region'>,
): Promise<Ending> {
  const service = SERVICES[kind];
  const url = new URL('/', endpoint ?? awsEndpoint(service, region));
  const post = { url, body, service, region, contentType, headers: own };
  const headers = { ...awsSignatureHeaders(post, credentials, clock.now()), ...NOT_KEPT };
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { method: 'POST', body, headers, redirect: 'manual', signal });
    const answer = (await bytesOf(response, ANSWER_MAX_BYTES))?.toString('utf8') ?? '';
    return endingOf(response.status, answer, kind);
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    return isLate
      ? { outcome: 'timeout', status: null, detail: `AWS gave no answer within ${timeoutMs / 1000} s.` }
      : { outcome: 'connect_failed', status: null, detail: 'AWS could not be reached.' };
  }
}

function endingOf(status: number, answer: string, kind: AwsTarget['kind']): Ending {
  const isTaken = status >= 200 && status <= 299;
  if (!isTaken) return refusal('refused_status', status, errorCode(answer));
  // EventBridge says 200 for what it did not take too.
  if (kind === 'event_bus' && failedEntries(answer) !== 0)
    return refusal('refused_entry', status, errorCode(answer));
  return { outcome: 'delivered', status, detail: `AWS answered ${status}.` };
}

function refusal(outcome: 'refused_status' | 'refused_entry', status: number, code: string | null): Ending {
  const did = outcome === 'refused_entry' ? 'took no event and answered' : 'answered';
  const isSlow = status === 429 || (code !== null && SLOW_DOWN.test(code));
  return {
    outcome,
    status,
    detail: `AWS ${did} ${status}${code === null ? '' : ` (${code})`}.`,
    ...(isSlow && { slowDown: { retryAfterMs: null } }),
  };
}

/** How many events were not taken; null of an answer that does not say it. */
function failedEntries(answer: string): unknown {
  try {
    return (JSON.parse(answer) as { FailedEntryCount?: unknown } | null)?.FailedEntryCount ?? null;
  } catch {
    return null;
  }
}

/** What AWS calls the error, in XML or JSON: its message may name the ARN, its code names nothing. */
function errorCode(answer: string): string | null {
  const named =
    /<Code>([A-Za-z.]{1,60})<\/Code>/.exec(answer) ??
    /"(?:__type|ErrorCode)":\s*"(?:[\w.]{0,80}#)?([A-Za-z]{1,60})"/.exec(answer);
  return named?.[1] ?? null;
}
