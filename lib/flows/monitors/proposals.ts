import { Refusal } from '../../contract/errors.ts';
import type { MonitorEvent } from '../../data/monitors/events.ts';
import { listEvents } from '../../data/monitors/history.ts';
import type { Table } from '../../data/table.ts';
import type { Owner } from '../../data/owners.ts';
import type { Instant } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import type { BlindWindow } from '../../domain/monitors/outage/blind-window.ts';
import { proposalsOf, type Proposals } from '../../domain/monitors/rhythm/proposals-of.ts';
import type { Ctx } from '../../runtime/context.ts';
import { eachShown } from './shown-monitors.ts';
import { outagesNow, type OutageDeps } from './detect-outages.ts';

/** What was read of a monitor to work out its proposals. */
interface Read {
  events: readonly MonitorEvent[];
  windows: readonly BlindWindow[];
  owner: Owner | undefined;
}

/** What a history that was read speaks for. */
export function proposalsIn(monitor: Monitor, { events, windows, owner }: Read, now: Instant): Proposals {
  return proposalsOf(
    {
      monitor,
      events,
      untold: windows,
      // A guest has no profile that could name a zone.
      ownerTz: owner?.kind === 'account' ? owner.profile.timeZone : null,
      dismissed: new Set(monitor.dismissed),
    },
    now,
  );
}

const NOTHING: Proposals = { proposals: [], drifts: [], learning: null };

/** The same for what shows it beside other things: a history that nothing can be made of must not keep those back. */
export function proposalsBeside(ctx: Pick<Ctx, 'log' | 'now'>, monitor: Monitor, read: Read): Proposals {
  const [found = NOTHING] = eachShown(ctx.log, [monitor], (each) => proposalsIn(each, read, ctx.now));
  return found;
}

/**
 * What of a history anything is concluded from: its newest 500 events, or fewer, of the life that the monitor has now, not of one
 * of its name before it was deleted.
 */
export async function eventsToLookAt(
  table: Table,
  monitor: Monitor,
  now: Instant,
  limit: number = LIMITS.eventsMax,
): Promise<MonitorEvent[]> {
  const events = await listEvents(table, monitor, { limit, before: now + 1, now });
  return events.filter(({ at }) => at >= monitor.createdAt);
}

/** What the history of a monitor speaks for now. */
export async function proposalsNow(
  deps: OutageDeps,
  monitor: Monitor,
  owner: Owner | undefined,
  now: Instant,
): Promise<Proposals> {
  const [events, { windows }] = await Promise.all([
    eventsToLookAt(deps.table, monitor, now),
    outagesNow(deps, now),
  ]);
  return proposalsIn(monitor, { events, windows, owner }, now);
}

export function noSuchProposal(): Refusal {
  return new Refusal(
    'not_found',
    'The monitor has no proposal with this id now: it was applied or dismissed, or newer runs suggest something else. GET /api/endpoints/:id/proposal lists the current ones.',
  );
}
