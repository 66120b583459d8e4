import { liveApi } from '../../lib/runtime/live.ts';
import { feedHandler } from './feed.ts';

export const handler = feedHandler(liveApi());
