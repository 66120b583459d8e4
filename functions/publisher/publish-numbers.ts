import { readTotals } from '../../lib/data/counted-items.ts';
import { raiseCount, readDayCounts } from '../../lib/data/statistics/day-counts.ts';
import { onTimeChecks } from '../../lib/data/monitors/check-punctuality.ts';
import { getPublication, putPublication } from '../../lib/data/statistics/publications.ts';
import type { Table } from '../../lib/data/table.ts';
import { dayOf } from '../../lib/domain/calendar.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import { MEASURE_IDS } from '../../lib/domain/machines/measures/catalogue.ts';
import {
  daysToPublish,
  isPublicationDue,
  nextPublication,
  type CatalogueFigures,
} from '../../lib/domain/statistics/publication.ts';
import { allDone } from '../../lib/flows/concurrently.ts';
import { told } from '../../lib/config/config.ts';
import type { CoreDeps } from '../../lib/runtime/deps.ts';

/** Publishes what was counted, where it is due. Throws `WriteConflict` when somebody else did meanwhile. */
export async function publishNumbers({ table, config }: CoreDeps, now: Instant): Promise<void> {
  const build = told(config.build, 'its build');
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
