import * as z from 'zod';
import type { catalogue } from '../../lib/contract/catalogue.ts';
import { cutPage, pageOf } from '../../lib/contract/page.ts';
import { alertsBefore } from '../../lib/data/alert-pages.ts';
import { alertSkOf, shownAlertId } from '../../lib/data/keys.ts';
import { ownMonitor } from '../../lib/flows/own-monitor.ts';
import { cursorPlace, cursorText } from '../../lib/flows/page-cursor.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { alertView } from '../../lib/render/view/alert-view.ts';

/** When the last alert shown was made, and its id. */
const place = z
  .tuple([z.int().min(0), z.string().transform(alertSkOf).pipe(z.string())])
  .transform(([createdAt, sk]) => ({ createdAt, sk }));

export const listAlerts: Handle<typeof catalogue.listAlerts> = async (ctx, { params, query }) => {
  const monitor = await ownMonitor(ctx, params.id);
  const page = pageOf(query, ctx.now);
  const read = await alertsBefore(ctx.table, monitor.id, {
    ...page,
    limit: page.limit + 1,
    ...(query.cursor !== undefined && { olderThan: cursorPlace(query.cursor, [monitor.id], place).place }),
  });
  const { entries, last } = cutPage(read, page.limit);
  return {
    alerts: entries.map((alert) => alertView(alert, shownAlertId(alert.sk))),
    ...(last && { next_cursor: cursorText(monitor.id, [last.createdAt, shownAlertId(last.sk)]) }),
  };
};
