import type { Instant } from '../../domain/instant.ts';
import { newMonitor } from '../../domain/monitors/lifecycle.ts';
import { LIMITS } from '../../domain/limits.ts';
import { listSingleEvents, type EventsAsked, type MonitorEvent } from './events.ts';
import { getItem, newItem } from '../items.ts';
import { canaryKey } from '../keys.ts';
import { putMonitorItem } from './monitors.ts';
import { transact, type Table } from '../table.ts';

/** The monitor the canary pings, or undefined before its first run. */
export async function canaryMonitorId(
  table: Table,
  { consistent = true }: { consistent?: boolean } = {},
): Promise<string | undefined> {
  const item = await getItem(table, canaryKey, { consistent });
  return item && String(item['monitorId']);
}

/**
 * Makes the canary's monitor. It belongs to no owner, is listed nowhere, alerts nobody and never falls due: its
 * tolerance is the longest there is. Throws `WriteConflict` when another run made one first.
 */
export async function createCanary(table: Table, monitorId: string, now: Instant): Promise<void> {
  const settings = {
    name: 'canary',
    intervalSec: LIMITS.intervalMaxSec,
    cron: null,
    tz: null,
    graceSec: null,
    nextExpectedAt: null,
    unscheduledSec: null,
    alertTo: null,
    alertToOwn: false,
    alertUrl: null,
    maxDurationSec: null,
    alertRepeatSec: null,
    alertAfterFailures: 1,
    usesChannels: true,
    tags: [],
    pausedUntil: null,
  };
  const monitor = newMonitor({ id: monitorId, spaceId: 'service', slug: null }, settings, now);
  const pointer = newItem(table, { ...canaryKey, monitorId });
  await transact(table, [putMonitorItem(table, monitor), pointer]);
}

/** The latest pings of the canary's monitor, newest first; null when it has never run. Each says in its run id by which name it came, so each is an item of its own. */
export async function canaryEvents(table: Table, asked: EventsAsked): Promise<MonitorEvent[] | null> {
  const monitorId = await canaryMonitorId(table, asked);
  return monitorId === undefined ? null : listSingleEvents(table, monitorId, asked);
}
