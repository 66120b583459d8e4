import { getGuarded } from '../../lib/adapters/guarded-get.ts';
import { getPanel, putPanel } from '../../lib/data/statistics/publications.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import { isPanelDue, panelAfter, type AskedSource } from '../../lib/domain/statistics/panel.ts';
import { productNumbersIn } from '../../lib/domain/statistics/panel-source.ts';
import { publishedDayOf } from '../../lib/domain/statistics/publication.ts';
import { told } from '../../lib/config/config.ts';
import type { CoreDeps } from '../../lib/runtime/deps.ts';

/** Asks the other products side by side, where it is due. Throws `WriteConflict` when somebody else did meanwhile. */
export async function publishPanel({ table, config }: CoreDeps, now: Instant): Promise<void> {
  const { sources } = told(config.panel, 'which other products there are');
  const before = await getPanel(table);
  const day = publishedDayOf(now);
  if (!isPanelDue(before, sources, day)) return;
  const asked = await Promise.all(sources.map((url) => ask(url, config.allowLoopbackAlerts, now)));
  await putPanel(table, panelAfter(before, asked, { day, now }), before?.updatedAt ?? null);
}

async function ask(url: string, allowLoopback: boolean, now: Instant): Promise<AskedSource> {
  const found = await getGuarded({
    url: new URL('/api/vitrine', url).href,
    timeoutMs: LIMITS.deliveryTimeoutMs,
    maxBytes: LIMITS.panelSourceMaxBytes,
    allowLoopback,
  });
  if (found.kind === 'not_fetched') return { url, numbers: null, failure: found.why };
  const numbers = productNumbersIn(found.json, now);
  return { url, numbers, failure: numbers === null ? 'not_published' : null };
}
