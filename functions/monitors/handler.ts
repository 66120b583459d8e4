import { liveApi } from '../../lib/runtime/live.ts';
import { monitorsHandler } from './monitors.ts';

export const handler = monitorsHandler(liveApi());
