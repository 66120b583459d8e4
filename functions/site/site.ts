import { publicHandler } from '../../lib/runtime/lambda/public-handler.ts';
import type { LambdaHandler } from '../../lib/runtime/lambda/lambda.ts';
import type { ApiDeps } from '../../lib/runtime/deps.ts';
import { operations } from './operations.ts';

export const siteHandler = (deps: ApiDeps): LambdaHandler => publicHandler(operations, deps);
