import { liveApi } from '../../lib/runtime/lambda/live.ts';
import { feedHandler } from './feed.ts';

export const handler = feedHandler(liveApi());
