import type { Implementations } from '../../lib/runtime/area-handler.ts';
import { getHealth } from './get-health.ts';
import { getIndex } from './get-index.ts';
import { getOpenApi } from './get-open-api.ts';

export const operations: Implementations<'discovery'> = { getIndex, getHealth, getOpenApi };
