import { queryPages } from '../query-pages.ts';
import { DAY_MS } from '../../domain/calendar.ts';
import type { Alert } from '../../domain/alerts/alert.ts';
import type { Instant } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';
import { alertOf, listAlerts } from './alerts.ts';
import { alertTimeOf } from './alert-keys.ts';
import { alertSk, monitorKey, TEST_SLOT_MS } from '../keys.ts';
import type { Item, Table } from '../table.ts';

/** Read beyond the page, so that one query mostly sees past the slot of its last alert. */
const SPARE = 4;

/** More than one incident alerts in a day: the last alert of one that is open, on each of its channels, is among so many. */
const NEWEST = 100;

/** An alert's place in the ledger. */
type Place = Pick<Alert, 'createdAt' | 'sk'>;

/** The newest alerts of a monitor, newest first. */
export function newestAlerts(table: Table, monitorId: string): Promise<Alert[]> {
  return listAlerts(table, monitorId, { limit: NEWEST });
}

/**
 * The newest alerts made before an instant, newest first; with `olderThan` those behind that one. What is past its
 * retention is left out.
 */
export async function alertsBefore(
  table: Table,
  monitorId: string,
  options: { limit: number; before: Instant; now: Instant; olderThan?: Place },
): Promise<Alert[]> {
  const { limit, now, olderThan } = options;
  const before = Math.min(options.before, (olderThan?.createdAt ?? Infinity) + 1);
  const oldestAt = now - LIMITS.eventRetentionDays * DAY_MS;
  const isWanted = (alert: Alert) =>
    alert.createdAt < before && (olderThan === undefined || newestFirst(olderThan, alert) < 0);
  if (before <= oldestAt) return [];
  const alerts: Alert[] = [];
  const pages = queryPages(table, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: {
      ':pk': monitorKey(monitorId).pk,
      ':from': alertSk(Math.max(0, oldestAt), 0, ''),
      // Sorts before every alert of the same millisecond, so `before` is exclusive.
      ':to': alertSk(before, 0, ''),
    },
    ScanIndexForward: false,
    Limit: limit + SPARE,
  });
  for await (const page of pages) {
    alerts.push(...page.map(alertOf).filter(isWanted));
    alerts.sort(newestFirst);
    const last = page.at(-1);
    if (last && !mayBelong(last, alerts[limit - 1])) break;
  }
  return alerts.slice(0, limit);
}

/** Whether what is kept from an item on down can be as new as the last alert of the page: a test is newer than its key. */
function mayBelong(start: Item, last: Alert | undefined): boolean {
  return last === undefined || alertTimeOf(String(start['sk'])) + TEST_SLOT_MS > last.createdAt;
}

function newestFirst(a: Place, b: Place): number {
  return b.createdAt - a.createdAt || Number(a.sk < b.sk) - Number(a.sk > b.sk);
}
