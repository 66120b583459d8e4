import type { catalogue } from '../../lib/contract/catalogue.ts';
import { changedDeviceItem } from '../../lib/data/machines/devices.ts';
import { stillOwnedItem } from '../../lib/data/accounts/owner-counters.ts';
import { retryOnConflict } from '../../lib/data/retry-on-conflict.ts';
import { transact } from '../../lib/data/table.ts';
import {
  withCollection,
  type KnownCollection,
} from '../../lib/domain/machines/collections/collections-of.ts';
import { deviceGroup, deviceName } from '../../lib/domain/machines/devices/device.ts';
import { decidingOwner } from '../../lib/runtime/current-owner.ts';
import { valueOrRefusal } from '../../lib/flows/or-refuse.ts';
import { collectionView } from '../../lib/render/machines/collection-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { ownCollection } from './own-collection.ts';

export const patchCollection: Handle<typeof catalogue.patchCollection> = async (ctx, { params, body }) => {
  const { table } = ctx;
  const changes: Partial<Pick<KnownCollection, 'name' | 'group' | 'isActive'>> = {
    ...(body.nome !== undefined && { name: valueOrRefusal(deviceName(body.nome)) }),
    ...(body.grupo !== undefined && { group: valueOrRefusal(deviceGroup(body.grupo)) }),
    ...(body.ativa !== undefined && { isActive: body.ativa }),
  };
  return retryOnConflict(async (conflict) => {
    const owner = await decidingOwner(table, ctx.caller.owner, conflict);
    const { device, collection } = await ownCollection(ctx, params.id, owner);
    const changed = { ...collection, ...changes };
    const after = withCollection(device, changed);
    const answer = { coleta: collectionView(after, changed, ctx.origins.ingest) };
    const isSame = Object.entries(changes).every(
      ([name, value]) => collection[name as keyof KnownCollection] === value,
    );
    if (isSame) return ctx.commit(answer, null);
    const items = [
      changedDeviceItem(table, device, after),
      stillOwnedItem(table, { ownerId: owner.id, spaceId: device.spaceId }),
    ];
    return ctx.commit(answer, (rows) => transact(table, [...items, ...rows]));
  });
};
