import type { Context, SQSEvent } from 'aws-lambda';
import { liveCore } from '../../lib/runtime/live-core.ts';
import { notifierDeps } from '../../lib/runtime/live-notifier.ts';
import { embeddedMetrics } from '../../lib/runtime/metrics.ts';
import { notifierHandler } from './notifier.ts';

const handle = notifierHandler(notifierDeps(liveCore(), embeddedMetrics));

export const handler = (event: SQSEvent, context: Context) =>
  handle(event, () => context.getRemainingTimeInMillis());
