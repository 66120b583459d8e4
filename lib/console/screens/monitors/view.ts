import { compareText, ROLL_ORDER } from '../../../domain/feed/roll-order.ts';
import { isTrouble, type Standing } from '../../../domain/feed/standing.ts';
import { wordOf } from '../../../render/feed/headline.ts';
import type { Row } from './monitor.ts';

/** How a list can be sorted; what is in trouble is first in all of them. */
export const SORTS = {
  state: 'Worst first',
  name: 'Name',
  last: 'Last success',
  due: 'Next due',
  new: 'Newest',
};

export type Sort = keyof typeof SORTS;

/** Which monitors are shown and in what order: what the query of the address says. */
export interface View {
  search: string;
  /** A monitor carries all of them. */
  tags: readonly string[];
  /** A monitor stands like one of them; none are all but the inactive ones, which are gone. */
  standings: readonly Standing[];
  /** Those alone that are in maintenance now. */
  inMaintenance: boolean;
  sort: Sort;
}

export function viewOf(query: URLSearchParams): View {
  const sort = query.get('sort') ?? '';
  return {
    search: query.get('q') ?? '',
    tags: listIn(query, 'tag'),
    standings: ROLL_ORDER.filter((standing) => listIn(query, 'state').includes(wordOf(standing))),
    inMaintenance: query.get('maintenance') === '1',
    sort: sort in SORTS ? (sort as Sort) : 'state',
  };
}

/** What of the query says a view; null is not there. */
export function queryOf({
  search,
  tags,
  standings,
  inMaintenance,
  sort,
}: View): Record<string, string | null> {
  return {
    q: search || null,
    tag: tags.join(',') || null,
    state: standings.map(wordOf).join(',') || null,
    maintenance: inMaintenance ? '1' : null,
    sort: sort === 'state' ? null : sort,
  };
}

/** A list with an entry, or without it where it had it. */
export function toggled<T>(list: readonly T[], entry: T): T[] {
  return list.includes(entry) ? list.filter((each) => each !== entry) : [...list, entry];
}

/** The rows that a view shows, in its order. */
export function shownRows(rows: readonly Row[], view: View): Row[] {
  const { search, tags, standings, inMaintenance, sort } = view;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const isShown = ({ monitor, standing, text }: Row) =>
    (standings.length === 0 ? standing !== 'inactive' : standings.includes(standing)) &&
    (!inMaintenance || isInMaintenance(monitor)) &&
    tags.every((tag) => monitor.tags.includes(tag)) &&
    words.every((word) => text.includes(word));
  const compared = COMPARED[sort];
  return rows
    .filter(isShown)
    .sort(
      (one, other) =>
        Number(isTrouble(other.standing)) - Number(isTrouble(one.standing)) ||
        compared(one, other) ||
        compareText(one.key, other.key) ||
        compareText(one.monitor.id, other.monitor.id),
    );
}

function isInMaintenance({ maintenance }: Row['monitor']): boolean {
  return maintenance != null;
}

/** How many of the rows are in maintenance now. */
export function maintenanceCount(rows: readonly Row[]): number {
  return rows.filter(({ monitor }) => isInMaintenance(monitor)).length;
}

/** ISO 8601 in UTC sorts as text. What has no moment is last. */
const COMPARED: Record<Sort, (one: Row, other: Row) => number> = {
  state: (one, other) =>
    ROLL_ORDER.indexOf(one.standing) - ROLL_ORDER.indexOf(other.standing) ||
    compareText(troubleSince(other), troubleSince(one)),
  name: () => 0,
  last: (one, other) => compareText(other.monitor.last_event_at ?? '', one.monitor.last_event_at ?? ''),
  due: (one, other) => compareText(one.dueAt ?? '~', other.dueAt ?? '~'),
  new: (one, other) => compareText(other.monitor.created_at, one.monitor.created_at),
};

/** The newest trouble is what somebody has not seen yet. */
function troubleSince({ monitor, standing }: Row): string {
  return isTrouble(standing) ? (monitor.incident?.since ?? '') : '';
}

/** A tag, how many monitors carry it, and the worst of how they stand. */
export interface TagCount {
  tag: string;
  count: number;
  worst: Standing;
}

/** `rack-2` before `rack-10`. */
const NATURAL = new Intl.Collator('en', { numeric: true });

export const inOrder = (tags: readonly string[]): string[] => tags.toSorted(NATURAL.compare);

/** The tags of the monitors that are there, by name. */
export function tagCounts(rows: readonly Row[]): TagCount[] {
  const counts = new Map<string, TagCount>();
  for (const { monitor, standing } of rows) {
    if (standing === 'inactive') continue;
    for (const tag of monitor.tags) {
      const { count = 0, worst = standing } = counts.get(tag) ?? {};
      const isWorse = ROLL_ORDER.indexOf(standing) < ROLL_ORDER.indexOf(worst);
      counts.set(tag, { tag, count: count + 1, worst: isWorse ? standing : worst });
    }
  }
  return [...counts.values()].sort((one, other) => NATURAL.compare(one.tag, other.tag));
}

function listIn(query: URLSearchParams, name: string): string[] {
  return (query.get(name) ?? '').split(',').filter(Boolean);
}
