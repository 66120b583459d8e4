import { calmOf } from '../../domain/monitors/calm.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import { changeItem } from '../items.ts';
import { monitorKey } from '../keys.ts';
import type { Item, Table } from '../table.ts';
import { ENTRY_BYTES } from './ping-entries.ts';

/** A write costs a unit for each of these. */
const UNIT_BYTES = 1_024;
/** What writes may add that do not work the list out anew: the last day rolled up, and what pings report. */
const SPARE_BYTES = 64;
/** A monitor whose settings leave less room than this takes one unit more, and keeps its one call. */
const ENTRIES_MIN = 8;

/** The names of what is stored of a calm monitor: `calmRev` is the revision of which the others are true. */
export const CALM_NAMES = ['toleranceMs', 'lateAt', 'listMax', 'calmRev'] as const;

/** Whether an item has its figures already or not, it takes as many entries. */
const LARGEST_FIGURES = Object.fromEntries(CALM_NAMES.map((name) => [name, 9_999_999_999_999]));

/**
 * What every write of a monitor stores of it while it is calm, by which a ping is one call. It holds for one revision: a
 * write that does not know of it, as that of an earlier release, ends it.
 */
export function calmAttributes(monitor: Monitor, item: Item): Item {
  const calm = calmOf(monitor);
  return calm ? { ...calm, listMax: listMaxOf(item), calmRev: monitor.rev } : {};
}

/** How many entries the list of a monitor may have, so that each of its writes costs no unit more for it. */
export function listMaxOf({ recent = [], ...item }: Item): number {
  const entries = recent as readonly string[];
  const longest = Math.max(ENTRY_BYTES, ...entries.map((entry) => entry.length)) + 1;
  const bareBytes = itemBytes({ ...item, ...LARGEST_FIGURES, recent: [] }) + SPARE_BYTES;
  const units = Math.ceil((bareBytes + ENTRIES_MIN * longest) / UNIT_BYTES);
  return Math.floor((units * UNIT_BYTES - bareBytes) / longest);
}

/** A plain success as its one call writes it. */
export interface CalmPing {
  at: Instant;
  entry: string;
  status: number | null;
  latencyMs: number | null;
}

/** The monitor that is meant, with the tail of its id and the space that it must have; undefined where any will do. */
export interface MeantMonitor {
  id: string;
  tail?: string | null;
  spaceId?: string;
}

/**
 * Records a success of a calm monitor in one call: last success, deadline and the event, all or none of it. What is not calm,
 * late, not newer than the last success, full, rotated or not there is refused: throws `WriteConflict` with the item as it
 * is. Returns the item when `isWanted`.
 */
export function recordCalmPing(
  table: Table,
  { id, tail, spaceId }: MeantMonitor,
  { at, entry, status, latencyMs }: CalmPing,
  isWanted: boolean,
): Promise<Item | undefined> {
  const readings = Object.entries({ lastStatus: status, lastLatencyMs: latencyMs });
  const told = readings.filter(([, value]) => value !== null);
  const untold = readings.filter(([, value]) => value === null).map(([name]) => name);
  const set = told.map(([name]) => `, ${name} = :${name}`).join('');
  const ofTail =
    tail === undefined ? '' : ` AND ${tail === null ? 'attribute_not_exists(idTail)' : 'idTail = :tail'}`;
  const ofSpace = spaceId === undefined ? '' : ' AND spaceId = :space';
  return changeItem(table, monitorKey(id), {
    UpdateExpression:
      `SET lastEventAt = :at, lateAt = :at + toleranceMs, recent = list_append(recent, :entry)${set}` +
      (untold.length > 0 ? ` REMOVE ${untold.join(', ')}` : ''),
    ConditionExpression: `calmRev = rev AND lateAt >= :at AND lastEventAt < :at AND size(recent) < listMax${ofTail}${ofSpace}`,
    ExpressionAttributeValues: {
      ':at': at,
      ':entry': [entry],
      ...(typeof tail === 'string' && { ':tail': tail }),
      ...(spaceId !== undefined && { ':space': spaceId }),
      ...Object.fromEntries(told.map(([name, value]) => [`:${name}`, value])),
    },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    ...(isWanted && { ReturnValues: 'ALL_NEW' }),
  });
}

/** How large the table takes an item for, a little too large rather than too small: a write costs a unit for each kilobyte. */
export function itemBytes(item: Item): number {
  let bytes = 0;
  for (const [name, value] of Object.entries(item)) bytes += Buffer.byteLength(name) + valueBytes(value);
  return bytes;
}

function valueBytes(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  // A byte for two digits, one for the exponent and one for a sign.
  if (typeof value === 'number') return Math.ceil(String(Math.abs(value)).length / 2) + 2;
  if (Array.isArray(value)) return value.reduce((sum: number, each) => sum + 1 + valueBytes(each), 3);
  if (typeof value === 'object' && value !== null)
    return 3 + Object.keys(value).length + itemBytes(value as Item);
  return 1;
}
