import { liveApi } from '../../lib/runtime/live.ts';
import { accountHandler } from './account.ts';

export const handler = accountHandler(liveApi());
