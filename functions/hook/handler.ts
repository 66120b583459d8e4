import { liveCore } from '../../lib/runtime/lambda/live-core.ts';
import { hookHandler } from './hook.ts';

export const handler = hookHandler(liveCore());
