import * as z from 'zod';
import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { listEvents as readEvents } from '../../../lib/data/monitors/history.ts';
import { readPage } from '../../../lib/flows/list-page.ts';
import { ownMonitor } from '../../../lib/flows/monitors/own-monitor.ts';
import { pingView } from '../../../lib/render/monitors/ping-view.ts';
import type { Handle } from '../../../lib/runtime/context.ts';

/** The id of the last event shown. */
const position = z.tuple([z.string().regex(/^\d{14}-[0-9a-z]{1,20}$/)]).transform(([id]) => id);

export const listEvents: Handle<typeof catalogue.listEvents> = async (ctx, { params, query }) => {
  const monitor = await ownMonitor(ctx, params.id);
  const { entries, next } = await readPage(
    {
      id: monitor.id,
      position,
      read: (part) => readEvents(ctx.table, monitor, part),
      positionOf: ({ id }) => [id],
    },
    query,
    ctx.now,
  );
  return { events: entries.map(pingView), ...next };
};
