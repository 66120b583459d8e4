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
