import { listedIncidents } from '../../../lib/data/monitors/incident-lists.ts';
import { getIncidents } from '../../../lib/data/monitors/incidents.ts';
import { monitorsToList } from '../../../lib/data/monitors/monitors.ts';
import { incidentNow, isOver } from '../../../lib/domain/monitors/incidents/incident-record.ts';
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

/** What else of an owner went down when an incident of one monitor was opened, the newest first. */
export async function alsoDown(ctx: Ctx<'owner'>, monitorId: string, openedAt: Instant): Promise<Down[]> {
  const { table, caller } = ctx;
  const listed = await listedIncidents(table, caller.owner.spaces, {
    state: 'open',
    limit: LIMITS.incidentsLookedAtMax,
  });
  const others = listed.filter((each) => each.monitorId !== monitorId);
  const monitors = await monitorsToList(table, [...new Set(others.map((each) => each.monitorId))]);
  const records = await getIncidents(table, others);
  const known = new Map(monitors.map((monitor) => [monitor.id, monitor]));
  return records
    .flatMap((record) => {
      const monitor = known.get(record.monitorId);
      const incident = monitor && incidentNow(record, monitor);
      return incident && !isOver(incident, monitor) ? [{ monitor, incident }] : [];
    })
    .filter(({ incident }) => Math.abs(incident.openedAt - openedAt) < TOGETHER_MS)
    .sort((a, b) => b.incident.downSince - a.incident.downSince);
}
