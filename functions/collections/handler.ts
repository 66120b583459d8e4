import { liveApi } from '../../lib/runtime/live.ts';
import { collectionsHandler } from './collections.ts';

export const handler = collectionsHandler(liveApi());
