import type { catalogue } from '../../lib/contract/catalogue.ts';
import { listChannels } from '../../lib/data/machines/collector-channels.ts';
import { countedTogether } from '../../lib/data/machines/device-counters.ts';
import { retryOnConflict } from '../../lib/data/retry-on-conflict.ts';
import { transact, type TransactItem } from '../../lib/data/table.ts';
import { decidingOwner } from '../../lib/runtime/current-owner.ts';
import { withWatcher } from '../../lib/flows/machines/device-watchers.ts';
import { endThresholds, thresholdsOf } from '../../lib/flows/machines/device-thresholds.ts';
import { endOfDevice } from '../../lib/flows/machines/end-device.ts';
import { deletionOf } from '../../lib/flows/monitors/monitor-deletion.ts';
import { deviceOfOwner } from '../../lib/flows/machines/own-device.ts';
import type { Handle } from '../../lib/runtime/context.ts';

/** Of the monitor's incidents that its history lacks, beside all the symbols and channels of a device in 100 items. */
const RECORDS_MAX = 10;

export const deleteDevice: Handle<typeof catalogue.deleteDevice> = async (ctx, { params }) =>
  retryOnConflict(async (conflict) => {
    const { table, now } = ctx;
    const owner = await decidingOwner(table, ctx.caller.owner, conflict);
    const { device, watcher } = await withWatcher(table, await deviceOfOwner(table, params.id, owner));
    const owned = { ownerId: owner.id, spaceId: device.spaceId };
    const channels = await listChannels(table, device.id);
    const end = endOfDevice(table, { device, channels, owned }, now);
    const watching = watcher && deletionOf(ctx, owner, watcher, RECORDS_MAX);
    const items: TransactItem[] = watching
      ? [...end.items, ...watching.items, countedTogether(watching.counted, end.counted)]
      : [...end.items, end.counted];
    const ending = await thresholdsOf(table, device);
    const answer = { ok: true, id: device.id, deleted: true } as const;
    return ctx.commit(answer, async (rows) => {
      await endThresholds(ctx, owner, ending);
      await transact(table, [...items, ...rows]);
    });
  });
