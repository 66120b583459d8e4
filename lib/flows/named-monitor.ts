import { lastIncident } from '../data/last-incident.ts';
import type { Table } from '../data/table.ts';
import type { Instant } from '../domain/instant.ts';
import { newMonitor } from '../domain/monitor/lifecycle.ts';
import type { Monitor } from '../domain/monitor/monitor.ts';
import type { DecidedSettings } from '../domain/monitor/settings.ts';

/**
 * The monitor that a job name gets, new or after a deletion. Incidents count on from the life `before`: the ledger may
 * still have its alerts, and is asked by incident.
 */
export async function namedMonitor(
  table: Table,
  identity: Pick<Monitor, 'id' | 'spaceId' | 'slug' | 'sentAs'>,
  settings: DecidedSettings,
  { before, now }: { before: Monitor | undefined; now: Instant },
): Promise<Monitor> {
  const fresh = newMonitor(identity, settings, now);
  const incidents = before?.incidents ?? (await lastIncident(table, identity.id));
  if (!before) return { ...fresh, incidents };
  const listed = before.blockId !== undefined && { blockId: before.blockId };
  return { ...fresh, ...listed, incidents, rev: before.rev + 1 };
}
