import { sameText } from '../../adapters/ids.ts';
import { getMonitor } from './monitors.ts';
import type { Table } from '../table.ts';
import { readShownId, type ShownId } from '../../domain/monitors/monitor-id.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';

/** Whether the tail of an id is the one that a monitor has by now: all others were rotated away, or never were. */
export function hasTail({ idTail }: Pick<Monitor, 'idTail'>, { tail }: Pick<ShownId, 'tail'>): boolean {
  return idTail === null || tail === null ? idTail === tail : sameText(idTail, tail);
}

/** The monitor that is shown to the outside by an id, of any state, or undefined. A consistent read. */
export async function monitorShownAs(table: Table, text: string): Promise<Monitor | undefined> {
  const shown = readShownId(text);
  const monitor = shown && (await getMonitor(table, shown.id));
  return monitor && hasTail(monitor, shown) ? monitor : undefined;
}
