import { areaHandler } from '../../lib/runtime/lambda/area-handler.ts';
import type { LambdaHandler } from '../../lib/runtime/lambda/lambda.ts';
import type { ApiDeps } from '../../lib/runtime/deps.ts';
import { operations } from './operations.ts';

export const feedHandler = (deps: ApiDeps): LambdaHandler => areaHandler(operations, deps);
