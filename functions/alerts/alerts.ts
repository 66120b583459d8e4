import { alertOperations } from '../../lib/contract/alerts/alerts.ts';
import { area } from '../../lib/runtime/area.ts';
import type { NotifierDeps } from '../../lib/runtime/deps.ts';
import { once } from '../../lib/runtime/idempotency/idempotency.ts';
import { areaHandler } from '../../lib/runtime/lambda/area-handler.ts';
import type { LambdaHandler } from '../../lib/runtime/lambda/lambda.ts';
import { channelOperations } from '../../lib/contract/alerts/channels.ts';
import { resendAlert } from './resend-alert.ts';
import { sendTestAlert } from './send-test-alert.ts';
import { testChannel } from './test-channel.ts';
import * as z from 'zod';
import type { catalogue } from '../../lib/contract/catalogue.ts';
import { alertsBefore } from '../../lib/data/alerts/alert-pages.ts';
import { alertSkOf, shownAlertId } from '../../lib/data/alerts/alert-keys.ts';
import { readPage } from '../../lib/flows/list-page.ts';
import { ownMonitor } from '../../lib/flows/monitors/own-monitor.ts';
import { alertView } from '../../lib/render/alerts/alert-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';

/** When the last alert shown was made, and its id. */
const position = z
  .tuple([z.int().min(0), z.string().transform(alertSkOf).pipe(z.string())])
  .transform(([createdAt, sk]) => ({ createdAt, sk }));

export const listAlerts: Handle<typeof catalogue.listAlerts> = async (ctx, { params, query }) => {
  const monitor = await ownMonitor(ctx, params.id);
  const { entries, next } = await readPage(
    {
      id: monitor.id,
      position,
      read: (part) => alertsBefore(ctx.table, monitor.id, part),
      positionOf: ({ createdAt, sk }) => [createdAt, shownAlertId(sk)],
    },
    query,
    ctx.now,
  );
  return { alerts: entries.map((alert) => alertView(alert, shownAlertId(alert.sk))), ...next };
};

/** The area that sends by itself: a test goes out while its caller waits. */
export function operations(notifier: NotifierDeps) {
  const implemented = {
    listAlerts,
    resendAlert,
    sendTestAlert: sendTestAlert(notifier),
    testChannel: testChannel(notifier),
  };
  const declared = { ...alertOperations, ...channelOperations };
  return area({ declared, callsAt: 'api', implemented, once });
}

export const alertsHandler = (deps: NotifierDeps): LambdaHandler => areaHandler(operations(deps), deps);
