import { LIMITS } from '../../lib/domain/limits.ts';
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

/** The end of a long output says how it ended; bytes are cut at a character. */
function outputOf(text: string, json: Record<string, unknown>): string | null {
  const onlyReadings = Object.keys(json).length > 0 && Object.keys(json).every((name) => READINGS.has(name));
  if (text.trim() === '' || onlyReadings) return null;
  const bytes = Buffer.from(text);
  return bytes.toString('utf8', characterFrom(bytes, Math.max(0, bytes.length - LIMITS.outputKeptBytes)));
}

/** Where a character begins, at `start` or after it: 10xxxxxx continues one, three times at most. */
function characterFrom(bytes: Buffer, start: number): number {
  let from = start;
  while (from < start + 3 && ((bytes[from] ?? 0) & 0b1100_0000) === 0b1000_0000) from += 1;
  return from;
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
