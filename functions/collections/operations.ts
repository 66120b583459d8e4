import { collectionOperations } from '../../lib/contract/collections.ts';
import { area } from '../../lib/runtime/area.ts';
import { once } from '../../lib/runtime/idempotency.ts';
import { createCollections } from './create-collections.ts';
import { deleteCollection } from './delete-collection.ts';
import { listCollections } from './list-collections.ts';
import { patchCollection } from './patch-collection.ts';

export const operations = area({
  declared: collectionOperations,
  implemented: { listCollections, createCollections, patchCollection, deleteCollection },
  once,
});
