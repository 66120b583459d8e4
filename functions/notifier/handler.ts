import { liveCore } from '../../lib/runtime/live-core.ts';
import { notifierDeps } from '../../lib/runtime/live-notifier.ts';
import { embeddedMetrics } from '../../lib/runtime/metrics.ts';
import { notifierHandler } from './notifier.ts';

export const handler = notifierHandler(notifierDeps(liveCore(), embeddedMetrics));
