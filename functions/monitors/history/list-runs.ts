import * as z from 'zod';
import type { catalogue } from '../../../lib/contract/catalogue.ts';
import type { RunEntry } from '../../../lib/contract/monitors/history.ts';
import { maintenanceOfMonitor } from '../../../lib/data/alerts/owners-alerting.ts';
import type { MonitorEvent } from '../../../lib/data/monitors/events.ts';
import { listClosings } from '../../../lib/data/monitors/history.ts';
import { isoOf, isoOrNull } from '../../../lib/domain/instant.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import type { OpenRun } from '../../../lib/domain/monitors/monitor.ts';
import { cursorPosition, cursorText } from '../../../lib/flows/list-page.ts';
import { ownMonitor } from '../../../lib/flows/monitors/own-monitor.ts';
import { withMaintenanceNames } from '../../../lib/render/monitors/maintenance-view.ts';
import type { Handle } from '../../../lib/runtime/context.ts';

/** The id of the last event looked at. */
const position = z.tuple([z.string().regex(/^\d{14}-[0-9a-z]{1,20}$/)]);

export const listRuns: Handle<typeof catalogue.listRuns> = async (ctx, { params, query }) => {
  const monitor = await ownMonitor(ctx, params.id);
  const { limit = LIMITS.eventsDefault, before, cursor } = query;
  // A cursor of the events of this monitor opens no list of its runs.
  const listId = `runs ${monitor.id}`;
  const listing = listClosings(ctx.table, monitor, {
    limit,
    before: before === undefined ? ctx.now + 1 : Date.parse(before),
    now: ctx.now,
    ...(cursor !== undefined && { olderThan: cursorPosition(cursor, [listId], position).position[0] }),
  });
  const [{ closings, next }, windows] = await Promise.all([
    listing,
    maintenanceOfMonitor(ctx.table, monitor),
  ]);
  const ended = withMaintenanceNames(closings, windows, endedRun);
  const isFirst = cursor === undefined && before === undefined;
  return {
    runs: [...(isFirst ? monitor.runs.toReversed().map(openRun) : []), ...ended],
    ...(next !== undefined && { next_cursor: cursorText(listId, [next]) }),
  };
};

function openRun({ rid, startedAt }: OpenRun): RunEntry {
  const started = { id: null, outcome: 'running', started_at: isoOf(startedAt) } as const;
  return { ...started, ended_at: null, duration_ms: null, exit_code: null, rid, has_output: false };
}

function endedRun({ id, kind, at, durationMs, exitCode, rid, hasOutput }: MonitorEvent): RunEntry {
  return {
    id,
    outcome: kind === 'fail' ? 'fail' : 'success',
    started_at: isoOrNull(durationMs === null ? null : at - durationMs),
    ended_at: isoOf(at),
    duration_ms: durationMs,
    exit_code: exitCode,
    rid,
    has_output: hasOutput,
  };
}
