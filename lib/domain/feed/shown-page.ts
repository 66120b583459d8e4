import type { Instant } from '../instant.ts';
import type { AlertReason } from '../monitors/monitor.ts';
import { uptimeDays, utcMidnightsTo, type UptimeDay } from '../statistics/uptime.ts';
import type { FeedMonitor, FeedUrls } from './feed-monitor.ts';
import type { StatusPage } from './status-page.ts';

/** As many as bars are drawn for. */
const PAGE_DAYS = 90;

/** A time in which a monitor of a page was down, open or over. */
export interface PageIncident {
  rowId: string;
  name: string;
  reason: AlertReason;
  from: Instant;
  /** Null while it lasts. */
  until: Instant | null;
}

/** A monitor as a page shows it. */
export interface PageMonitor extends FeedMonitor {
  /** Oldest first, today last, as days of UTC. */
  days: UptimeDay[];
}

/** A status page as whoever opens it sees it. */
export interface ShownPage extends Pick<StatusPage, 'title' | 'note' | 'tags' | 'isIndexed'> {
  asOf: Instant;
  monitors: readonly PageMonitor[];
  /** Those that last first, then the newest. */
  incidents: readonly PageIncident[];
  urls: Pick<FeedUrls, 'self' | 'json' | 'badge'>;
}

/** What is known of how a monitor was. */
interface Past {
  incidents: readonly PageIncident[];
  knownFrom: Instant;
}

/** A monitor with the days of its past; what is down by now and in no history yet is down on them too. */
export function pageMonitorOf(monitor: FeedMonitor, past: Past, now: Instant): PageMonitor {
  const downs = past.incidents.map(({ from, until }) => ({ from, to: until ?? now }));
  const bounds = { knownFrom: monitor.lastEventAt === null ? now : past.knownFrom, now };
  return { ...monitor, days: uptimeDays(utcMidnightsTo(now, PAGE_DAYS), downs, bounds) };
}

/** The incidents of a page in the order in which they are told. */
export function inPageOrder(incidents: readonly PageIncident[]): PageIncident[] {
  const isOver = ({ until }: PageIncident) => Number(until !== null);
  return incidents.toSorted((one, other) => isOver(one) - isOver(other) || other.from - one.from);
}

/** Monitors under a heading. */
export interface PageGroup<M> {
  /** Null where they have none. */
  tag: string | null;
  monitors: M[];
}

/** The monitors of a page by its tags, each once: where it has several, by the first one that they carry. */
export function pageGroups<M extends { tags: readonly string[] }>(
  tags: readonly string[],
  monitors: readonly M[],
): PageGroup<M>[] {
  if (tags.length < 2) return [{ tag: null, monitors: [...monitors] }];
  const byTag = Map.groupBy(monitors, (monitor) => tags.find((tag) => monitor.tags.includes(tag)) ?? null);
  return tags.flatMap((tag) => {
    const own = byTag.get(tag);
    return own ? [{ tag, monitors: own }] : [];
  });
}
