import { newMonitorId } from '../../lib/adapters/ids.ts';
import { canaryMonitorId, createCanary } from '../../lib/data/canary.ts';
import { retryLost } from '../../lib/data/retry-lost.ts';
import type { CoreDeps } from '../../lib/runtime/deps.ts';

const TIMEOUT_MS = 20_000;

/** What came of a canary's ping: the HTTP status, or null when nothing answered. */
export interface CanaryReport {
  status: number | null;
}

/**
 * Pings a monitor of our own through the public ingest URL, the same way as everyone (DECISIONS.md "Incidents and
 * alerts" 8). Its missing pings tell the checker that jobs cannot reach us; a failed one is no error of the canary.
 */
export function canaryHandler(deps: CoreDeps): () => Promise<CanaryReport> {
  return async () => {
    const monitorId = await retryLost(() => findOrCreate(deps));
    try {
      const url = `${deps.config.ingestOrigin}/in/${monitorId}`;
      const reply = await fetch(url, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await reply.body?.cancel();
      if (!reply.ok) deps.log.warn('canary_not_heard', { status: reply.status });
      return { status: reply.status };
    } catch (error) {
      deps.log.error('canary_not_heard', error);
      return { status: null };
    }
  };
}

async function findOrCreate(deps: CoreDeps): Promise<string> {
  const known = await canaryMonitorId(deps.table);
  if (known !== undefined) return known;
  const monitorId = newMonitorId();
  await createCanary(deps.table, monitorId, deps.clock.now());
  return monitorId;
}
