import { hashOf, newId, newToken } from '../lib/adapters/ids.ts';
import { createGuestOwner } from '../lib/data/owners.ts';
import { pointerItem } from '../lib/data/monitors/space-monitors.ts';
import { transact, type Table } from '../lib/data/table.ts';
import type { Monitor } from '../lib/domain/monitors/monitor.ts';
import { benchMonitor, putFleet } from './fleet.ts';

const TRANSACTION = 100;
/** Names of one fleet differ, as real ones do: repeated ones would compress too well. */
const JOBS = ['nightly backup of', 'sync to', 'invoice run for', 'certificate renewal of', 'cleanup on'];

/** A guest and what it owns. */
export interface OwnedFleet {
  ownerId: string;
  token: string;
  monitors: readonly Monitor[];
}

/** An owner with monitors of every kind: of ten, seven answer, one is late, one waits, one is paused. */
export async function putOwnedFleet(table: Table, count: number): Promise<OwnedFleet> {
  const now = Date.now();
  const [ownerId, spaceId, token] = [newId(), newId(), newToken('hp_')];
  await createGuestOwner(table, { ownerId, spaceId, tokenHash: hashOf(token), now });
  const monitors = Array.from({ length: count }, (_none, index) =>
    benchMonitor(now - 60_000, { spaceId, name: nameOf(index), ...stateOf(index, now) }),
  );
  await putFleet(table, monitors);
  for (let start = 0; start < count; start += TRANSACTION) {
    const batch = monitors.slice(start, start + TRANSACTION);
    await transact(
      table,
      batch.map((monitor) => pointerItem(table, monitor)),
    );
  }
  return { ownerId, token, monitors };
}

function nameOf(index: number): string {
  return `${JOBS[index % JOBS.length]} host-${(index * 7919) % 10_007}`;
}

function stateOf(index: number, now: number): Partial<Monitor> {
  if (index % 10 === 7) return { lastEventAt: now - 3_600_000, missCount: 1, missCounted: true };
  if (index % 10 === 8) return { lastEventAt: null, dueAt: null };
  return index % 10 === 9 ? { pausedAt: now - 60_000, pausedUntil: now + 86_400_000 } : {};
}
