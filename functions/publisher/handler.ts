import { liveCore } from '../../lib/runtime/lambda/live-core.ts';
import { publisherHandler } from './publisher.ts';

export const handler = publisherHandler(liveCore());
