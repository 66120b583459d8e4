import { listEvents } from '../../lib/data/events.ts';
import { getOutput } from '../../lib/data/outputs.ts';
import type { Table } from '../../lib/data/table.ts';
import { outputTail } from '../../lib/domain/alert/output-tail.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import type { AlertDecision } from '../../lib/domain/monitor/check.ts';
import { allDone } from '../../lib/flows/all-done.ts';
import { scheduleHintOf } from '../../lib/domain/monitor/schedule-hint.ts';
import type { Monitor } from '../../lib/domain/monitor/monitor.ts';
import type { ContentExtras } from './alerts-for.ts';

/** Enough to see a constant offset, few enough to be one small read. */
const HINT_EVENTS = 20;

/** A job that flaps may have ten failures in one check; the owner reads the older outputs with their events. */
const OUTPUTS_MAX = 3;

/** What the alerts of a check say beyond the monitor's state; read only when there is something to tell. */
export async function contentExtras(
  table: Table,
  monitor: Monitor,
  decisions: readonly AlertDecision[],
  now: Instant,
): Promise<Pick<ContentExtras, 'hint' | 'outputs'>> {
  const silent = decisions.some((decision) => decision.kind === 'miss' && decision.reason === 'silence');
  const eventIds = decisions.flatMap((decision) => decision.outputOf ?? []).slice(-OUTPUTS_MAX);
  const outputs = await allDone(
    eventIds.map(async (id) => [id, outputTail((await getOutput(table, monitor.id, id)) ?? '')] as const),
  );
  return { hint: silent ? await hintFor(table, monitor, now) : null, outputs: new Map(outputs) };
}

/** Most scheduled monitors that are told silent have the wrong zone. */
async function hintFor(table: Table, monitor: Monitor, now: Instant): Promise<string | null> {
  if (monitor.cron === null) return null;
  const events = await listEvents(table, monitor.id, { limit: HINT_EVENTS, before: now + 1, now });
  return scheduleHintOf(monitor, events, now)?.detail ?? null;
}
