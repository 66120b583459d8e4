import type { catalogue } from '../../lib/contract/catalogue.ts';
import { withWatcher } from '../../lib/flows/machines/device-watchers.ts';
import { deviceOfOwner } from '../../lib/flows/machines/own-device.ts';
import { shownDevice } from '../../lib/render/machines/device-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';

export const getDevice: Handle<typeof catalogue.getDevice> = async (ctx, { params }) => {
  const device = await deviceOfOwner(ctx.table, params.id, ctx.caller.owner);
  const watched = await withWatcher(ctx.table, device);
  return { ambiente: shownDevice(watched, ctx.now, ctx.origins.base) };
};
