import type { catalogue } from '../../lib/contract/catalogue.ts';
import { listDevices as devicesIn } from '../../lib/data/devices.ts';
import { withWatchers } from '../../lib/flows/device-watchers.ts';
import { deviceView } from '../../lib/render/view/device-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';

export const listDevices: Handle<typeof catalogue.listDevices> = async ({ table, caller, now }) => {
  const devices = caller.kind === 'nobody' ? [] : await devicesIn(table, caller.owner.spaces);
  const watched = await withWatchers(table, devices);
  return { ambientes: watched.map((each) => deviceView(each, now)) };
};
