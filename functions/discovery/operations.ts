import { discoveryOperations } from '../../lib/contract/agents/discovery.ts';
import { area } from '../../lib/runtime/area.ts';
import * as documents from './get-document.ts';
import { getHealth } from './get-health.ts';

export const operations = area({
  declared: discoveryOperations,
  callsAt: 'documents',
  implemented: { getHealth, ...documents },
});
