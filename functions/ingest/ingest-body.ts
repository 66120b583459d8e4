import { LIMITS } from '../../lib/domain/limits.ts';
import { characterFrom, keptEnd } from '../../lib/flows/monitors/output-end.ts';
import type { Call } from '../../lib/runtime/call.ts';

const READINGS = new Set(['status', 'latency_ms']);
const LARGEST = 2_147_483_647;

/** What a request carries besides its path. */
export interface IngestBody {
  readings: { status: number | null; latencyMs: number | null };
  /** The text of the body, its last 10 kB; null when it is empty or nothing but readings. */
  output: string | null;
}

/**
 * Readings come from the JSON body or else the query; what does not parse is absent. A body of any size counts, whatever method
 * brings it, and costs the same: only its end is read, and a longer one than that is not looked through for readings.
 */
export function bodyOf(call: Call, query: URLSearchParams): IngestBody {
  const { text, whole } = endOf(call);
  const json = whole && text.trimStart().startsWith('{') ? jsonOf(text) : {};
  const readings = {
    status: wholeNumber(json['status'] ?? query.get('status'), -LARGEST),
    latencyMs: wholeNumber(json['latency_ms'] ?? query.get('latency_ms'), 0),
  };
  return { readings, output: outputOf(text, json) };
}

/** The end of the body, as much as is read of it, begun at a character. */
function endOf({ body }: Call): { text: string; whole: boolean } {
  const { bytes, isWhole } = body.end(LIMITS.ingestBodyReadBytes);
  return { text: bytes.toString('utf8', isWhole ? 0 : characterFrom(bytes, 0)), whole: isWhole };
}

function outputOf(text: string, json: Record<string, unknown>): string | null {
  const onlyReadings = Object.keys(json).length > 0 && Object.keys(json).every((name) => READINGS.has(name));
  if (text.trim() === '' || onlyReadings) return null;
  return keptEnd(text);
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
