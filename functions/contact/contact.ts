import type { ApiDeps } from '../../lib/runtime/deps.ts';
import type { LambdaHandler } from '../../lib/runtime/lambda/lambda.ts';
import { publicHandler } from '../../lib/runtime/lambda/public-handler.ts';
import { operations } from './operations.ts';

export const contactHandler = (deps: ApiDeps): LambdaHandler => publicHandler(operations, deps);
