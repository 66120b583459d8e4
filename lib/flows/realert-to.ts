import { getMonitor, replaceMonitor } from '../data/monitors.ts';
import { retryOnConflict } from '../data/retry-on-conflict.ts';
import { monitorPages } from '../data/monitor-pages.ts';
import type { Table } from '../data/table.ts';
import type { Instant } from '../domain/instant.ts';
import type { Monitor } from '../domain/monitor/monitor.ts';
import { realertNow } from '../domain/monitor/realert.ts';
import { addressHashOf } from './address-consent.ts';

/**
 * An address has just said that it wants alerts: incidents that are open are told to it at the next check, not after the
 * repeat gap.
 */
export async function realertTo(
  table: Table,
  spaceId: string,
  addressHash: string,
  now: Instant,
): Promise<void> {
  const isWaiting = ({ alertTo, incident }: Monitor) =>
    incident !== null && alertTo !== null && addressHashOf(alertTo) === addressHash;
  for await (const monitors of monitorPages(table, [spaceId], now)) {
    for (const { id } of monitors.filter(isWaiting)) {
      await retryOnConflict(async () => {
        const monitor = await getMonitor(table, id);
        if (monitor && isWaiting(monitor))
          await replaceMonitor(table, monitor, realertNow(monitor, ['email'], now));
      });
    }
  }
}
