import { openQueue } from '../../lib/adapters/queue.ts';
import { liveCore } from '../../lib/runtime/live-core.ts';
import { embeddedMetrics } from '../../lib/runtime/metrics.ts';
import { bridgeHandler } from './bridge.ts';

const core = liveCore();

export const handler = bridgeHandler({ ...core, queue: openQueue(core.config), metrics: embeddedMetrics });
