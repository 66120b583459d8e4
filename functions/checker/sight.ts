import { canaryPings } from '../../lib/data/canary.ts';
import type { CheckerState } from '../../lib/data/checker-state.ts';
import type { Table } from '../../lib/data/table.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import { blindWindows, type BlindWindow } from '../../lib/domain/outage/blind-window.ts';

/** An hour of the canary's pings: as far back as a window can still matter. */
const PINGS = 60;

/** The blind windows as this check knows them: each by itself, to be remembered. */
export async function lookAround(
  table: Table,
  state: CheckerState & { awakeSince: Instant },
  now: Instant,
): Promise<BlindWindow[]> {
  const { windows, finishedAt, awakeSince, newestPingAt } = state;
  const canaryPingsAt = await canaryPings(table, now, PINGS);
  return blindWindows({ windows, lastCheckAt: finishedAt, awakeSince, canaryPingsAt, newestPingAt }, now);
}
