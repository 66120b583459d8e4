import type { catalogue } from '../../lib/contract/catalogue.ts';
import { changedDeviceItem } from '../../lib/data/devices.ts';
import { stillHeldItem } from '../../lib/data/owner-counters.ts';
import { retryOnConflict } from '../../lib/data/retry-on-conflict.ts';
import { transact } from '../../lib/data/table.ts';
import { deviceGroup, deviceName } from '../../lib/domain/device/device-name.ts';
import { renamedDevice } from '../../lib/domain/device/lifecycle.ts';
import { decided } from '../../lib/flows/decided.ts';
import { decidingOwner } from '../../lib/flows/deciding-owner.ts';
import { deviceOfOwner } from '../../lib/flows/own-device.ts';
import { shownDevice } from '../../lib/render/view/device-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';

export const patchDevice: Handle<typeof catalogue.patchDevice> = async (ctx, { params, body }) => {
  const names = {
    ...(body.nome !== undefined && { name: decided(deviceName(body.nome)) }),
    ...(body.grupo !== undefined && { group: decided(deviceGroup(body.grupo)) }),
  };
  return retryOnConflict(async (conflict) => {
    const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
    const device = await deviceOfOwner(ctx.table, params.id, owner);
    const renamed = renamedDevice(device, names);
    const answer = { ambiente: shownDevice(renamed, ctx.now, ctx.origins.base) };
    const items = [
      stillHeldItem(ctx.table, { ownerId: owner.id, spaceId: device.spaceId }),
      changedDeviceItem(ctx.table, device, renamed),
    ];
    return ctx.commit(answer, (rows) => transact(ctx.table, [...items, ...rows]));
  });
};
