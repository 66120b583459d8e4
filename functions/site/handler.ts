import { liveApi } from '../../lib/runtime/lambda/live.ts';
import { siteHandler } from './site.ts';

export const handler = siteHandler(liveApi());
