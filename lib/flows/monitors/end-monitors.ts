import { monitorKey } from '../../data/keys.ts';
import { partitionOf } from '../../data/partitions.ts';
import { deleteItemOf, partitionPages } from '../../data/delete-items.ts';
import { monitorsNamedBy } from '../../data/monitors/space-monitors.ts';
import type { Table } from '../../data/table.ts';
import { sideBySide } from '../concurrently.ts';

/** Fewer than the connections that the SDK has. */
const ENDED_AT_ONCE = 25;

/** The ids of the monitors that some spaces name, also of those that were deleted, a page of one space at a time. */
export async function* monitorPagesOf(
  table: Table,
  spaceIds: readonly string[],
): AsyncGenerator<{ spaceId: string; ids: string[] }> {
  for (const spaceId of spaceIds)
    for await (const items of partitionPages(table, partitionOf('space', spaceId), ['ids']))
      yield { spaceId, ids: items.flatMap(monitorsNamedBy) };
}

/**
 * Removes the monitors themselves, which ends their pings and alerts; what is kept of them stays. At most `max`. One that
 * somebody else brought under the id by now is left to them.
 */
export async function endMonitors(
  table: Table,
  spaceIds: readonly string[],
  max = Number.POSITIVE_INFINITY,
): Promise<void> {
  let ended = 0;
  for await (const { spaceId, ids } of monitorPagesOf(table, spaceIds)) {
    const some = ids.slice(0, max - ended);
    await sideBySide(some, ENDED_AT_ONCE, (id) => deleteItemOf(table, monitorKey(id), ['spaceId', spaceId]));
    ended += some.length;
    if (ended >= max) return;
  }
}
