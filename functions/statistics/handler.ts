import { liveApi } from '../../lib/runtime/live.ts';
import { statisticsHandler } from './statistics.ts';

export const handler = statisticsHandler(liveApi());
