import * as z from 'zod';
import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { listEvents as readEvents } from '../../../lib/data/monitors/history.ts';
import { maintenanceOfMonitor } from '../../../lib/data/alerts/owners-alerting.ts';
import { readPage } from '../../../lib/flows/list-page.ts';
import { ownMonitor } from '../../../lib/flows/monitors/own-monitor.ts';
import { withMaintenanceNames } from '../../../lib/render/monitors/maintenance-view.ts';
import { pingView } from '../../../lib/render/monitors/ping-view.ts';
import type { Handle } from '../../../lib/runtime/context.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import { getOutput } from '../../../lib/data/monitors/job-outputs.ts';
import { Result } from '../../../lib/runtime/result.ts';

/** The id of the last event shown. */
const position = z.tuple([z.string().regex(/^\d{14}-[0-9a-z]{1,20}$/)]).transform(([id]) => id);

export const listEvents: Handle<typeof catalogue.listEvents> = async (ctx, { params, query }) => {
  const monitor = await ownMonitor(ctx, params.id);
  const page = readPage(
    {
      id: monitor.id,
      position,
      read: (part) => readEvents(ctx.table, monitor, part),
      positionOf: ({ id }) => [id],
    },
    query,
    ctx.now,
  );
  const [{ entries, next }, windows] = await Promise.all([page, maintenanceOfMonitor(ctx.table, monitor)]);
  return {
    events: withMaintenanceNames(entries, windows, pingView),
    ...next,
  };
};

const EVENT_ID = /^\d{14}-[0-9a-z]{1,16}$/;
/** Whatever a job sent is shown as text and runs nowhere. */
export const OUTPUT_HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'inline',
};

export const getEventBody: Handle<typeof catalogue.getEventBody> = async (ctx, { params }) => {
  const monitor = await ownMonitor(ctx, params.id);
  const text = EVENT_ID.test(params.event) ? await getOutput(ctx.table, monitor.id, params.event) : undefined;
  if (text === undefined)
    throw new Refusal('not_found', 'This monitor has no such event, or it came without a body.');
  return new Result(text, { headers: OUTPUT_HEADERS });
};
