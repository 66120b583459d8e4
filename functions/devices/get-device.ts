import type { catalogue } from '../../lib/contract/catalogue.ts';
import { deviceOfOwner } from '../../lib/flows/own-device.ts';
import { shownDevice } from '../../lib/render/view/device-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';

export const getDevice: Handle<typeof catalogue.getDevice> = async (ctx, { params }) => {
  const device = await deviceOfOwner(ctx.table, params.id, ctx.caller.owner);
  return { ambiente: shownDevice(device, ctx.now, ctx.origins.base) };
};
