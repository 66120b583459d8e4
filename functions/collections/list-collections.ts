import type { catalogue } from '../../lib/contract/catalogue.ts';
import { PROFILES } from '../../lib/domain/machines/measures/catalogue.ts';
import { devicePage } from '../../lib/flows/machines/device-page.ts';
import { shownInputs } from '../../lib/flows/machines/shown-inputs.ts';
import { collectionView, equipmentView } from '../../lib/render/machines/collection-view.ts';
import { measuresView } from '../../lib/render/machines/measures-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { collectionsOf } from '../../lib/domain/machines/collections/collections-of.ts';
import type { Device } from '../../lib/domain/machines/devices/device.ts';
import type { OwnCollection } from './own-collection.ts';

const NOTE =
  'No credential was sent, so this only lists what can be measured. POST /api/ambientes adds a device.';

export const listCollections: Handle<typeof catalogue.listCollections> = async (ctx, { query }) => {
  const { table, caller, origins, now } = ctx;
  const owner = caller.kind === 'nobody' ? null : caller.owner;
  const { devices, next } = await devicePage(table, owner, query.cursor);
  const listed = listedCollections(devices);
  const collected = [...new Set(listed.map(({ device }) => device))];
  return {
    coletas: listed.map(({ device, collection }) => collectionView(device, collection, origins.ingest)),
    equipamentos: collected.map((device) => equipmentView(device, origins.ingest)),
    inputs: await shownInputs(table, devices, now),
    medidas: measuresView(),
    perfis: { essentials: [...PROFILES.essentials], completo: [...PROFILES.completo] },
    ...next,
    ...(owner === null && { note: NOTE }),
  };
};

/** What is collected of some devices. */
export function listedCollections(devices: readonly Device[]): OwnCollection[] {
  return devices.flatMap((device) => collectionsOf(device).map((collection) => ({ device, collection })));
}
