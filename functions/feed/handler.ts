import { areaHandler } from '../../lib/runtime/area-handler.ts';
import { liveApi } from '../../lib/runtime/live.ts';
import { operations } from './operations.ts';

export const handler = areaHandler(operations, liveApi());
