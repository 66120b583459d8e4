import { newMonitorId } from '../../lib/adapters/ids.ts';
import { NOT_KEPT } from '../../lib/adapters/post-json.ts';
import { canaryMonitorId, createCanary } from '../../lib/data/canary.ts';
import { retryOnConflict } from '../../lib/data/retry-on-conflict.ts';
import { urlsOf } from '../../lib/runtime/config.ts';
import type { CoreDeps } from '../../lib/runtime/deps.ts';
import { rethrowRedacted } from '../../lib/runtime/rethrow-redacted.ts';

const TIMEOUT_MS = 20_000;

/** What came of a canary's ping. */
export interface CanaryReport {
  /** Null when nothing answered. */
  status: number | null;
  heard: boolean;
}

/** The Lambda handler. A ping that was not answered well fails the run: CanaryMissing counts the runs that did not. */
export function canaryHandler(deps: CoreDeps): () => Promise<CanaryReport> {
  return async () => {
    const report = await rethrowRedacted(deps.log, () => pingAsCanary(deps));
    if (!report.heard)
      throw new Error('The ping was not heard; the line canary_not_heard of this log says how.');
    return report;
  };
}

/**
 * Pings a monitor of our own through the public ingest URL, the same way as everyone (DECISIONS.md "Incidents and
 * alerts" 8). Its missing pings tell the checker that jobs cannot reach us.
 */
export async function pingAsCanary(deps: CoreDeps): Promise<CanaryReport> {
  const monitorId = await retryOnConflict(() => findOrCreate(deps));
  try {
    const url = `${urlsOf(deps.config).ingest}/in/${monitorId}`;
    const reply = await fetch(url, {
      method: 'POST',
      headers: NOT_KEPT,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await reply.body?.cancel();
    if (!reply.ok) deps.log.warn('canary_not_heard', { status: reply.status });
    return { status: reply.status, heard: reply.ok };
  } catch (error) {
    deps.log.error('canary_not_heard', error);
    return { status: null, heard: false };
  }
}

async function findOrCreate(deps: CoreDeps): Promise<string> {
  const known = await canaryMonitorId(deps.table);
  if (known !== undefined) return known;
  const monitorId = newMonitorId();
  await createCanary(deps.table, monitorId, deps.clock.now());
  return monitorId;
}
