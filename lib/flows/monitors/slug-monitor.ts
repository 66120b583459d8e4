import { pastLives, pastLivesOfMany, type PastLives } from '../../data/monitors/name-history.ts';
import type { Table } from '../../data/table.ts';
import type { Instant } from '../../domain/instant.ts';
import { newMonitor } from '../../domain/monitors/lifecycle.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import { rotatedPartOf } from '../../domain/monitors/rotation.ts';
import type { DecidedSettings } from '../../domain/monitors/settings/default-settings.ts';

/**
 * The monitor that a job name gets, new or after a deletion, where incidents and rotations count on from the life `before`. The table
 * may have removed an earlier life already, so the new one passes `countedOn` before it is written.
 */
export function namedMonitor(
  identity: Pick<Monitor, 'id' | 'spaceId' | 'slug' | 'sentAs'>,
  settings: DecidedSettings,
  { before, now }: { before: Monitor | undefined; now: Instant },
): Monitor {
  const fresh = newMonitor(identity, settings, now);
  if (!before) return fresh;
  const listed = before.blockId !== undefined && { blockId: before.blockId };
  const counted = { incidents: before.incidents, ...rotatedPartOf(before) };
  const { recent, rev } = before;
  return { ...fresh, ...listed, ...counted, recent, rev: rev + 1 };
}

/**
 * A monitor to be written, its incidents and rotations counted on from the lives that its name had:
 * history and ledger outlast a deleted monitor and are known by the number, and nothing that was rotated away comes back. Reads nothing of one that is not new or has no name.
 */
export async function countedOn(table: Table, monitor: Monitor): Promise<Monitor> {
  return isNewName(monitor) ? { ...monitor, ...(await pastLives(table, monitor.id)) } : monitor;
}

/** The same of many at once, for a call that may decide several times: what was read is not read again. */
export function manyCountedOn(table: Table): (monitors: readonly Monitor[]) => Promise<Monitor[]> {
  const known = new Map<string, PastLives>();
  return async (monitors) => {
    const ids = monitors.filter(isNewName).map(({ id }) => id);
    const asked = ids.filter((id) => !known.has(id));
    const found = await pastLivesOfMany(table, asked);
    for (const [id, lives] of found) known.set(id, lives);
    return monitors.map((each) => (isNewName(each) ? { ...each, ...known.get(each.id) } : each));
  };
}

function isNewName({ slug, broughtId, rev }: Monitor): boolean {
  return (slug !== null || broughtId === true) && rev === 0;
}
