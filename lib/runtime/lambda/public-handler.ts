import type { Declared } from '../../contract/operation.ts';
import type { AreaOperations } from '../area.ts';
import type { ApiDeps } from '../deps.ts';
import { lambdaHandler, type LambdaHandler } from './lambda.ts';
import { inGzip } from './gzip.ts';
import { pipelineOf } from '../pipeline.ts';

/** The Lambda handler of an area whose operations need no credential, without the code and the rights to know one. */
export function publicHandler<D extends Declared>(area: AreaOperations<D>, deps: ApiDeps): LambdaHandler {
  return lambdaHandler(pipelineOf(area, deps, {}), deps.config, inGzip);
}
