import { liveApi } from '../../lib/runtime/lambda/live.ts';
import { discoveryHandler } from './discovery.ts';

export const handler = discoveryHandler(liveApi());
