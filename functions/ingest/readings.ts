import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { Refusal } from '../../lib/contract/errors.ts';
import { LIMITS } from '../../lib/domain/limits.ts';

const LARGEST = 2_147_483_647;

interface Readings {
  status: number | null;
  latencyMs: number | null;
}

/** What the caller reports, from the JSON body of a POST or else the query; what does not parse is absent. */
export function readingsOf(event: APIGatewayProxyEventV2, query: URLSearchParams): Readings {
  const body = bodyOf(event);
  return {
    status: wholeNumber(body['status'] ?? query.get('status'), -LARGEST),
    latencyMs: wholeNumber(body['latency_ms'] ?? query.get('latency_ms'), 0),
  };
}

function bodyOf(event: APIGatewayProxyEventV2): Record<string, unknown> {
  if (!event.body) return {};
  const bytes = Buffer.byteLength(event.body, event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes > LIMITS.ingestBodyMaxBytes) {
    throw new Refusal(
      'corpo_grande',
      `The body must have at most ${LIMITS.ingestBodyMaxBytes} bytes; got ${bytes}.`,
    );
  }
  if (event.requestContext.http.method !== 'POST') return {};
  const text = event.isBase64Encoded ? Buffer.from(event.body, 'base64').toString('utf8') : event.body;
  return text.trimStart().startsWith('{') ? jsonOf(text) : {};
}

function jsonOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function wholeNumber(value: unknown, least: number): number | null {
  const number = typeof value === 'string' && /^-?\d{1,10}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= least && number <= LARGEST
    ? number
    : null;
}
