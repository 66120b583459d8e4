import { areaHandler } from '../../lib/runtime/lambda/area-handler.ts';
import type { LambdaHandler } from '../../lib/runtime/lambda/lambda.ts';
import type { NotifierDeps } from '../../lib/runtime/deps.ts';
import { operations } from './operations.ts';

export const alertsHandler = (deps: NotifierDeps): LambdaHandler => areaHandler(operations(deps), deps);
