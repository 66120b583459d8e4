import type { Instant } from '../../instant.ts';
import type { BrowserError } from './browser-error.ts';

/** The reports of one error on a day, without its long texts. */
export interface ErrorGroup extends Pick<BrowserError, 'code' | 'phase' | 'path' | 'isVisible' | 'browser'> {
  id: string;
  day: string;
  /** How its message begins. */
  head: string | null;
  reports: number;
  /** Of its first report and of its newest, to the minute; whether it was seen and by which browser is of the newest. */
  firstAt: Instant;
  lastAt: Instant;
}

/** What is kept apart of an error. */
export type ErrorText = Pick<BrowserError, 'message' | 'stack' | 'source' | 'line' | 'column'>;

/** What was reported on a day. */
export interface ErrorDay {
  day: string;
  groups: ErrorGroup[];
  /** Reports for which there was no place. */
  dropped: number;
}

export const ERROR_ORDERS = ['newest', 'frequent'] as const;
export type ErrorOrder = (typeof ERROR_ORDERS)[number];

/** The errors of some days, each once: with all of its reports, and of its newest day. */
export function overDays(days: readonly ErrorDay[]): ErrorGroup[] {
  const byId = Map.groupBy(
    days.flatMap(({ groups }) => groups),
    ({ id }) => id,
  );
  return [...byId.values()].map((same) => ({
    ...same.reduce((newest, each) => (each.day > newest.day ? each : newest)),
    reports: same.reduce((sum, { reports }) => sum + reports, 0),
    firstAt: Math.min(...same.map(({ firstAt }) => firstAt)),
  }));
}

/** Where an error stands in an order: the two figures it is ordered by, greatest first, and its id. */
export type ErrorPosition = readonly [number, number, string];

export function errorPositionOf(order: ErrorOrder, { lastAt, reports, id }: ErrorGroup): ErrorPosition {
  return order === 'newest' ? [lastAt, reports, id] : [reports, lastAt, id];
}

/** At most `limit` errors in an order, those behind a position where one is given. */
export function groupsPageOf(
  groups: readonly ErrorGroup[],
  order: ErrorOrder,
  { limit, after }: { limit: number; after?: ErrorPosition },
): ErrorGroup[] {
  return groups
    .map((group) => ({ group, position: errorPositionOf(order, group) }))
    .filter(({ position }) => after === undefined || compared(after, position) < 0)
    .toSorted((one, other) => compared(one.position, other.position))
    .slice(0, limit)
    .map(({ group }) => group);
}

function compared(one: ErrorPosition, other: ErrorPosition): number {
  return other[0] - one[0] || other[1] - one[1] || (one[2] < other[2] ? -1 : Number(one[2] > other[2]));
}
