import { getCheckerState } from '../data/checker-state.ts';
import type { Table } from '../data/table.ts';
import { isoOf, isoOrNull } from '../domain/instant.ts';
import { asOne } from '../domain/outage/blind-window.ts';

/** How well the service itself sees: when it last checked, and the latest time in which it was blind. */
export async function serviceSight(table: Table) {
  const { finishedAt, windows } = await getCheckerState(table);
  const latest = asOne(windows).at(-1);
  return {
    last_check_at: isoOrNull(finishedAt),
    blind_window: latest ? { from: isoOf(latest.from), to: isoOrNull(latest.to) } : null,
  };
}
