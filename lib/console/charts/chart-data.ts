import type { Output } from '../api/operations.ts';

export type Reading = NonNullable<Output<'listSeries'>['coletas'][number]['leituras']>[number];

/** Seconds, and the numbers of each field at these; null where there is none. */
type ChartData = [number[], ...(number | null)[][]];

/** More than so many times the usual distance between two readings is a gap, which no line crosses. */
const GAP = 3;

/** What a chart draws of readings, which come newest first. */
export function chartDataOf(readings: readonly Reading[], fields: readonly string[]): ChartData {
  const inOrder = readings.toReversed();
  const times = inOrder.map(({ t }) => Date.parse(t) / 1000);
  const usual = medianOf(times.slice(1).map((time, at) => time - (times[at] ?? time)));
  const data: ChartData = [[], ...fields.map((): (number | null)[] => [])];
  const [drawn, ...lines] = data;
  for (const [at, reading] of inOrder.entries()) {
    const time = times[at] ?? 0;
    const before = times[at - 1];
    if (before !== undefined && time - before > GAP * usual) {
      drawn.push((time + before) / 2);
      for (const line of lines) line.push(null);
    }
    drawn.push(time);
    for (const [line, field] of fields.entries()) {
      const value = reading[field];
      lines[line]?.push(typeof value === 'number' ? value : null);
    }
  }
  return data;
}

function medianOf(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}
