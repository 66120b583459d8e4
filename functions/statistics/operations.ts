import { browserErrorOperations } from '../../lib/contract/statistics/browser-errors.ts';
import { partnersOperations } from '../../lib/contract/site/partners.ts';
import { publicNumbersOperations } from '../../lib/contract/statistics/public-numbers.ts';
import { statisticsOperations } from '../../lib/contract/statistics/statistics.ts';
import { area } from '../../lib/runtime/area.ts';
import { errorMemory } from './error-memory.ts';
import { browserErrorReader } from './get-browser-errors.ts';
import { getMetrics } from './get-metrics.ts';
import { getPartners } from './get-partners.ts';
import { getPublicNumbers } from './get-public-numbers.ts';
import { getCursors, getOperatorNumbers, getPanelNumbers } from './operator-numbers.ts';
import { recordVisit } from './record-visit.ts';
import { browserErrorReporter } from './report-browser-error.ts';

/** The operations of one instance, which remembers what it met. */
export const operationsOf = (memory = errorMemory()) =>
  area({
    declared: {
      ...statisticsOperations,
      ...partnersOperations,
      ...browserErrorOperations,
      ...publicNumbersOperations,
    },
    implemented: {
      recordVisit,
      getMetrics,
      getPartners,
      reportBrowserError: browserErrorReporter(memory),
      getBrowserErrors: browserErrorReader(memory),
      getPublicNumbers,
      getOperatorNumbers,
      getPanelNumbers,
      getCursors,
    },
  });
