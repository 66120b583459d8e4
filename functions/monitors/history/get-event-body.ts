import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import { getOutput } from '../../../lib/data/monitors/job-outputs.ts';
import { ownMonitor } from '../../../lib/flows/monitors/own-monitor.ts';
import type { Handle } from '../../../lib/runtime/context.ts';
import { Result } from '../../../lib/runtime/result.ts';

const EVENT_ID = /^\d{14}-[0-9a-z]{1,16}$/;
/** Whatever a job sent is shown as text and runs nowhere. */
const HEADERS = { 'content-security-policy': "default-src 'none'; sandbox", 'content-disposition': 'inline' };

export const getEventBody: Handle<typeof catalogue.getEventBody> = async (ctx, { params }) => {
  const monitor = await ownMonitor(ctx, params.id);
  const text = EVENT_ID.test(params.event) ? await getOutput(ctx.table, monitor.id, params.event) : undefined;
  if (text === undefined)
    throw new Refusal('not_found', 'There is no such event of this monitor, or it came without a body.');
  return new Result(text, { headers: HEADERS });
};
