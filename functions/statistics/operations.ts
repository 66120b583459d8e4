import { statisticsOperations } from '../../lib/contract/statistics.ts';
import { area } from '../../lib/runtime/area.ts';
import { getMetrics } from './get-metrics.ts';

export const operations = area({ declared: statisticsOperations, implemented: { getMetrics } });
