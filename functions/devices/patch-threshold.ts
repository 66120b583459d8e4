import type { catalogue } from '../../lib/contract/catalogue.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import { stillOwnedItem } from '../../lib/data/accounts/owner-counters.ts';
import { replaceMonitorItem } from '../../lib/data/monitors/monitors.ts';
import { retryOnConflict } from '../../lib/data/retry-on-conflict.ts';
import { transact } from '../../lib/data/table.ts';
import { thresholdRule } from '../../lib/domain/machines/thresholds/threshold.ts';
import { shownIdOf } from '../../lib/domain/monitors/monitor-id.ts';
import { underRule } from '../../lib/domain/monitors/threshold-reading.ts';
import { deviceOfOwner } from '../../lib/flows/machines/own-device.ts';
import { thresholdsOf } from '../../lib/flows/machines/device-thresholds.ts';
import { valueOrRefusal } from '../../lib/flows/or-refuse.ts';
import { thresholdView } from '../../lib/render/machines/threshold-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { decidingOwner } from '../../lib/runtime/current-owner.ts';
import { valueOf } from './threshold-value.ts';

export const patchThreshold: Handle<typeof catalogue.patchThreshold> = async (ctx, { params, body }) => {
  const { table } = ctx;
  return retryOnConflict(async (conflict) => {
    const owner = await decidingOwner(table, ctx.caller.owner, conflict);
    const device = await deviceOfOwner(table, params.id, owner);
    const monitor = (await thresholdsOf(table, device)).find((each) => shownIdOf(each) === params.monitor);
    if (!monitor) throw new Refusal('not_found', 'There is no such threshold of this device.');
    const rule = valueOrRefusal(thresholdRule({ ...monitor.threshold, ...valueOf(body) }));
    const after = underRule(monitor, rule);
    const items = [
      replaceMonitorItem(table, monitor, after),
      stillOwnedItem(table, { ownerId: owner.id, spaceId: device.spaceId }),
    ];
    return ctx.commit({ aviso: thresholdView(after, ctx.now) }, (rows) =>
      transact(table, [...items, ...rows]),
    );
  });
};
