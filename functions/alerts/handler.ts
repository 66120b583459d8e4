import { areaHandler } from '../../lib/runtime/area-handler.ts';
import { liveCore } from '../../lib/runtime/live-core.ts';
import { notifierDeps } from '../../lib/runtime/live-notifier.ts';
import { embeddedMetrics } from '../../lib/runtime/metrics.ts';
import { operations } from './operations.ts';

const deps = notifierDeps(liveCore(), embeddedMetrics);
export const handler = areaHandler(operations(deps), deps);
