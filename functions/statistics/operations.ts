import { partnersOperations } from '../../lib/contract/partners.ts';
import { statisticsOperations } from '../../lib/contract/statistics.ts';
import { area } from '../../lib/runtime/area.ts';
import { getMetrics } from './get-metrics.ts';
import { getPartners } from './get-partners.ts';
import { recordVisit } from './record-visit.ts';

export const operations = area({
  declared: { ...statisticsOperations, ...partnersOperations },
  implemented: { recordVisit, getMetrics, getPartners },
});
