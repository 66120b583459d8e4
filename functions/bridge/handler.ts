import { openQueue } from '../../lib/adapters/queue.ts';
import { liveCore } from '../../lib/runtime/lambda/live-core.ts';
import { embeddedMetrics } from '../../lib/runtime/report/metrics.ts';
import { bridgeHandler } from './bridge.ts';

const core = liveCore();
const queue = openQueue(core.config);
export const handler = bridgeHandler({ ...core, queue, metrics: embeddedMetrics(core.config) });
