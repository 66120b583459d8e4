import { liveApi } from '../../lib/runtime/lambda/live.ts';
import { statisticsHandler } from './statistics.ts';

export const handler = statisticsHandler(liveApi());
