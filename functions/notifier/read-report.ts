import { alertingOf } from '../../lib/data/alerts/owner-channels.ts';
import { newestAlerts } from '../../lib/data/alerts/alert-pages.ts';
import { closedIncidents } from '../../lib/data/monitors/incident-lists.ts';
import { getIncidents } from '../../lib/data/monitors/incidents.ts';
import { getCheckerState } from '../../lib/data/monitors/checker-state.ts';
import { listMonitors } from '../../lib/data/monitors/space-monitors.ts';
import type { Owner } from '../../lib/data/owners.ts';
import { nobodyHeard } from '../../lib/domain/alerts/alert.ts';
import { speaksFor } from '../../lib/domain/alerts/owner-channel.ts';
import { DAY_MS } from '../../lib/domain/calendar.ts';
import type { Monitor } from '../../lib/domain/monitors/monitor.ts';
import { spanOfPeriod, type ReportPeriod } from '../../lib/domain/statistics/reports/report-period.ts';
import { reportOf, troubledIds, type Report } from '../../lib/domain/statistics/reports/report.ts';
import { consentedIds, reachingSomebody } from '../../lib/flows/alerts/address-consents.ts';
import { sideBySide } from '../../lib/flows/concurrently.ts';
import { eventsToLookAt, proposalsBeside } from '../../lib/flows/monitors/proposals.ts';
import type { NotifierDeps } from '../../lib/runtime/deps.ts';

/** Of an owner whose jobs flap all the time the newest count. */
const INCIDENTS_MAX = 2_000;
/** What began longer before a period, and ended in it, is left out. */
const BEGUN_BEFORE_MS = 35 * DAY_MS;
const AT_ONCE = 8;

/** What a period was like for an owner, by all that is kept of it. */
export async function readReport(
  { table, clock, log }: NotifierDeps,
  owner: Owner,
  { period, zone }: { period: ReportPeriod; zone: string },
): Promise<Report> {
  const { from, to } = spanOfPeriod(period, zone);
  const begun = { from: from - BEGUN_BEFORE_MS, to, limit: INCIDENTS_MAX };
  const [monitors, listed, { historyFrom }] = await Promise.all([
    listMonitors(table, owner.spaces, clock.now()),
    closedIncidents(table, owner.spaces, begun),
    getCheckerState(table),
  ]);
  const facts = {
    monitors,
    incidents: await getIncidents(table, listed),
    isCut: listed.length >= INCIDENTS_MAX,
    silent: await silentAmong(
      { table },
      monitors.filter(({ active }) => active),
    ),
    historyFrom,
  };
  const when = { period, from, to };
  // What is read of single monitors is read of those that it names.
  const named = reportOf({ ...facts, unheard: new Map(), drifts: new Map() }, when);
  const unheard = await sideBySide(
    troubledIds(named),
    AT_ONCE,
    async (id) => [id, await unheardOf({ table }, id, when)] as const,
  );
  const drifts = await sideBySide(named.drifting.lines, AT_ONCE, async ({ monitor }) => {
    const events = await eventsToLookAt(table, monitor, clock.now());
    const found = proposalsBeside({ log, now: clock.now() }, monitor, { events, windows: [], owner });
    return [monitor.id, found.drifts] as const;
  });
  return reportOf({ ...facts, unheard: new Map(unheard), drifts: new Map(drifts) }, when);
}

type TableDeps = Pick<NotifierDeps, 'table'>;

/** The ids of the monitors whose alerts nobody would hear. */
async function silentAmong({ table }: TableDeps, monitors: readonly Monitor[]): Promise<Set<string>> {
  const consented = await consentedIds(table, monitors);
  const quiet = monitors.filter(({ id, alertUrl }) => alertUrl === null && !consented.has(id));
  const silent = new Set<string>();
  await sideBySide([...Map.groupBy(quiet, ({ spaceId }) => spaceId)], AT_ONCE, async ([spaceId, own]) => {
    const { channels: all } = await alertingOf(table, spaceId);
    const channels = await reachingSomebody(table, all);
    for (const monitor of own)
      if (!channels.some((channel) => speaksFor(channel, monitor))) silent.add(monitor.id);
  });
  return silent;
}

/** Of how many incidents of a monitor the alerts of a period were given up on by all channels. */
async function unheardOf(
  { table }: TableDeps,
  monitorId: string,
  { from, to }: { from: number; to: number },
): Promise<number> {
  const newest = await newestAlerts(table, monitorId);
  const misses = newest.filter(
    ({ content, createdAt }) => content.kind === 'miss' && createdAt >= from && createdAt < to,
  );
  const byIncident = Map.groupBy(misses, ({ content }) => content.incident);
  return [...byIncident.values()].filter(nobodyHeard).length;
}
