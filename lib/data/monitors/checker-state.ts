import type { Instant } from '../../domain/instant.ts';
import type { BlindWindow } from '../../domain/monitors/outage/blind-window.ts';
import { MINUTE_MS } from '../../domain/calendar.ts';
import { changeItem, getItem, unlessRefused, type Change } from '../items.ts';
import { dueShardsOf, type DueSpread } from '../due-index.ts';
import { checkerKey } from '../keys.ts';
import type { Item, Table } from '../table.ts';

/** What the checker remembers of itself. */
export interface CheckerState {
  /** When the windows were last judged, by a check that began then; it need not have finished. */
  startedAt: Instant | null;
  /** All that was due by then has been worked off, in every shard; null before that was so once. */
  finishedAt: Instant | null;
  /** Nothing before it is judged: the first check, or the last time the clock was moved. */
  judgedSince: Instant | null;
  /** When the history of incidents began: the first check that wrote it. */
  historyFrom: Instant | null;
  /** When each name by which jobs reach us was last known to be open; none that never was. */
  openAt: Record<string, Instant>;
  /** Oldest first; the one that lasts is the last and may overlap others (`asOne` joins them). */
  windows: BlindWindow[];
}

type Noted = Partial<Omit<CheckerState, 'finishedAt'>>;

export async function getCheckerState(
  table: Table,
  options?: { consistent: boolean },
): Promise<CheckerState> {
  const item = (await getItem(table, checkerKey, options)) ?? {};
  const {
    startedAt = null,
    judgedSince = null,
    historyFrom = null,
    openAt = {},
    windows = [],
  } = item as Noted;
  return { startedAt, judgedSince, historyFrom, openAt, windows, finishedAt: finishedAtOf(table, item) };
}

/** The name under which the item keeps what a shard was last worked off for. */
export const workedName = (shard: number): string => `worked${shard}`;

const workedNames = (table: DueSpread) => dueShardsOf(table).map(workedName);

function finishedAtOf(table: DueSpread, item: Item): Instant | null {
  return Math.min(...workedNames(table).map((name) => Number(item[name] ?? 0))) || null;
}

/**
 * Whether all that was due at `since` was worked off by now, in every shard and by whatever runs, and none of them failed at
 * anything. It notes that it said so, and says so once a minute at most.
 */
export function takeHeartbeat(
  table: Table,
  { since, now }: { since: Instant; now: Instant },
): Promise<boolean> {
  const conditions = [
    // What was noted by a clock that was set back since says nothing, for or against.
    ...workedNames(table).map((name) => `${name} BETWEEN :since AND :after`),
    '(attribute_not_exists(failedAt) OR failedAt < :since OR failedAt >= :after)',
    '(attribute_not_exists(beatAt) OR beatAt <= :before OR beatAt >= :after)',
  ];
  return unlessRefused(
    updateChecker(table, {
      UpdateExpression: 'SET beatAt = :now',
      ConditionExpression: conditions.join(' AND '),
      ExpressionAttributeValues: {
        ':since': since,
        ':now': now,
        ':before': now - MINUTE_MS,
        ':after': now + MINUTE_MS,
      },
    }),
  );
}

/** Writes what a check learned about itself; what is not given stays. */
export async function noteChecker(table: Table, change: Noted): Promise<void> {
  await updateChecker(table, updateOf(change));
}

/** Writes what a check learned, unless somebody judged the windows since `seen` was read. Throws `WriteConflict` then. */
export async function noteJudgement(table: Table, seen: CheckerState, change: Noted): Promise<void> {
  const update = updateOf(change);
  const values = seen.startedAt === null ? {} : { ':seen': seen.startedAt };
  await updateChecker(table, {
    ...update,
    ConditionExpression: seen.startedAt === null ? 'attribute_not_exists(startedAt)' : 'startedAt = :seen',
    ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ...values },
  });
}

/** One write to the checker's item. Throws `WriteConflict` when its condition does not hold. */
export async function updateChecker(table: Table, change: Change): Promise<void> {
  await changeItem(table, checkerKey, change);
}

function updateOf(change: Noted) {
  const entries = Object.entries(change);
  return {
    UpdateExpression: `SET ${entries.map(([name]) => `#${name} = :${name}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(entries.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(entries.map(([name, value]) => [`:${name}`, value])),
  };
}
