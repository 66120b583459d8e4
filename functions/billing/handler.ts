import { liveApi } from '../../lib/runtime/lambda/live.ts';
import { billingHandler } from './billing.ts';

export const handler = billingHandler(liveApi());
