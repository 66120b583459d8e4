import type { catalogue } from '../../lib/contract/catalogue.ts';
import { listAlerting } from '../../lib/data/alerts/owners-alerting.ts';
import { monitorPage } from '../../lib/data/monitors/monitor-pages.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import { shownIdOf } from '../../lib/domain/monitors/monitor-id.ts';
import type { Monitor } from '../../lib/domain/monitors/monitor.ts';
import { hasTags, normalTag, tagsIn } from '../../lib/domain/monitors/settings/tags.ts';
import { reachingSomebody } from '../../lib/flows/alerts/address-consents.ts';
import { listCursor, listPositionOf, MONITOR_LIST as LIST } from '../../lib/flows/list-position.ts';
import { shownMonitors } from '../../lib/flows/monitors/shown-monitors.ts';
import { billingViewOf } from '../../lib/render/billing/billing-view.ts';
import { openMaintenanceView } from '../../lib/render/monitors/maintenance-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { offerOf } from '../../lib/runtime/terms.ts';
import { channelsShown } from './owner-view.ts';

export const listMonitors: Handle<typeof catalogue.listMonitors> = async (ctx, { query }) => {
  const { owner } = ctx.caller;
  const wanted = query.tag?.flatMap(tagsIn);
  const { monitors, next } = await monitorPage(ctx.table, owner.spaces, {
    ...(query.cursor !== undefined && { from: listPositionOf(LIST, query.cursor, owner.spaces) }),
    ...(wanted && { isWanted: (monitor: Monitor) => hasTags(monitor, wanted) }),
    limit: query.limit ?? LIMITS.monitorsPageMax,
    now: ctx.now,
  });
  const [shown, { channels, openAt }] = await Promise.all([
    shownMonitors(ctx, monitors),
    listAlerting(ctx.table, owner.spaces),
  ]);
  const reaching = await reachingSomebody(ctx.table, channels);
  // A damaged one is not among what is shown.
  const known = new Map(monitors.map((monitor) => [shownIdOf(monitor), monitor]));
  const openFor = openAt(ctx.now);
  const alertingShown = (monitor: Monitor | undefined) => ({
    ...channelsShown(reaching, owner, monitor),
    maintenance: monitor ? openMaintenanceView(openFor(monitor)) : null,
  });
  return {
    endpoints: shown.map((view) => ({ ...view, ...alertingShown(known.get(view.id)) })),
    ...(wanted && { tags: wanted.map((tag) => normalTag(tag) ?? tag) }),
    guest: owner.kind === 'guest' ? owner.id : null,
    billing: billingViewOf(offerOf(ctx), ctx.caller, ctx.now),
    ...(next && { next_cursor: listCursor(LIST, next) }),
  };
};
