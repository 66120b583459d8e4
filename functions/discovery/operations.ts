import { discoveryOperations } from '../../lib/contract/discovery.ts';
import { area } from '../../lib/runtime/area.ts';
import { getHealth } from './get-health.ts';
import { getIndex } from './get-index.ts';
import { getOpenApi } from './get-open-api.ts';

export const operations = area({
  declared: discoveryOperations,
  implemented: { getIndex, getHealth, getOpenApi },
});
