import { liveApi } from '../../lib/runtime/live.ts';
import { devicesHandler } from './devices.ts';

export const handler = devicesHandler(liveApi());
