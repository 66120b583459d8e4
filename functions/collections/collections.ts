import { areaHandler } from '../../lib/runtime/lambda/area-handler.ts';
import type { ApiDeps } from '../../lib/runtime/deps.ts';
import type { LambdaHandler } from '../../lib/runtime/lambda/lambda.ts';
import { keptReadings } from './kept-readings.ts';
import { operations } from './operations.ts';

export const collectionsHandler = (deps: ApiDeps): LambdaHandler =>
  areaHandler(operations(keptReadings(deps.clock)), deps);
