import { partnersOperations } from '../../lib/contract/site/partners.ts';
import { browserErrorOperations } from '../../lib/contract/statistics/browser-errors.ts';
import { publicNumbersOperations } from '../../lib/contract/statistics/public-numbers.ts';
import { statisticsOperations } from '../../lib/contract/statistics/statistics.ts';
import { area, type AreaOperations } from '../../lib/runtime/area.ts';
import type { ApiDeps } from '../../lib/runtime/deps.ts';
import { type LambdaHandler, lambdaHandler } from '../../lib/runtime/lambda/lambda.ts';
import { errorMemory } from './error-memory.ts';
import { browserErrorReader } from './get-browser-errors.ts';
import { getMetrics } from './get-metrics.ts';
import { getPartners } from './get-partners.ts';
import { getPublicNumbers } from './get-public-numbers.ts';
import { getCursors, getOperatorNumbers, getPanelNumbers } from './operator-numbers.ts';
import { recordVisit } from './record-visit.ts';
import { browserErrorReporter } from './report-browser-error.ts';
import type { Declared } from '../../lib/contract/operation.ts';
import { operatorKind } from '../../lib/runtime/callers/operator-kind.ts';
import { pipelineOf } from '../../lib/runtime/pipeline.ts';

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

/** The Lambda handler of an area that knows the operator and no owner. */
export function operatorHandler<D extends Declared>(area: AreaOperations<D>, deps: ApiDeps): LambdaHandler {
  return lambdaHandler(pipelineOf(area, deps, { operator: operatorKind(deps.config) }), deps.config);
}
