import { COUNTED, type Counted } from './counted.ts';

/** Null says that it was not measured, never that there was nothing. */
export type Figures = Readonly<Record<Counted, number | null>>;

/** The figures of a day in UTC such as `2027-03-31`. */
export interface FiguresOfDay {
  day: string;
  figures: Figures;
}

/** Those that are there anew each day: several days have the most that one of them had. */
const STANDING: ReadonlySet<Counted> = new Set(['monitors']);

/** Figures by their names. */
export const figuresBy = (figureOf: (name: Counted) => number | null): Figures =>
  Object.fromEntries(COUNTED.map((name) => [name, figureOf(name)])) as Figures;

/** What some days come to, of those on which a figure was measured; null where it was on none. */
export function figuresOver(days: readonly FiguresOfDay[]): Figures {
  return figuresBy((name) => {
    const known = days.flatMap(({ figures }) => figures[name] ?? []);
    if (STANDING.has(name) && known.length > 0) return Math.max(...known);
    return measuredSumOf(known);
  });
}

/** The sum of what was measured; null where nothing was. */
export function measuredSumOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0);
}
