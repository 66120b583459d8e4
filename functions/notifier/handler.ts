import { liveCore } from '../../lib/runtime/live-core.ts';
import { notifierDeps } from '../../lib/runtime/live-notifier.ts';
import { embeddedMetrics } from '../../lib/runtime/metrics.ts';
import { notifierHandler } from './notifier.ts';

const core = liveCore();
export const handler = notifierHandler(notifierDeps(core, embeddedMetrics(core.config)));
