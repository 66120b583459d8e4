import { collectionOperations } from '../../lib/contract/machines/collections.ts';
import { area } from '../../lib/runtime/area.ts';
import type { ApiDeps } from '../../lib/runtime/deps.ts';
import { once } from '../../lib/runtime/idempotency/idempotency.ts';
import { areaHandler } from '../../lib/runtime/lambda/area-handler.ts';
import type { LambdaHandler } from '../../lib/runtime/lambda/lambda.ts';
import { createCollections } from './create-collections.ts';
import { deleteCollection } from './delete-collection.ts';
import { getSeries } from './get-series.ts';
import { type ReadPart, keptReadings } from './kept-readings.ts';
import { listCollections } from './list-collections.ts';
import { listSeries } from './list-series.ts';
import { patchCollection } from './patch-collection.ts';

/** With a reader of readings that one instance has for all its calls. */
function operations(read: ReadPart) {
  return area({
    declared: collectionOperations,
    callsAt: 'api',
    implemented: {
      listCollections,
      createCollections,
      listSeries: listSeries(read),
      getSeries: getSeries(read),
      patchCollection,
      deleteCollection,
    },
    once,
  });
}

export const collectionsHandler = (deps: ApiDeps): LambdaHandler =>
  areaHandler(operations(keptReadings(deps.clock)), deps);
