import { liveApi } from '../../lib/runtime/lambda/live.ts';
import { monitorsHandler } from './monitors.ts';

export const handler = monitorsHandler(liveApi());
