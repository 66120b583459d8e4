import type { catalogue } from '../../lib/contract/catalogue.ts';
import { devicePage } from '../../lib/flows/machines/device-page.ts';
import { withWatchers } from '../../lib/flows/machines/device-watchers.ts';
import { deviceView } from '../../lib/render/machines/device-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';

export const listDevices: Handle<typeof catalogue.listDevices> = async (
  { table, caller, now },
  { query },
) => {
  const owner = caller.kind === 'nobody' ? null : caller.owner;
  const { devices, next } = await devicePage(table, owner, query.cursor);
  const watched = await withWatchers(table, devices);
  return { ambientes: watched.map((each) => deviceView(each, now)), ...next };
};
