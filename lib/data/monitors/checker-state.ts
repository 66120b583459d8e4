import type { Instant } from '../../domain/instant.ts';
import type { BlindWindow } from '../../domain/monitors/outage/blind-window.ts';
import { changeItem, getItem, type Change } from '../items.ts';
import { DUE_SHARDS } from '../due-index.ts';
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
  return { startedAt, judgedSince, historyFrom, openAt, windows, finishedAt: finishedAtOf(item) };
}

/** The name under which the item keeps what a shard was last worked off for. */
export const workedName = (shard: number): string => `worked${shard}`;

function finishedAtOf(item: Item): Instant | null {
  const worked = Array.from({ length: DUE_SHARDS }, (_, shard) => Number(item[workedName(shard)] ?? 0));
  return Math.min(...worked) || null;
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
