import * as z from 'zod';
import type { catalogue } from '../../../lib/contract/catalogue.ts';
import {
  incidentsOfMonitor,
  isPositionIn,
  listedIncidents,
  type ListedIncident,
} from '../../../lib/data/monitors/incident-lists.ts';
import { getIncidents } from '../../../lib/data/monitors/incidents.ts';
import { monitorsToList } from '../../../lib/data/monitors/monitors.ts';
import { isListed } from '../../../lib/data/monitors/space-monitors.ts';
import { incidentNow } from '../../../lib/domain/monitors/incidents/incident-record.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import type { Monitor } from '../../../lib/domain/monitors/monitor.ts';
import { hasTags, tagsIn } from '../../../lib/domain/monitors/settings/tags.ts';
import { cursorPosition, cursorText } from '../../../lib/flows/list-page.ts';
import { monitorOfOwner } from '../../../lib/flows/monitors/own-monitor.ts';
import { incidentEntryView } from '../../../lib/render/monitors/incident-view.ts';
import type { Ctx, Handle, Input } from '../../../lib/runtime/context.ts';

type Query = Input<typeof catalogue.listIncidents>['query'];

/** Where the last incident that was looked at stands in its list. */
const positionIn = ({ monitor, state }: Query) =>
  z.tuple([
    z
      .string()
      .regex(/^[A-Z]{3,6}#[0-9a-z#]{1,60}$/)
      .refine((sk) => isPositionIn(monitor === undefined ? 'spaces' : 'monitor', sk, state)),
  ]);

export const listIncidents: Handle<typeof catalogue.listIncidents> = async (ctx, { query }) => {
  const { limit = LIMITS.eventsDefault, cursor } = query;
  const listId = listIdOf(ctx, query);
  const after =
    cursor === undefined ? undefined : cursorPosition(cursor, [listId], positionIn(query)).position[0];
  // Without a filter that leaves some out, one more than the page holds tells whether the list goes on.
  const most = query.tag ? LIMITS.incidentsLookedAtMax : limit;
  const listed = await listedFor(ctx, query, { limit: most + 1, after });
  const seen = listed.slice(0, most);
  const monitors = await wantedMonitors(ctx, seen, query.tag?.flatMap(tagsIn));
  const wanted = seen.filter(({ monitorId }) => monitors.has(monitorId));
  const page = wanted.slice(0, limit);
  const last = wanted.length > limit ? page.at(-1) : listed.length > most ? seen.at(-1) : undefined;
  return {
    incidents: await entriesOf(ctx, query, page, monitors),
    ...(last && { next_cursor: cursorText(listId, [last.position]) }),
  };
};

/** A cursor is worth nothing to another owner, and with other filters. */
function listIdOf({ caller }: Ctx<'owner'>, { state, monitor, tag }: Query): string {
  return JSON.stringify(['incidents', caller.owner.id, state, monitor, tag]);
}

async function listedFor(
  ctx: Ctx<'owner'>,
  { monitor, state }: Query,
  part: { limit: number; after: string | undefined },
): Promise<ListedIncident[]> {
  const { owner } = ctx.caller;
  if (monitor === undefined) return listedIncidents(ctx.table, owner.spaces, { ...part, state });
  return incidentsOfMonitor(ctx.table, (await monitorOfOwner(ctx, monitor, owner)).id, part);
}

/** The monitors of some incidents, by id, without those that are gone or lack a wanted tag. */
async function wantedMonitors(
  ctx: Ctx<'owner'>,
  seen: readonly ListedIncident[],
  tags: string[] | undefined,
): Promise<Map<string, Monitor>> {
  const { spaces } = ctx.caller.owner;
  const monitors = await monitorsToList(ctx.table, [...new Set(seen.map(({ monitorId }) => monitorId))]);
  const wanted = monitors.filter(
    (monitor) => isListed(monitor, spaces, ctx.now) && (!tags || hasTags(monitor, tags)),
  );
  return new Map(wanted.map((monitor) => [monitor.id, monitor]));
}

/** In the order of the list. The monitors were read before their incidents, so that nothing is shown open that is over. */
async function entriesOf(
  ctx: Ctx<'owner'>,
  { state }: Query,
  page: readonly ListedIncident[],
  monitors: ReadonlyMap<string, Monitor>,
) {
  const records = await getIncidents(ctx.table, page);
  const byPosition = new Map(records.map((record) => [`${record.monitorId} ${record.number}`, record]));
  return page.flatMap(({ monitorId, number }) => {
    const record = byPosition.get(`${monitorId} ${number}`);
    const monitor = monitors.get(monitorId);
    if (!record || !monitor) return [];
    const entry = incidentEntryView(incidentNow(record, monitor), monitor, ctx.now);
    return state === undefined || entry.state === state ? [entry] : [];
  });
}
