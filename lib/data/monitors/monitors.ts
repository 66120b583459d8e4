import { isDeepStrictEqual } from 'node:util';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { LIMITS } from '../../domain/limits.ts';
import { calmOf } from '../../domain/monitors/calm.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import { withNote, type ProposalNote } from '../../domain/monitors/noted-proposal.ts';
import { changeItem, getItem, newItem, unlessRefused } from '../items.ts';
import { monitorKey } from '../keys.ts';
import { readList, readMany, readReadable, type Consistency, type FoundItems } from '../read-many.ts';
import { always, optional, recordKind, sparse, ttlAfter } from '../record.ts';
import { writeConflict, type Table, type TransactItem } from '../table.ts';
import { CALM_NAMES, calmAttributes, listMaxOf } from './calm-pings.ts';

/** How a monitor is stored. */
const monitors = recordKind<Monitor>({
  key: ({ id }) => monitorKey(id),
  inKey: {},
  ttl: ({ deactivatedAt }) =>
    deactivatedAt === null ? null : ttlAfter(deactivatedAt, LIMITS.inactiveRetentionDays),
  besides: CALM_NAMES,
  derived: calmAttributes,
  fields: {
    id: always,
    idTail: null,
    spaceId: always,
    slug: null,
    sentAs: optional,
    importedAs: optional,
    watched: optional,
    threshold: optional,
    asCheck: optional,
    broughtId: optional,
    checkSlug: optional,
    blockId: optional,
    name: always,
    intervalSec: always,
    cron: null,
    tz: null,
    graceSec: null,
    alertTo: null,
    alertToOwn: sparse(false),
    alertUrl: null,
    maxDurationSec: null,
    alertRepeatSec: null,
    alertAfterFailures: sparse(1),
    usesChannels: sparse(true),
    tags: always,
    pausedUntil: null,
    active: always,
    countsAsFast: sparse(false),
    createdAt: always,
    nextExpectedAt: null,
    unscheduledSec: null,
    lastEventAt: null,
    lastStatus: null,
    lastLatencyMs: null,
    lastDurationMs: null,
    keptLately: optional,
    recent: [],
    runs: always,
    endedRuns: optional,
    pending: always,
    incident: null,
    incidents: always,
    unrecorded: optional,
    rolledUpTo: optional,
    proposed: optional,
    learnedRuns: optional,
    drifts: optional,
    learns: optional,
    dismissed: optional,
    failing: always,
    failedRuns: null,
    missCount: always,
    missCounted: always,
    alertedAt: null,
    resumedAt: null,
    pausedAt: null,
    lateAtPause: optional,
    missingRunAt: optional,
    healthySince: null,
    extendedUntil: null,
    deactivatedAt: null,
    tokenVersion: sparse(1),
    webhookSecretVersion: sparse(1),
    webhookSecretRotatedAt: null,
    rev: always,
    dueAt: null,
  },
});

/** The monitor an item holds. */
export const monitorOf = monitors.fromItem;

/** A monitor of any state, or undefined. Ingest reads eventually: its write is conditional anyway. */
export async function getMonitor(
  table: Table,
  id: string,
  options: { consistent: boolean } = { consistent: true },
): Promise<Monitor | undefined> {
  const item = await getItem(table, monitorKey(id), options);
  return item && monitors.fromItem(item);
}

/**
 * Consistent reads of many monitors, in no order; those that do not exist are absent. Throws `TableThrottled` when the
 * table goes on leaving some unread: a list without them would say that they do not exist. Throws for one that is damaged.
 */
export function getMonitors(table: Table, ids: readonly string[]): Promise<Monitor[]> {
  return readMany(table, ids.map(monitorKey), monitors.fromWire);
}

/** The same for a list, which leaves out what is damaged. */
export function monitorsToList(table: Table, ids: readonly string[]): Promise<Monitor[]> {
  return readList(table, ids.map(monitorKey), monitors.fromWire);
}

/** The same, with the faults of those that are damaged; by an eventual read for half the price. */
export function readableMonitors(
  table: Table,
  ids: readonly string[],
  how: Consistency,
): Promise<FoundItems<Monitor>> {
  return readReadable(table, ids.map(monitorKey), monitors.fromWire, how);
}

/** How many entries the list of a monitor may have: more are packed first. */
export function listMaxFor(table: Table, monitor: Monitor): number {
  return listMaxOf(monitors.toItem(monitor, table));
}

/**
 * The write of a healthy ping that was decided: moves the last event and what is computed from it, and takes the entry by
 * which `after` lists more than `before`. Conditional on the revision the ping was decided from. A newer ping that got
 * there first is not an error where there is no entry: there is nothing left to move. Throws `WriteConflict` with the
 * current item when anything else changed.
 */
export async function recordHealthyPing(table: Table, before: Monitor, after: Monitor): Promise<void> {
  const entries = after.recent.slice(before.recent.length);
  try {
    await table.client.send(new UpdateCommand(healthyPing(table, after, entries)));
  } catch (error) {
    const conflict = writeConflict(error);
    if (!conflict) throw error;
    if (entries.length > 0 || conflict.current?.['rev'] !== before.rev) throw conflict;
  }
}

/** Of a monitor under the revision that it has already. */
function healthyPing(table: Table, after: Monitor, entries: readonly string[]) {
  const item = monitors.toItem(after, table);
  const moved = MOVED_BY_PINGS.filter((name) => item[name] !== undefined);
  const gone = MOVED_BY_PINGS.filter((name) => item[name] === undefined);
  const isListed = entries.length > 0;
  return {
    TableName: table.name,
    Key: monitorKey(after.id),
    UpdateExpression:
      `SET ${moved.map((name) => `${name} = :${name}`).join(', ')}` +
      (isListed ? ', recent = list_append(if_not_exists(recent, :none), :entries)' : '') +
      (gone.length > 0 ? ` REMOVE ${gone.join(', ')}` : ''),
    ConditionExpression:
      'rev = :rev AND lastEventAt < :lastEventAt' +
      (isListed ? ' AND (attribute_not_exists(recent) OR size(recent) < :max)' : ''),
    ExpressionAttributeValues: {
      ...Object.fromEntries(moved.map((name) => [`:${name}`, item[name]])),
      ':rev': after.rev,
      ...(isListed && { ':none': [], ':entries': entries, ':max': listMaxOf(item) }),
    },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
}

/** Notes how much is kept of a monitor of which a signal changes nothing else; one that was changed meanwhile stays as it is. */
export async function noteKept(
  table: Table,
  { id, rev, keptLately }: Monitor,
  after: Monitor,
): Promise<void> {
  if (isDeepStrictEqual(keptLately, after.keptLately)) return;
  const noted = changeItem(table, monitorKey(id), {
    UpdateExpression: 'SET keptLately = :lately',
    ConditionExpression: 'rev = :rev',
    ExpressionAttributeValues: { ':lately': after.keptLately, ':rev': rev },
  });
  await unlessRefused(noted);
}

const MOVED_BY_PINGS = [
  'lastEventAt',
  'intervalSec',
  'nextExpectedAt',
  'lastStatus',
  'lastLatencyMs',
  'keptLately',
  ...CALM_NAMES,
] as const;

/**
 * Replaces a monitor under the condition that it is still `before`. Throws `WriteConflict` with the current item. When
 * that is what was to be written, an answer of ours was lost and its repeat refused: it is done.
 */
export async function replaceMonitor(table: Table, before: Monitor, after: Monitor): Promise<void> {
  const write = replaceWrite(table, before, after);
  try {
    await table.client.send(new PutCommand({ ...write, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }));
  } catch (error) {
    const conflict = writeConflict(error);
    if (!isDeepStrictEqual(conflict?.current, write.Item)) throw conflict ?? error;
  }
}

/** Replaces a monitor that is still `before`, as part of a transaction. */
export function replaceMonitorItem(table: Table, before: Monitor, after: Monitor): TransactItem {
  return { Put: replaceWrite(table, before, after) };
}

/** What a roll-up notes of a monitor: up to which day it is, how many entries were packed, and what its runs speak for. */
export interface RolledUp {
  to: string;
  packed?: number;
  note?: ProposalNote;
}

/**
 * Notes up to which day the events of a monitor stand in the statistics, and cuts the first `packed` entries of its list, which
 * lie in a block by now, unless a ping came meanwhile. Raises the revision, so that no write which was decided before
 * takes it back; false when something changed meanwhile, or somebody else noted it: the same days are then rolled up again,
 * or were.
 */
export function noteRolledUp(
  table: Table,
  monitor: Monitor,
  { to, packed = 0, note = monitor }: RolledUp,
): Promise<boolean> {
  const { id, rev, rolledUpTo: seen } = monitor;
  const isSeen = seen === undefined ? 'attribute_not_exists(rolledUpTo)' : 'rolledUpTo = :seen';
  const { proposed, learnedRuns, drifts } = note;
  const noted = Object.entries({ proposed, learnedRuns, drifts });
  const told = noted.filter(([, value]) => value !== undefined);
  const untold = noted.filter(([, value]) => value === undefined).map(([name]) => name);
  const calm = calmOf(monitor);
  return unlessRefused(
    changeItem(table, monitorKey(id), {
      UpdateExpression:
        `SET rolledUpTo = :to, rev = :next${calm ? RENEWED : ''}` +
        told.map(([name]) => `, ${name} = :${name}`).join('') +
        (packed > 0 ? ', recent = :rest' : '') +
        (untold.length > 0 ? ` REMOVE ${untold.join(', ')}` : ''),
      // What was listed since would go with the rest: a ping moves the last success.
      ConditionExpression: `rev = :rev AND ${isSeen}${packed > 0 ? ' AND lastEventAt = :last' : ''}`,
      ExpressionAttributeValues: {
        ...(packed > 0 && { ':rest': monitor.recent.slice(packed), ':last': monitor.lastEventAt }),
        ...Object.fromEntries(told.map(([name, value]) => [`:${name}`, value])),
        ':to': to,
        ':rev': rev,
        ':next': rev + 1,
        ...(calm && { ':tolerance': calm.toleranceMs, ':max': listMaxFor(table, withNote(monitor, note)) }),
        ...(seen && { ':seen': seen }),
      },
    }),
  );
}

/**
 * Of a calm monitor: all of what makes its pings one call, since what an earlier release left of it is true of another
 * revision. Late so long after the last success, which may have moved since it was read.
 */
const RENEWED =
  ', calmRev = :next, toleranceMs = :tolerance, lateAt = lastEventAt + :tolerance, listMax = :max';

/** That a monitor is as it was seen, or is not there, as part of a transaction that changes nothing of it. */
export function monitorAsSeenItem(table: Table, id: string, seen: Monitor | undefined): TransactItem {
  return {
    ConditionCheck: {
      TableName: table.name,
      Key: monitorKey(id),
      ConditionExpression: `attribute_not_exists(pk)${seen ? ' OR rev = :rev' : ''}`,
      ...(seen && { ExpressionAttributeValues: { ':rev': seen.rev } }),
    },
  };
}

/** A new monitor, as part of a transaction. */
export function putMonitorItem(table: Table, monitor: Monitor): TransactItem {
  return newItem(table, monitors.toItem(monitor, table));
}

function replaceWrite(table: Table, before: Monitor, after: Monitor) {
  const unseen = before.lastEventAt === null;
  return {
    TableName: table.name,
    Item: monitors.toItem({ ...after, rev: before.rev + 1 }, table),
    ConditionExpression: `rev = :rev AND ${unseen ? 'attribute_not_exists(lastEventAt)' : 'lastEventAt = :lastEventAt'}`,
    ExpressionAttributeValues: { ':rev': before.rev, ...(!unseen && { ':lastEventAt': before.lastEventAt }) },
  };
}
