import type { Declared } from '../../contract/operation.ts';
import type { AreaOperations } from '../area.ts';
import type { ApiDeps } from '../deps.ts';
import { lambdaHandler, type LambdaHandler } from './lambda.ts';
import { operatorKind } from '../callers/operator-kind.ts';
import { pipelineOf } from '../pipeline.ts';

/** The Lambda handler of an area that knows the operator and no owner. */
export function operatorHandler<D extends Declared>(area: AreaOperations<D>, deps: ApiDeps): LambdaHandler {
  return lambdaHandler(pipelineOf(area, deps, { operator: operatorKind(deps.config) }), deps.config);
}
