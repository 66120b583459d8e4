import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { Refusal } from '../../lib/contract/errors.ts';
import { LIMITS } from '../../lib/domain/limits.ts';

const READINGS = new Set(['status', 'latency_ms']);
const LARGEST = 2_147_483_647;

/** What a request carries besides its path. */
export interface IngestBody {
  readings: { status: number | null; latencyMs: number | null };
  /** The text of a POST, its last 10 kB; null when it is empty or nothing but readings. */
  output: string | null;
}

/** Readings come from the JSON body of a POST or else the query; what does not parse is absent. */
export function bodyOf(event: APIGatewayProxyEventV2, query: URLSearchParams): IngestBody {
  const text = textOf(event);
  const json = text.trimStart().startsWith('{') ? jsonOf(text) : {};
  const readings = {
    status: wholeNumber(json['status'] ?? query.get('status'), -LARGEST),
    latencyMs: wholeNumber(json['latency_ms'] ?? query.get('latency_ms'), 0),
  };
  return { readings, output: outputOf(text, json) };
}

function textOf(event: APIGatewayProxyEventV2): string {
  if (!event.body) return '';
  const bytes = Buffer.byteLength(event.body, event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes > LIMITS.ingestBodyMaxBytes) {
    throw new Refusal(
      'corpo_grande',
      `The body must have at most ${LIMITS.ingestBodyMaxBytes} bytes; got ${bytes}.`,
    );
  }
  if (event.requestContext.http.method !== 'POST') return '';
  return event.isBase64Encoded ? Buffer.from(event.body, 'base64').toString('utf8') : event.body;
}

/** The end of a long output says how it ended; bytes are cut at a character. */
function outputOf(text: string, json: Record<string, unknown>): string | null {
  const onlyReadings = Object.keys(json).length > 0 && Object.keys(json).every((name) => READINGS.has(name));
  if (text.trim() === '' || onlyReadings) return null;
  const bytes = Buffer.from(text);
  let start = Math.max(0, bytes.length - LIMITS.outputKeptBytes);
  // 10xxxxxx continues the character before it.
  while (((bytes[start] ?? 0) & 0b1100_0000) === 0b1000_0000) start += 1;
  return bytes.toString('utf8', start);
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
