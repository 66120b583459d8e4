import { liveApi } from '../../lib/runtime/live.ts';
import { billingHandler } from './billing.ts';

export const handler = billingHandler(liveApi());
