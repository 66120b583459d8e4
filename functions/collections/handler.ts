import { liveApi } from '../../lib/runtime/lambda/live.ts';
import { collectionsHandler } from './collections.ts';

export const handler = collectionsHandler(liveApi());
