import { liveCore } from '../../lib/runtime/lambda/live-core.ts';
import { notifierDeps } from '../../lib/runtime/lambda/live-notifier.ts';
import { embeddedMetrics } from '../../lib/runtime/report/metrics.ts';
import { notifierHandler } from './notifier.ts';

const core = liveCore();
export const handler = notifierHandler(notifierDeps(core, embeddedMetrics(core.config)));
