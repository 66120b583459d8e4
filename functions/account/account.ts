import { areaHandler } from '../../lib/runtime/lambda/area-handler.ts';
import type { LambdaHandler } from '../../lib/runtime/lambda/lambda.ts';
import type { AccountDeps } from '../../lib/runtime/deps.ts';
import { operationsBy } from './operations.ts';

export const accountHandler = (deps: AccountDeps): LambdaHandler => areaHandler(operationsBy(deps), deps);
