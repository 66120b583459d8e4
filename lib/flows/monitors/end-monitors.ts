import { monitorKey } from '../../data/keys.ts';
import { partitionOf } from '../../data/partitions.ts';
import { deleteItems, partitionPages } from '../../data/delete-items.ts';
import { monitorsNamedBy } from '../../data/monitors/space-monitors.ts';
import type { Table } from '../../data/table.ts';

/** The ids of the monitors of some spaces, also of those that were deleted, a page at a time. */
export async function* monitorPagesOf(table: Table, spaceIds: readonly string[]): AsyncGenerator<string[]> {
  for (const spaceId of spaceIds)
    for await (const items of partitionPages(table, partitionOf('space', spaceId), ['ids']))
      yield items.flatMap(monitorsNamedBy);
}

/** Removes the monitors themselves, which ends their pings and alerts; what is kept of them stays. At most `max`. */
export async function endMonitors(
  table: Table,
  spaceIds: readonly string[],
  max = Number.POSITIVE_INFINITY,
): Promise<void> {
  let ended = 0;
  for await (const ids of monitorPagesOf(table, spaceIds)) {
    const some = ids.slice(0, max - ended);
    await deleteItems(table, some.map(monitorKey));
    ended += some.length;
    if (ended >= max) return;
  }
}
