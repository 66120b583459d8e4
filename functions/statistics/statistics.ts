import type { ApiDeps } from '../../lib/runtime/deps.ts';
import type { LambdaHandler } from '../../lib/runtime/lambda/lambda.ts';
import { operatorHandler } from '../../lib/runtime/lambda/operator-handler.ts';
import { operationsOf } from './operations.ts';

export const statisticsHandler = (deps: ApiDeps): LambdaHandler => operatorHandler(operationsOf(), deps);
