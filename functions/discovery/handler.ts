import { liveApi } from '../../lib/runtime/live.ts';
import { discoveryHandler } from './discovery.ts';

export const handler = discoveryHandler(liveApi());
