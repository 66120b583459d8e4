import { inRollOrder } from '../../domain/feed/roll-order.ts';
import { pageGroups, type PageMonitor, type ShownPage } from '../../domain/feed/shown-page.ts';
import { isTrouble, standingOf } from '../../domain/feed/standing.ts';
import { isoOf, isoOrNull } from '../../domain/instant.ts';
import { shareOfDays } from '../../domain/statistics/uptime.ts';

/** A status page for programs: what the page shows, and no more. */
export function statusPageJson({ title, note, tags, asOf, monitors, incidents, urls }: ShownPage) {
  const ordered = inRollOrder(monitors);
  return {
    title,
    note,
    generated_at: isoOf(asOf),
    all_ok: monitors.length > 0 && monitors.every((monitor) => standingOf(monitor) === 'ok'),
    monitors: pageGroups(tags, ordered).flatMap((group) =>
      group.monitors.map((monitor) => rowOf(monitor, group.tag)),
    ),
    incidents: incidents.map(({ rowId, name, reason, from, until }) => ({
      id: rowId,
      name,
      reason,
      from: isoOf(from),
      until: isoOrNull(until),
    })),
    _links: { self: urls.json, html: urls.self, wall: `${urls.self}?wall=1`, badge: `${urls.self}/all.svg` },
  };
}

function rowOf(monitor: PageMonitor, group: string | null) {
  const { rowId, name, lastEventAt, maintainedUntil, days, incident, stateSince } = monitor;
  const standing = standingOf(monitor);
  return {
    id: rowId,
    name,
    standing,
    group,
    since: isTrouble(standing) ? isoOf(incident?.since ?? stateSince) : null,
    last_event_at: isoOrNull(lastEventAt),
    maintenance: maintainedUntil === null ? null : { until: isoOf(maintainedUntil) },
    up_percent: shareOfDays(days),
    down_sec_by_day: days.map(({ knownMs, downMs }) => (knownMs === 0 ? null : Math.floor(downMs / 1000))),
  };
}
