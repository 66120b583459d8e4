import type { catalogue } from '../../lib/contract/catalogue.ts';
import { retryOnConflict } from '../../lib/data/retry-on-conflict.ts';
import { transact } from '../../lib/data/table.ts';
import { decidingOwner } from '../../lib/flows/deciding-owner.ts';
import { endDeviceItems } from '../../lib/flows/end-device.ts';
import { deviceOfOwner } from '../../lib/flows/own-device.ts';
import type { Handle } from '../../lib/runtime/context.ts';

export const deleteDevice: Handle<typeof catalogue.deleteDevice> = async (ctx, { params }) =>
  retryOnConflict(async (conflict) => {
    const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
    const device = await deviceOfOwner(ctx.table, params.id, owner);
    const holding = { ownerId: owner.id, spaceId: device.spaceId };
    const items = endDeviceItems(ctx.table, { device, holding }, ctx.now);
    const answer = { ok: true, id: device.id, deleted: true } as const;
    return ctx.commit(answer, (rows) => transact(ctx.table, [...items, ...rows]));
  });
