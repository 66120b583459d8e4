import { liveApi } from '../../lib/runtime/lambda/live.ts';
import { devicesHandler } from './devices.ts';

export const handler = devicesHandler(liveApi());
