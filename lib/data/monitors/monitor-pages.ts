import type { Instant } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import { monitorsToList } from './monitors.ts';
import { isListed, listedIds, olderFirst, type ListedId, type ListPosition } from './space-monitors.ts';
import type { Table } from '../table.ts';

/** A part of an owner's monitors, oldest first; `next` is where the following one begins, null after the last. */
export interface MonitorPage {
  monitors: Monitor[];
  next: ListPosition | null;
}

/**
 * At most `limit` monitors of some spaces from a position on, read consistently; deactivated ones for 30 days. Pages are in
 * the order of ids. Of those that `isWanted` leaves out, 500 are looked at, so that a page takes a bounded time; it may be
 * empty and not the last.
 */
export async function monitorPage(
  table: Table,
  spaceIds: readonly string[],
  asked: { from?: ListPosition; limit: number; isWanted?: (monitor: Monitor) => boolean; now: Instant },
): Promise<MonitorPage> {
  const { from, limit, isWanted, now } = asked;
  const most = isWanted ? LIMITS.monitorsPageMax : limit;
  // One more tells whether there is more, and what was taken of the position itself is read again.
  const listed = await firstOf(listedIds(table, spaceIds, { from, atOnce: most + 2 }), most + 1);
  const seen = listed.slice(0, most);
  const monitors = new Map(
    (await monitorsToList(table, [...new Set(seen.map(({ id }) => id))])).map((each) => [each.id, each]),
  );
  const found = seen.flatMap(({ id, position }) => {
    const monitor = monitors.get(id);
    // A block and a pointer may name the same monitor.
    monitors.delete(id);
    return monitor && isListed(monitor, spaceIds, now) && (isWanted?.(monitor) ?? true)
      ? [{ monitor, position }]
      : [];
  });
  const page = found.slice(0, limit);
  const isCut = found.length > limit;
  const last = isCut ? page.at(-1) : seen.at(-1);
  return {
    monitors: page.map(({ monitor }) => monitor).sort(olderFirst),
    next: isCut || listed.length > most ? (last?.position ?? null) : null,
  };
}

/** All monitors of some spaces, a page at a time, for work that need not hold them all. */
export async function* monitorPages(
  table: Table,
  spaceIds: readonly string[],
  now: Instant,
): AsyncGenerator<Monitor[]> {
  let from: ListPosition | undefined;
  do {
    const page = await monitorPage(table, spaceIds, {
      ...(from && { from }),
      limit: LIMITS.monitorsPageMax,
      now,
    });
    yield page.monitors;
    from = page.next ?? undefined;
  } while (from);
}

async function firstOf(ids: AsyncIterable<ListedId>, count: number): Promise<ListedId[]> {
  const first: ListedId[] = [];
  for await (const listed of ids) {
    first.push(listed);
    if (first.length === count) break;
  }
  return first;
}
