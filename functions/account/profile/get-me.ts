import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { monitorPage } from '../../../lib/data/monitors/monitor-pages.ts';
import { trialOf } from '../../../lib/data/accounts/trials.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { listCursor, MONITOR_LIST } from '../../../lib/flows/list-position.ts';
import { shownMonitors } from '../../../lib/flows/monitors/shown-monitors.ts';
import { profileView, trialView } from '../../../lib/render/accounts/account-view.ts';
import type { Handle } from '../../../lib/runtime/context.ts';

export const getMe: Handle<typeof catalogue.getMe> = async (ctx) => {
  const { id, email, spaces, profile } = ctx.caller.owner;
  const page = { limit: LIMITS.monitorsPageMax, now: ctx.now };
  const { monitors, next } = await monitorPage(ctx.table, spaces, page);
  return {
    user: { id, email },
    profile: profileView(profile),
    endpoints: await shownMonitors(ctx, monitors),
    trial: trialView(await trialOf(ctx.table, ctx.caller.owner), ctx.now),
    ...(next && { next_cursor: listCursor(MONITOR_LIST, next) }),
  };
};
