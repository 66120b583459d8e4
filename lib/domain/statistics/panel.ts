import type { Instant } from '../instant.ts';
import { COMPARED, type Compared, type ProductNumbers } from './panel-source.ts';
import { publishedDayOf } from './publication.ts';

/** What came of asking another product: its numbers, or in a word why there are none. */
export interface AskedSource {
  url: string;
  numbers: ProductNumbers | null;
  failure: string | null;
}

/** A product of the panel. One that could not be asked keeps what it last said, and when that was. */
export interface PanelApp {
  url: string;
  numbers: ProductNumbers | null;
  /** When it was last asked, and why that came to nothing; null where it did not. */
  askedAt: Instant;
  failure: string | null;
}

/** The other products beside this one, in the order in which they are set. */
export interface Panel {
  /** The UTC day of statistics that they were asked for. */
  day: string;
  updatedAt: Instant;
  apps: readonly PanelApp[];
}

/**
 * Whether other products are to be asked: when others are set, and each day until all of them have published on it, which
 * they need not do before this one asks.
 */
export function isPanelDue(before: Panel | null, sources: readonly string[], day: string): boolean {
  if (before === null) return sources.length > 0;
  const isSame =
    before.apps.length === sources.length && before.apps.every(({ url }, at) => url === sources[at]);
  return (
    !isSame || (sources.length > 0 && (before.day < day || before.apps.some((app) => isBehind(app, day))))
  );
}

function isBehind({ numbers, failure }: PanelApp, day: string): boolean {
  return failure !== null || numbers === null || publishedDayOf(numbers.updatedAt) < day;
}

/** The panel after a round of questions. What is no longer set is gone, with all that it said. */
export function panelAfter(
  before: Panel | null,
  asked: readonly AskedSource[],
  { day, now }: { day: string; now: Instant },
): Panel {
  const known = new Map(before?.apps.map((app) => [app.url, app.numbers]));
  const apps = asked.map(({ url, numbers, failure }) => ({
    url,
    numbers: numbers ?? known.get(url) ?? null,
    askedAt: now,
    failure,
  }));
  return { day, updatedAt: now, apps };
}

/** What several products make together; null of what none of them measures. */
export function comparedTogether(windows: readonly Compared[]): Compared {
  const sum = (name: (typeof COMPARED)[number]): number | null => {
    const known = windows.flatMap((window) => window[name] ?? []);
    return known.length === 0 ? null : known.reduce((all, each) => all + each, 0);
  };
  return Object.fromEntries(COMPARED.map((name) => [name, sum(name)])) as Compared;
}
