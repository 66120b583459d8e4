import { isDeepStrictEqual } from 'node:util';
import type { catalogue } from '../../lib/contract/catalogue.ts';
import { changedDeviceItem } from '../../lib/data/machines/devices.ts';
import type { TransactItem } from '../../lib/data/table.ts';
import { type Device, deviceGroup, deviceName } from '../../lib/domain/machines/devices/device.ts';
import { renamedDevice } from '../../lib/domain/machines/devices/lifecycle.ts';
import { charge } from '../../lib/flows/billing/charge.ts';
import { charged, pay } from '../../lib/flows/billing/pay.ts';
import { valueOrRefusal } from '../../lib/flows/or-refuse.ts';
import { decidingOwner } from '../../lib/runtime/current-owner.ts';
import { withWatcher } from '../../lib/flows/machines/device-watchers.ts';
import { deviceOfOwner } from '../../lib/flows/machines/own-device.ts';
import { shownDevice } from '../../lib/render/machines/device-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { asWatched, unwatched, watchedDevice } from './watching.ts';

export const patchDevice: Handle<typeof catalogue.patchDevice> = async (ctx, { params, body }) => {
  const names = {
    ...(body.nome !== undefined && { name: valueOrRefusal(deviceName(body.nome)) }),
    ...(body.grupo !== undefined && { group: valueOrRefusal(deviceGroup(body.grupo)) }),
  };
  return charge(
    (quote, owned) => pay(ctx, quote, owned),
    async (conflict) => {
      const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
      const seen = await withWatcher(ctx.table, await deviceOfOwner(ctx.table, params.id, owner));
      const { watcher } = seen;
      // A link to a monitor that was deleted goes with whatever changes.
      const device = renamedDevice({ ...seen.device, monitorId: watcher?.id ?? null }, names);
      const items = (linked: Device): TransactItem[] => [changedDeviceItem(ctx.table, seen.device, linked)];
      if (body.vigiar === true && !watcher) return watchedDevice(ctx, owner, { device, items });
      if (body.vigiar === false && watcher) return unwatched(ctx, owner, watcher, { device, items });
      if (isDeepStrictEqual(device, seen.device)) return { done: seen };
      return asWatched(ctx, owner, watcher, { device, items });
    },
    async ({ result, ...cost }, write) => {
      const answer = { ambiente: shownDevice(result, ctx.now, ctx.origins.base) };
      return ctx.commit(charged(answer, cost), write);
    },
  );
};
