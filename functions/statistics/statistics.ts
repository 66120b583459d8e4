import { partnersOperations } from '../../lib/contract/site/partners.ts';
import { browserErrorOperations } from '../../lib/contract/statistics/browser-errors.ts';
import { publicNumbersOperations } from '../../lib/contract/statistics/public-numbers.ts';
import { statisticsOperations } from '../../lib/contract/statistics/statistics.ts';
import { area } from '../../lib/runtime/area.ts';
import type { ApiDeps } from '../../lib/runtime/deps.ts';
import type { LambdaHandler } from '../../lib/runtime/lambda/lambda.ts';
import { operatorHandler } from '../../lib/runtime/lambda/operator-handler.ts';
import { errorMemory } from './error-memory.ts';
import { browserErrorReader } from './get-browser-errors.ts';
import { getMetrics } from './get-metrics.ts';
import { getPartners } from './get-partners.ts';
import { getPublicNumbers } from './get-public-numbers.ts';
import { getCursors, getOperatorNumbers, getPanelNumbers } from './operator-numbers.ts';
import { recordVisit } from './record-visit.ts';
import { browserErrorReporter } from './report-browser-error.ts';

/** The operations of one instance, which remembers what it met. */
const operationsOf = (memory = errorMemory()) =>
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

export const statisticsHandler = (deps: ApiDeps): LambdaHandler => operatorHandler(operationsOf(), deps);
