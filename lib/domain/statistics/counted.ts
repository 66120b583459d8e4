import { MONEY_COUNTED } from './takings.ts';
import { PAGE_NAMES } from './visited-page.ts';

/** Who comes along: somebody with a browser, an agent of a model, any other program. */
export const CALLER_KINDS = ['person', 'agent', 'machine'] as const;
export type CallerKind = (typeof CALLER_KINDS)[number];

/** Where a call arrives: the API itself, a tool of an agent, a status feed, a document for programs and directories. */
export const SURFACES = ['api', 'mcp', 'feed', 'documents'] as const;
export type Surface = (typeof SURFACES)[number];

/**
 * What the service did: pings, and of how many monitors, which the checker counts when the day is over; the times of five
 * minutes in which it worked off all that was due; alerts that reached somebody, and those among them that did at the first
 * try.
 */
export const WORK = ['pings', 'monitors', 'checks', 'alerts', 'alerts_at_once'] as const;
export type Work = (typeof WORK)[number];

/**
 * The counters of a day, which are attributes of its items: visits and those who came at least once, by their kind; the
 * pages that people saw; calls by kind and by where they arrived; work; messages to the team, accounts that
 * were used for the first time, and money. A counter that is not there is zero.
 */
export const COUNTED = [
  ...CALLER_KINDS.flatMap((kind) => [`visits_${kind}`, `visitors_${kind}`, `calls_${kind}`] as const),
  ...PAGE_NAMES.map((page) => `pages_${page}` as const),
  ...SURFACES.map((surface) => `calls_at_${surface}` as const),
  ...WORK,
  'contacts',
  'accounts',
  ...MONEY_COUNTED,
] as const;
export type Counted = (typeof COUNTED)[number];

export type Counts = Readonly<Partial<Record<Counted, number>>>;

/** What there is now: accounts that have used the product and were not deleted. */
export interface Totals {
  people: number;
}

/** One day and what was counted on it. */
export interface DayCounts {
  /** In UTC, such as `2027-03-31`. */
  day: string;
  counts: Counts;
}

/** Counters of the same names, added. */
export function added(all: readonly Counts[]): Counts {
  const sum: Partial<Record<Counted, number>> = {};
  for (const counts of all)
    for (const [name, count] of Object.entries(counts) as [Counted, number][])
      sum[name] = (sum[name] ?? 0) + count;
  return sum;
}
