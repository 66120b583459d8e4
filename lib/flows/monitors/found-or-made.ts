import { settingsItems } from '../../data/monitors/settings-writes.ts';
import type { Quote } from '../../domain/billing/quote.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import type { CoreDeps } from '../../runtime/deps.ts';
import { charge } from '../billing/charge.ts';
import { freeOrRefused } from '../billing/payment.ts';
import { firstPing, firstPingTill, type FirstPing, type NamedJob } from './first-ping.ts';

export interface FoundMonitor {
  monitor: Monitor;
  created: boolean;
}

/** The monitor of a job name, made by its first signal inside the allowance only. Throws 402 beyond it, 404 for the key, with nothing written. */
export function foundOrMade(deps: CoreDeps, ping: FirstPing): Promise<FoundMonitor> {
  const settle = (quote: Quote) => freeOrRefused(quote, firstPingTill(deps.config));
  const decide = firstPing(deps, ping);
  return charge<NamedJob, FoundMonitor>(settle, decide, async ({ result: { before, monitor } }, write) => {
    const named = await monitor();
    await write?.(
      settingsItems(deps.table, { before, after: named }, { by: 'ingest_key', at: named.createdAt }),
    );
    return { monitor: named, created: write !== null };
  });
}
