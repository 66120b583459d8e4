import type { Output } from '../api/operations.ts';
import { runText } from './relative-text.ts';

/** A measure of the catalogue as the API describes it. */
export type Measure = Output<'listCollections'>['medidas'][string];
export type MeasureField = Measure['painel'][number];
type Format = NonNullable<MeasureField['f']>;

const SIGNIFICANT = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 3, useGrouping: false });
const PLAIN = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 });
const WHOLE = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });

const WORDS: Record<Format, (value: number) => string> = {
  mib: (value) => scaled(value, 1024, ['MiB', 'GiB', 'TiB', 'PiB']),
  mbps: (value) => scaled(value * 1000, 1000, ['kbit/s', 'Mbit/s', 'Gbit/s']),
  mbs: (value) => scaled(value * 1000, 1000, ['kB/s', 'MB/s', 'GB/s']),
  pct: (value) => `${SIGNIFICANT.format(value)}%`,
  seg: (value) => (value < 1 ? '0 s' : runText(value * 1000)),
  num: (value) => PLAIN.format(value),
  int: (value) => WHOLE.format(value),
};

/** What a field of a reading says, in the unit of its format: `23.5 GiB`, `5.7%`, `1 h 22 min`. */
export function measureText(value: number | string | undefined, format: Format | undefined): string {
  if (value === undefined) return '–';
  if (typeof value === 'string' || format === undefined) return String(value);
  return WORDS[format](value);
}

/** In the largest unit that leaves at least one before the point. */
function scaled(value: number, step: number, units: readonly [string, ...string[]]): string {
  let left = value;
  let unit = units[0];
  for (const larger of units.slice(1)) {
    if (Math.abs(left) < step) break;
    left /= step;
    unit = larger;
  }
  return `${SIGNIFICANT.format(left)} ${unit}`;
}
