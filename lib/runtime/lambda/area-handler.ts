import type { Declared } from '../../contract/operation.ts';
import type { AreaOperations } from '../area.ts';
import { KNOWN_KINDS } from '../callers/known-kinds.ts';
import type { ApiDeps } from '../deps.ts';
import { lambdaHandler, type LambdaHandler } from './lambda.ts';
import { inGzip } from './gzip.ts';
import { pipelineOf } from '../pipeline.ts';

/** The Lambda handler of an area's operations. */
export function areaHandler<D extends Declared>(area: AreaOperations<D>, deps: ApiDeps): LambdaHandler {
  return lambdaHandler(pipelineOf(area, deps, KNOWN_KINDS), deps.config, inGzip);
}
