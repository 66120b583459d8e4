import type { catalogue } from '../../lib/contract/catalogue.ts';
import { countDevicesItem } from '../../lib/data/machines/device-counters.ts';
import { changedDeviceItem } from '../../lib/data/machines/devices.ts';
import { retryOnConflict } from '../../lib/data/retry-on-conflict.ts';
import { removedSymbolItem } from '../../lib/data/machines/push-tokens.ts';
import { transact } from '../../lib/data/table.ts';
import {
  collectionsOf,
  withoutCollection,
  type KnownCollection,
} from '../../lib/domain/machines/collections/collections-of.ts';
import type { Device } from '../../lib/domain/machines/devices/device.ts';
import { decidingOwner } from '../../lib/runtime/current-owner.ts';
import { endThresholds, thresholdsOf } from '../../lib/flows/machines/device-thresholds.ts';
import { lineCommandsOf } from '../../lib/render/machines/collection-view.ts';
import type { Ctx, Handle } from '../../lib/runtime/context.ts';
import { ownCollection } from './own-collection.ts';

export const deleteCollection: Handle<typeof catalogue.deleteCollection> = async (
  ctx,
  { params: { id } },
) => {
  const { table } = ctx;
  return retryOnConflict(async (conflict) => {
    const owner = await decidingOwner(table, ctx.caller.owner, conflict);
    const { device, collection } = await ownCollection(ctx, id, owner);
    const after = withoutCollection(device, collection);
    const items = [
      changedDeviceItem(table, device, after),
      removedSymbolItem(table, id),
      countDevicesItem(
        table,
        { ownerId: owner.id, spaceId: device.spaceId },
        { devices: 0, collections: -1 },
      ),
    ];
    const ending = (await thresholdsOf(table, device)).filter(
      ({ threshold }) => threshold.measure === collection.measure,
    );
    const answer = { ok: true, id, deleted: true, ...commandsAfter(ctx, after, collection) } as const;
    return ctx.commit(answer, async (rows) => {
      await endThresholds(ctx, owner, ending);
      await transact(table, [...items, ...rows]);
    });
  });
};

/** What the line of the device is replaced by; where nothing is left, how it is taken away. */
function commandsAfter({ origins }: Pick<Ctx, 'origins'>, device: Device, ended: KnownCollection) {
  const left = collectionsOf(device);
  const isEmpty = left.length === 0;
  const commands = lineCommandsOf(device, isEmpty ? [ended] : left, origins.ingest);
  const { instalar = null, conferir = null, remover = null } = commands ?? {};
  return { instalar: isEmpty ? null : instalar, conferir, remover };
}
