import { dayAfter, dayOf } from '../../domain/calendar.ts';
import type { Instant } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';
import { getItem } from '../items.ts';
import { checkerKey } from '../keys.ts';
import type { Item, Table } from '../table.ts';

const SLOT_MS = LIMITS.checkEverySec * 1000;
/** Days that are kept: today and enough for whoever takes the count of yesterday a day late. */
const KEPT_DAYS = 3;
const PREFIX = 'onTime';

/** Without dashes, which an expression would take for a minus. */
const nameOf = (day: string): string => PREFIX + day.replaceAll('-', '');
const dayOfName = (name: string): string =>
  name.slice(PREFIX.length).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');

/** The names under which the item of the checker counts its checks in time, a day each. */
export const onTimeNames = (item: Item): string[] =>
  Object.keys(item).filter((name) => name.startsWith(PREFIX));

/**
 * What a check that has worked off all that was due changes in the same write: it counts once in the five minutes in which it
 * began, and takes away the counts of days long gone. Null where these five minutes are counted already.
 */
export function onTimeChange(
  names: readonly string[],
  { before, since }: { before: Instant; since: Instant },
): { add: string; remove: string[] } | null {
  if (Math.floor(before / SLOT_MS) >= Math.floor(since / SLOT_MS)) return null;
  const kept = nameOf(dayAfter(dayOf(since), 1 - KEPT_DAYS));
  return { add: nameOf(dayOf(since)), remove: names.filter((name) => name < kept) };
}

/** How many times of five minutes of the last days had a check that worked off all that was due. */
export async function onTimeChecks(table: Table): Promise<{ day: string; checks: number }[]> {
  const item = (await getItem(table, checkerKey)) ?? {};
  return onTimeNames(item).map((name) => ({ day: dayOfName(name), checks: Number(item[name]) }));
}
