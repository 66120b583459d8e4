import { liveApi } from '../../lib/runtime/live.ts';
import { siteHandler } from './site.ts';

export const handler = siteHandler(liveApi());
