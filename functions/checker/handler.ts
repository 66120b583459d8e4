import { openCheckQueue } from '../../lib/adapters/check-queue.ts';
import { openQueue } from '../../lib/adapters/queue.ts';
import { liveCore } from '../../lib/runtime/lambda/live-core.ts';
import { embeddedMetrics } from '../../lib/runtime/report/metrics.ts';
import { checkerHandler } from './checker.ts';

const core = liveCore();
const queues = { queue: openQueue(core.config), checks: openCheckQueue(core.config) };
export const handler = checkerHandler({ ...core, ...queues, metrics: embeddedMetrics(core.config) });
