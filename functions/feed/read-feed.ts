import { rowIdOf } from '../../lib/adapters/ids.ts';
import { listAlerting, windowsOfSpace, type OwnersAlerting } from '../../lib/data/alerts/owners-alerting.ts';
import { getMonitor } from '../../lib/data/monitors/monitors.ts';
import { isGone, listMonitorIds, listMonitors } from '../../lib/data/monitors/space-monitors.ts';
import { spacesOfFeed } from '../../lib/data/accounts/space-tokens.ts';
import { feedMonitorOf } from '../../lib/domain/feed/feed-monitor-of.ts';
import type { Feed, FeedMonitor, FeedUrls } from '../../lib/domain/feed/feed-monitor.ts';
import { isoOrNull } from '../../lib/domain/instant.ts';
import { isFor, openWindows } from '../../lib/domain/monitors/maintenance.ts';
import type { Monitor } from '../../lib/domain/monitors/monitor.ts';
import { consentedIds } from '../../lib/flows/alerts/address-consents.ts';
import { judgedNow } from '../../lib/flows/monitors/detect-outages.ts';
import { eachShown } from '../../lib/flows/monitors/shown-monitors.ts';
import type { Ctx } from '../../lib/runtime/context.ts';

/** The feed a token opens, or undefined for one that is unknown, rotated or malformed. Reads only. */
export async function readFeed(ctx: Ctx, token: string): Promise<Feed | undefined> {
  const spaces = await spacesOfFeed(ctx.table, token);
  if (!spaces) return undefined;
  const listed = await listMonitors(ctx.table, spaces, ctx.now);
  const [monitors, consented, openFor] = await Promise.all([
    judgedNow(ctx, listed, ctx.now),
    consentedIds(ctx.table, listed),
    openIn(ctx, spaces),
  ]);
  const rowOf = (monitor: Monitor) => ({
    rowId: rowIdOf(token, monitor.id),
    hasConsented: consented.has(monitor.id),
    maintainedUntil: openFor(monitor)?.until ?? null,
  });
  return {
    monitors: eachShown(ctx.log, monitors, (monitor) =>
      withTimes(feedMonitorOf(monitor, rowOf(monitor), ctx.now)),
    ),
    urls: urlsOf(ctx.origins.base, token),
  };
}

/** In which window a monitor is now. A feed of one space knows the windows of its owner too. */
export async function openIn(
  { table, now }: Pick<Ctx, 'table' | 'now'>,
  spaces: readonly string[],
): Promise<ReturnType<OwnersAlerting['openAt']>> {
  const [first = ''] = spaces;
  if (spaces.length > 1) return (await listAlerting(table, spaces)).openAt(now);
  const open = openWindows(await windowsOfSpace(table, first), now);
  return (monitor) => open.find(({ window }) => isFor(window, monitor)) ?? null;
}

/** Throws for a monitor with a time that is none, which no form could write. */
export function withTimes(monitor: FeedMonitor): FeedMonitor {
  const { createdAt, lastEventAt, nextExpectedAt, deadlineAt, stateSince, incident } = monitor;
  [createdAt, lastEventAt, nextExpectedAt, deadlineAt, stateSince, incident?.since ?? null].forEach(
    isoOrNull,
  );
  return monitor;
}

/**
 * One row of a feed: the ids are listed and one monitor is read, however long the roll. It is for a badge, which shows
 * no channel, so whether the address has consented is not asked.
 */
export async function readFeedRow(ctx: Ctx, token: string, rowId: string): Promise<FeedMonitor | undefined> {
  const spaces = (await spacesOfFeed(ctx.table, token)) ?? [];
  const ids = await listMonitorIds(ctx.table, spaces);
  const id = ids.find((each) => rowIdOf(token, each) === rowId);
  const monitor = id && (await getMonitor(ctx.table, id));
  if (!monitor || isGone(monitor, ctx.now) || !spaces.includes(monitor.spaceId)) return undefined;
  const [judged = monitor] = await judgedNow(ctx, [monitor], ctx.now);
  return feedMonitorOf(judged, { rowId, hasConsented: false }, ctx.now);
}

function urlsOf(base: string, token: string): FeedUrls {
  const self = `${base}/s/${token}`;
  return {
    self,
    html: `${self}.html`,
    json: `${self}.json`,
    rss: `${self}.rss`,
    metrics: `${self}/metrics`,
    apiIndex: `${base}/api/`,
    badge: (rowId) => `${self}/${rowId}.svg`,
  };
}
