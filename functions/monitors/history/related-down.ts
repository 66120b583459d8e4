import {
  closedIncidents,
  listedIncidents,
  type ListedIncident,
} from '../../../lib/data/monitors/incident-lists.ts';
import { getIncidents } from '../../../lib/data/monitors/incidents.ts';
import { monitorsToList } from '../../../lib/data/monitors/monitors.ts';
import { isListed } from '../../../lib/data/monitors/space-monitors.ts';
import { incidentNow, isOver } from '../../../lib/domain/monitors/incidents/incident-record.ts';
import { DAY_MS } from '../../../lib/domain/calendar.ts';
import type { Instant } from '../../../lib/domain/instant.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import type { IncidentRecord, Monitor } from '../../../lib/domain/monitors/monitor.ts';
import type { Ctx } from '../../../lib/runtime/context.ts';

/** A monitor that is down, and how. */
export interface Down {
  monitor: Monitor;
  incident: IncidentRecord;
}

/** One check may take long and be gone on with by the next, so what opened within its period is of the same. */
const TOGETHER_MS = LIMITS.checkEverySec * 1000;

/** What else of an owner went down when an incident of one monitor was opened and is down yet, the newest first. */
export async function alsoDown(ctx: Ctx<'owner'>, monitorId: string, openedAt: Instant): Promise<Down[]> {
  const fell = await together(ctx, { monitorId, openedAt }, await openOnes(ctx));
  return fell.filter(({ incident, monitor }) => !isOver(incident, monitor));
}

/** The same of an incident that is over, with what is back by now. */
export async function alsoFell(ctx: Ctx<'owner'>, monitorId: string, openedAt: Instant): Promise<Down[]> {
  const closed = await closedIncidents(ctx.table, ctx.caller.owner.spaces, {
    from: openedAt - DAY_MS,
    to: openedAt + TOGETHER_MS,
    limit: LIMITS.incidentsLookedAtMax,
  });
  return together(ctx, { monitorId, openedAt }, [...(await openOnes(ctx)), ...closed]);
}

function openOnes({ table, caller }: Ctx<'owner'>): Promise<ListedIncident[]> {
  return listedIncidents(table, caller.owner.spaces, { state: 'open', limit: LIMITS.incidentsLookedAtMax });
}

async function together(
  { table, caller, now }: Ctx<'owner'>,
  { monitorId, openedAt }: Pick<IncidentRecord, 'monitorId' | 'openedAt'>,
  listed: readonly ListedIncident[],
): Promise<Down[]> {
  const others = listed.filter((each) => each.monitorId !== monitorId);
  const monitors = await monitorsToList(table, [...new Set(others.map((each) => each.monitorId))]);
  const records = await getIncidents(table, others);
  const known = new Map(monitors.map((monitor) => [monitor.id, monitor]));
  const fell = records
    .flatMap((record) => {
      const monitor = known.get(record.monitorId);
      // An id may be of another owner by now.
      return monitor && isListed(monitor, caller.owner.spaces, now)
        ? [{ monitor, incident: incidentNow(record, monitor) }]
        : [];
    })
    .filter(({ incident }) => Math.abs(incident.openedAt - openedAt) < TOGETHER_MS)
    .sort((a, b) => b.incident.downSince - a.incident.downSince);
  // A job may have failed twice meanwhile.
  return [...new Map(fell.map((each) => [each.monitor.id, each])).values()];
}
