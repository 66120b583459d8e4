import type { MachineFacts } from '../devices/facts.ts';
import { LIMITS } from '../../limits.ts';
import { MEASURES, type MeasureId, sourceOf } from '../measures/catalogue.ts';
import type { RawReading, Values } from '../measures/measure.ts';

/** No line that a measure is in is as long; a longer one would only cost time. */
const LINE_MAX_CHARS = 2_000;
/** Of each of both reads: a text that fills its bytes with more than these is none of a machine. */
const LINES_MAX = 3_000;
const FIRST_READ = '@1';
const SECOND_READ = '@2';

/** Whether a machine sent what it sends between the readings of an hour: that it lives. */
export const isSignOfLife = (text: string): boolean => text.trim() === FIRST_READ;

/**
 * What a machine sent, by measure: of the measures asked for those that its text has something of. Each finds its own lines,
 * so a bad line loses nothing but itself.
 */
export function readReading(
  text: string,
  facts: Pick<MachineFacts, 'system' | 'capabilities'>,
  ids: readonly MeasureId[],
): Map<MeasureId, Values> {
  const raw = rawReadingOf(text);
  const read = new Map<MeasureId, Values>();
  for (const id of new Set(ids)) {
    const values = sourceOf(MEASURES[id], facts)?.parse(raw);
    if (values) read.set(id, values);
  }
  return read;
}

/** The lines before the mark of the second read, and those after it. */
function rawReadingOf(text: string): RawReading {
  const lines = text.slice(0, LIMITS.readingMaxBytes).split(/\r\n|\n|\r/);
  const mark = lines.findIndex((line) => line.trim() === SECOND_READ);
  const usable = (some: readonly string[]) =>
    some.filter((line) => line !== '' && line.length <= LINE_MAX_CHARS).slice(0, LINES_MAX);
  if (mark === -1) return { first: usable(lines), second: [] };
  return { first: usable(lines.slice(0, mark)), second: usable(lines.slice(mark + 1)) };
}
