import { liveCore } from '../../lib/runtime/live-core.ts';
import { canaryHandler } from './canary.ts';

export const handler = canaryHandler(liveCore());
