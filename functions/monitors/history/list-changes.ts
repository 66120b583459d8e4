import * as z from 'zod';
import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { listChanges as readChanges } from '../../../lib/data/monitors/changes.ts';
import { readPage } from '../../../lib/flows/list-page.ts';
import { ownMonitor } from '../../../lib/flows/monitors/own-monitor.ts';
import { changeView } from '../../../lib/render/monitors/change-view.ts';
import type { Handle } from '../../../lib/runtime/context.ts';

/** The id of the last entry shown. */
const position = z.tuple([z.string().regex(/^\d{14}-[0-9A-Za-z]{1,40}$/)]).transform(([id]) => id);

export const listChanges: Handle<typeof catalogue.listChanges> = async (ctx, { params, query }) => {
  const monitor = await ownMonitor(ctx, params.id);
  const { entries, next } = await readPage(
    {
      // A cursor of the events of this monitor opens no list of its changes.
      id: `changes ${monitor.id}`,
      position,
      read: (part) => readChanges(ctx.table, monitor.id, part),
      positionOf: ({ id }) => [id],
    },
    query,
    ctx.now,
  );
  return { changes: entries.map(changeView), ...next };
};
