import { hashOf, rowIdOf } from '../../../lib/adapters/ids.ts';
import { getPageAddress, getSpacePages } from '../../../lib/data/feed/status-pages.ts';
import { getCheckerState } from '../../../lib/data/monitors/checker-state.ts';
import { listMonitors } from '../../../lib/data/monitors/space-monitors.ts';
import { ownerOfSpace } from '../../../lib/data/owners.ts';
import type { Table } from '../../../lib/data/table.ts';
import { feedMonitorOf } from '../../../lib/domain/feed/feed-monitor-of.ts';
import type { FeedMonitor } from '../../../lib/domain/feed/feed-monitor.ts';
import {
  inPageOrder,
  pageMonitorOf,
  type PageIncident,
  type PageMonitor,
  type ShownPage,
} from '../../../lib/domain/feed/shown-page.ts';
import { canBePageAddress, type StatusPage } from '../../../lib/domain/feed/status-page.ts';
import type { Instant } from '../../../lib/domain/instant.ts';
import { isFor } from '../../../lib/domain/monitors/maintenance.ts';
import type { IncidentRecord } from '../../../lib/domain/monitors/monitor.ts';
import { watchedFrom } from '../../../lib/domain/statistics/month-figures.ts';
import { judgedNow } from '../../../lib/flows/monitors/detect-outages.ts';
import { eachShown } from '../../../lib/flows/monitors/shown-monitors.ts';
import type { Ctx } from '../../../lib/runtime/context.ts';
import { remembered, type Remembered } from '../../../lib/runtime/memory/remembered.ts';
import { openIn, withTimes } from '../read-feed.ts';
import { pageHistory } from './page-history.ts';
import { pageUrl } from './page-settings.ts';

/** A page lists all monitors of its owner, and is read by whoever comes. */
const KEPT_MS = 30_000;
/** Some thousand monitors on one page or on hundreds: each is 7 kB with its days, and a function has 512 MB. */
const WEIGHT_KEPT = 10_000;
const weightOf = ({ monitors, incidents }: ShownPage): number => 10 + monitors.length + incidents.length;

const pagesByTable = new WeakMap<Table, Remembered<ShownPage>>();

/**
 * The page that an address leads to, as it was within the last half minute; undefined for one that is unknown, has ended or is
 * none. Where it leads is read each time, so an old address ends at once.
 */
export async function readStatusPage(ctx: Ctx, end: string): Promise<ShownPage | undefined> {
  const { table, clock } = ctx;
  const leads = canBePageAddress(end) ? await getPageAddress(table, hashOf(end)) : undefined;
  if (!leads) return undefined;
  const [kept, owner] = await Promise.all([
    getSpacePages(table, leads.spaceId),
    ownerOfSpace(table, leads.spaceId),
  ]);
  const page = kept.pages.find(({ id }) => id === leads.pageId);
  // Until the eraser has been here the page of an owner who is gone is still there.
  if (!page || !owner) return undefined;
  const known = pagesByTable.get(table) ?? remembered(clock, WEIGHT_KEPT, () => KEPT_MS, weightOf);
  pagesByTable.set(table, known);
  return known.of(`${page.id} ${kept.revision}`, () =>
    pageNow(ctx, page, { spaces: page.scope === 'space' ? [kept.spaceId] : owner.spaces, end }),
  );
}

async function pageNow(
  ctx: Ctx,
  page: StatusPage,
  { spaces, end }: { spaces: readonly string[]; end: string },
): Promise<ShownPage> {
  const { table, now } = ctx;
  const listed = await listMonitors(table, spaces, now);
  const wanted = listed.filter((monitor) => monitor.active && isFor(page, monitor));
  const monitors = await judgedNow(ctx, wanted, now);
  const [openFor, { historyFrom }, history] = await Promise.all([
    openIn(ctx, spaces),
    getCheckerState(table),
    pageHistory(ctx, spaces, monitors),
  ]);
  const rows = eachShown(ctx.log, monitors, (monitor) => {
    const row = {
      // Of this version of its address: with another one its badges end too.
      rowId: rowIdOf(`${page.id} ${page.version}`, monitor.id),
      hasConsented: false,
      maintainedUntil: openFor(monitor)?.until ?? null,
    };
    const shown = withTimes(feedMonitorOf(monitor, row, now));
    const records = history.incidents.get(monitor.id) ?? [];
    const knownFrom = Math.max(history.readFrom, watchedFrom(monitor, historyFrom) ?? now);
    return rowOf(shown, records, { knownFrom, now });
  });
  const { title, note, tags, isIndexed } = page;
  const incidents = inPageOrder(rows.flatMap((row) => row.incidents));
  return {
    title,
    note,
    tags,
    isIndexed,
    asOf: now,
    monitors: rows.map(({ monitor }) => monitor),
    incidents,
    urls: urlsOf(pageUrl(ctx, end)),
  };
}

function rowOf(
  shown: FeedMonitor,
  records: readonly IncidentRecord[],
  { knownFrom, now }: { knownFrom: Instant; now: Instant },
): { monitor: PageMonitor; incidents: PageIncident[] } {
  const { rowId, name, incident } = shown;
  const told = records.map(({ reason, downSince, closedAt }) => ({
    from: downSince,
    until: closedAt,
    reason,
  }));
  // What the next check will open.
  const isNew = incident !== null && records.every(({ number }) => number !== incident.number);
  const all = isNew ? [...told, { from: incident.since, until: null, reason: incident.reason }] : told;
  const incidents = all.map((each) => ({ rowId, name, ...each }));
  return { monitor: pageMonitorOf(shown, { incidents, knownFrom }, now), incidents };
}

/** Of badges a path, which is shorter, and of the same host as the page whatever it is called. */
function urlsOf(self: string): ShownPage['urls'] {
  const { pathname } = new URL(self);
  return { self, json: `${self}.json`, badge: (name) => `${pathname}/${name}.svg` };
}
