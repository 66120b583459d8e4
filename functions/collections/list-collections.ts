import type { catalogue } from '../../lib/contract/catalogue.ts';
import { listDevices } from '../../lib/data/devices.ts';
import { collectionsOf } from '../../lib/domain/collection/collections-of.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import { PROFILES } from '../../lib/domain/measure/catalogue.ts';
import { collectionView, equipmentView } from '../../lib/render/view/collection-view.ts';
import { measuresView } from '../../lib/render/view/measures-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';

const NOTE =
  'No credential was sent, so this is what can be measured and nothing of yours. POST /api/ambientes makes a device.';

export const listCollections: Handle<typeof catalogue.listCollections> = async (ctx) => {
  const { table, caller, origins } = ctx;
  const devices = caller.kind === 'owner' ? await listDevices(table, caller.owner.spaces) : [];
  const collected = devices.filter((device) => collectionsOf(device).length > 0);
  const collections = collected.flatMap((device) =>
    collectionsOf(device).map((collection) => collectionView(device, collection, origins.ingest)),
  );
  return {
    // An account that claimed guests may have more.
    coletas: collections.slice(0, LIMITS.collectionsMax),
    equipamentos: collected.map((device) => equipmentView(device, origins.ingest)),
    // The channels of collectors.
    inputs: [],
    medidas: measuresView(),
    perfis: { essentials: [...PROFILES.essentials], completo: [...PROFILES.completo] },
    ...(caller.kind === 'nobody' && { note: NOTE }),
  };
};
