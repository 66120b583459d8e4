import type { catalogue } from '../../lib/contract/catalogue.ts';
import { readDayCounts } from '../../lib/data/day-counts.ts';
import { dayAfter, dayOf } from '../../lib/domain/calendar.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import { PRODUCT } from '../../lib/domain/product.ts';
import { panelDay } from '../../lib/domain/statistics/panel-day.ts';
import type { Handle } from '../../lib/runtime/context.ts';

/** The panel of the last seven days (SPEC.md "Metricas"). */
export const getMetrics: Handle<typeof catalogue.getMetrics> = async ({ table, now }) => {
  const today = dayOf(now);
  const days = (await readDayCounts(table, dayAfter(today, 1 - LIMITS.metricsDays), today)).map(panelDay);
  return { app: PRODUCT.slug, today, today_visits: days.at(-1)?.visits ?? 0, days };
};
