import { alertOperations } from '../../lib/contract/alerts/alerts.ts';
import { area } from '../../lib/runtime/area.ts';
import { type NotifierDeps } from '../../lib/runtime/deps.ts';
import { once } from '../../lib/runtime/idempotency/idempotency.ts';
import { areaHandler } from '../../lib/runtime/lambda/area-handler.ts';
import type { LambdaHandler } from '../../lib/runtime/lambda/lambda.ts';
import { listAlerts } from './list-alerts.ts';
import { resendAlert } from './resend-alert.ts';
import { sendTestAlert } from './send-test-alert.ts';

/** The area that sends by itself: a test goes out while its caller waits. */
export function operations(notifier: NotifierDeps) {
  const implemented = { listAlerts, resendAlert, sendTestAlert: sendTestAlert(notifier) };
  return area({ declared: alertOperations, callsAt: 'api', implemented, once });
}

export const alertsHandler = (deps: NotifierDeps): LambdaHandler => areaHandler(operations(deps), deps);
