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
/** A host that is dead takes its jobs along one by one, as each comes due: for so long what shares a tag counts too. */
const ALONG_MS = DAY_MS / 2;

/** What went down, when, and until when. */
interface Fallen {
  monitor: Pick<Monitor, 'id' | 'tags'>;
  openedAt: Instant;
  endedAt: Instant;
}

/** What else of an owner went down when an incident of one monitor was opened and is down yet, the newest first. */
export async function alsoDown(ctx: Ctx<'owner'>, monitor: Monitor, openedAt: Instant): Promise<Down[]> {
  const fell = await together(ctx, { monitor, openedAt, endedAt: Infinity }, await openOnes(ctx));
  return fell.filter(({ incident, monitor: other }) => !isOver(incident, other));
}

/** The same of an incident that is over, with what is back by now. */
export async function alsoFell(ctx: Ctx<'owner'>, fallen: Fallen): Promise<Down[]> {
  const { openedAt, endedAt } = fallen;
  const closed = await closedIncidents(ctx.table, ctx.caller.owner.spaces, {
    from: openedAt - DAY_MS,
    to: Math.max(openedAt + TOGETHER_MS, Math.min(endedAt, openedAt + ALONG_MS)),
    limit: LIMITS.incidentsLookedAtMax,
  });
  return together(ctx, fallen, [...(await openOnes(ctx)), ...closed]);
}

function openOnes({ table, caller }: Ctx<'owner'>): Promise<ListedIncident[]> {
  return listedIncidents(table, caller.owner.spaces, { state: 'open', limit: LIMITS.incidentsLookedAtMax });
}

async function together(
  { table, caller, now }: Ctx<'owner'>,
  fallen: Fallen,
  listed: readonly ListedIncident[],
): Promise<Down[]> {
  const others = listed.filter((each) => each.monitorId !== fallen.monitor.id);
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
    .filter((other) => isWith(fallen, other))
    .sort((a, b) => b.incident.downSince - a.incident.downSince);
  // A job may have failed twice meanwhile.
  return [...new Map(fell.map((each) => [each.monitor.id, each])).values()];
}

/** Whether another fell in the same check, or shares a tag and was down at the same time for a while. */
function isWith({ monitor, openedAt, endedAt }: Fallen, { monitor: other, incident }: Down): boolean {
  const apartMs = Math.abs(incident.openedAt - openedAt);
  if (apartMs < TOGETHER_MS) return true;
  const isRelated = other.tags.some((tag) => monitor.tags.includes(tag));
  const isBesides = incident.openedAt < endedAt && (incident.closedAt ?? Infinity) > openedAt;
  return isRelated && isBesides && apartMs < ALONG_MS;
}
