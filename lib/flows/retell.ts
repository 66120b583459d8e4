import { getMonitor, replaceMonitor } from '../data/monitors.ts';
import { retryLost } from '../data/retry-lost.ts';
import { monitorPages } from '../data/monitor-pages.ts';
import type { Table } from '../data/table.ts';
import type { Instant } from '../domain/instant.ts';
import { untoldAgain } from '../domain/monitor/lifecycle.ts';
import { addressHashOf } from './address-consent.ts';

/**
 * An address has just said that it wants alerts: incidents that are open and could be told to nobody else are told at
 * the next check, not after the repeat gap.
 */
export async function retellTo(
  table: Table,
  spaceId: string,
  addressHash: string,
  now: Instant,
): Promise<void> {
  for await (const monitors of monitorPages(table, [spaceId], now)) {
    const waiting = monitors.filter(
      ({ alertTo, alertUrl, incident }) =>
        incident !== null && alertUrl === null && alertTo !== null && addressHashOf(alertTo) === addressHash,
    );
    for (const { id } of waiting) {
      await retryLost(async () => {
        const monitor = await getMonitor(table, id);
        if (monitor?.incident) await replaceMonitor(table, monitor, untoldAgain(monitor, now));
      });
    }
  }
}
