import { LIMITS } from '../../domain/limits.ts';

/** What is kept of an output: its end, which says how it ended, cut at a character. */
export function keptEnd(text: string): string {
  const bytes = Buffer.from(text);
  return bytes.toString('utf8', characterFrom(bytes, Math.max(0, bytes.length - LIMITS.outputKeptBytes)));
}

/** Where a character begins, at `start` or after it: 10xxxxxx continues one, three times at most. */
export function characterFrom(bytes: Buffer, start: number): number {
  let from = start;
  while (from < start + 3 && ((bytes[from] ?? 0) & 0b1100_0000) === 0b1000_0000) from += 1;
  return from;
}
