import { liveCore } from '../../lib/runtime/live-core.ts';
import { notifierDeps } from '../../lib/runtime/live-notifier.ts';
import { embeddedMetrics } from '../../lib/runtime/metrics.ts';
import { alertsHandler } from './alerts.ts';

const core = liveCore();
export const handler = alertsHandler(notifierDeps(core, embeddedMetrics(core.config)));
