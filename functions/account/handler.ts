import { liveAccount } from '../../lib/runtime/lambda/live-account.ts';
import { accountHandler } from './account.ts';

export const handler = accountHandler(liveAccount());
