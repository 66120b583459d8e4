import type { Instant } from '../../instant.ts';
import { LIVE_FIELDS, type LiveGroup } from './live.ts';
import type { Live, Snapshot } from './snapshot.ts';

/** What did not come for so long is not shown any more: a push may bring a part of the numbers only. */
export const SHOWN_SEC = 600;

const GROUPS = Object.keys(LIVE_FIELDS) as LiveGroup[];

/** The numbers of a channel's groups that are young enough; a group without any is absent. */
export function liveOf(
  snapshot: Pick<Snapshot, 'values'> | undefined,
  now: Instant,
  groups: readonly LiveGroup[] = GROUPS,
): Live {
  const live: Partial<Record<LiveGroup, Record<string, number>>> = {};
  for (const group of groups)
    for (const { id } of LIVE_FIELDS[group]) {
      const [value, atSec] = snapshot?.values[`${group}.${id}`] ?? [];
      if (value === undefined || atSec === undefined || now / 1000 - atSec > SHOWN_SEC) continue;
      (live[group] ??= {})[id] = value;
    }
  return live;
}
