import { WriteConflict, type Table } from '../../lib/data/table.ts';
import { allDone } from '../../lib/flows/concurrently.ts';
import type { CoreDeps } from '../../lib/runtime/deps.ts';
import { rethrowRedacted } from '../../lib/runtime/report/log.ts';
import { getGuarded } from '../../lib/adapters/guarded-get.ts';
import {
  getPanel,
  putPanel,
  getPublication,
  putPublication,
} from '../../lib/data/statistics/publications.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import { isPanelDue, panelAfter, type AskedSource } from '../../lib/domain/statistics/panel.ts';
import { productNumbersIn } from '../../lib/domain/statistics/panel-source.ts';
import {
  publishedDayOf,
  daysToPublish,
  isPublicationDue,
  nextPublication,
  type CatalogueFigures,
} from '../../lib/domain/statistics/publication.ts';
import { required } from '../../lib/config/config.ts';
import { readTotals } from '../../lib/data/counted-items.ts';
import { raiseCount, readDayCounts } from '../../lib/data/statistics/day-counts.ts';
import { onTimeChecks } from '../../lib/data/monitors/check-punctuality.ts';
import { dayOf } from '../../lib/domain/calendar.ts';
import { MEASURE_IDS } from '../../lib/domain/machines/measures/catalogue.ts';

/** Publishes what was counted, where it is due. Throws `WriteConflict` when somebody else did meanwhile. */
export async function publishNumbers({ table, config }: CoreDeps, now: Instant): Promise<void> {
  const build = required(config.build, 'its build');
  const before = await getPublication(table);
  if (!isPublicationDue(before, build, now)) return;
  await keepChecks(table, now);
  const { from, to } = daysToPublish(now);
  const [counted, { people }] = await allDone([readDayCounts(table, from, to), readTotals(table)]);
  const parts = { build, people, catalogue: await catalogueFigures() };
  const next = nextPublication(before, counted, parts, now);
  await putPublication(table, next, before?.publishedAt ?? null);
}

/** The checker counts the checks of a few days in its own item, from where they come to the counters of their days. */
async function keepChecks(table: Table, now: Instant): Promise<void> {
  for (const { day, checks } of await onTimeChecks(table))
    if (day < dayOf(now)) await raiseCount(table, day, 'checks', checks);
}

/** Loaded once a day and not with each tick: every schema of the service comes with it. */
async function catalogueFigures(): Promise<CatalogueFigures> {
  const { catalogue } = await import('../../lib/contract/catalogue.ts');
  const { builtTools } = await import('../../lib/contract/agents/tools.ts');
  return {
    operations: Object.keys(catalogue).length,
    tools: builtTools().length,
    measures: MEASURE_IDS.length,
  };
}

/**
 * The Lambda handler that publishes what is due. The numbers and the panel wait for each other's failures no longer than for
 * their work: each is one conditional write, and what a run leaves undone the next one does.
 */
export function publisherHandler(deps: CoreDeps): () => Promise<void> {
  return () =>
    rethrowRedacted(deps.log, async () => {
      const now = deps.clock.now();
      await allDone([unlessDone(publishNumbers(deps, now)), unlessDone(publishPanel(deps, now))]);
    });
}

/** Another run that was quicker has published the same. */
async function unlessDone(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
}

/** Asks the other products side by side, where it is due. Throws `WriteConflict` when somebody else did meanwhile. */
export async function publishPanel({ table, config }: CoreDeps, now: Instant): Promise<void> {
  const { sources } = required(config.panel, 'which other products there are');
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
