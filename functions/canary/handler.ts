import { liveCore } from '../../lib/runtime/lambda/live-core.ts';
import { canaryHandler } from './canary.ts';

export const handler = canaryHandler(liveCore());
