import { sendWebhook } from '../../lib/adapters/alerts/webhook.ts';
import { takeHeartbeat } from '../../lib/data/monitors/checker-state.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import type { CheckerDeps } from '../../lib/runtime/deps.ts';

/** Well below what a run keeps back to end in order; what is lost so the next check makes up for. */
const TIMEOUT_MS = 5_000;

/**
 * Tells whoever watches from outside that the pass that began at `since` was whole, where it was: at most once a minute, and
 * no second time when it is not heard. Never throws.
 */
export async function beat({ config, table, clock, log }: CheckerDeps, since: Instant): Promise<void> {
  if (config.heartbeat === null) return;
  try {
    if (!(await takeHeartbeat(table, { since, now: clock.now() }))) return;
    const { delivered, status, outcome } = await sendWebhook({
      method: 'GET',
      url: config.heartbeat.url,
      body: '',
      contentType: '',
      headers: {},
      timeoutMs: TIMEOUT_MS,
      allowLoopback: config.allowLoopbackAlerts,
      isOperators: true,
    });
    if (!delivered) log.warn('heartbeat_failed', { outcome, status });
  } catch (error) {
    log.error('heartbeat_failed', error);
  }
}
