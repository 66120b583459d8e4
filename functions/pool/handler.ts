import { CALL_LIMITS } from '../../lib/adapters/call-limits.ts';
import { liveCore } from '../../lib/runtime/lambda/live-core.ts';
import { embeddedMetrics } from '../../lib/runtime/report/metrics.ts';
import { poolHandler } from './pool.ts';

const core = liveCore(CALL_LIMITS.ping);
export const handler = poolHandler({ ...core, metrics: embeddedMetrics(core.config) });
