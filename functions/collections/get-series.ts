import type { catalogue } from '../../lib/contract/catalogue.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import { pollAfterSec } from '../../lib/domain/machines/collections/series.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import { collectionView } from '../../lib/render/machines/collection-view.ts';
import { readingWriter } from '../../lib/render/machines/measures-view.ts';
import type { Ctx, Handle } from '../../lib/runtime/context.ts';
import { deviceSeries, type ReadSeries } from './device-series.ts';
import type { ReadPart } from './kept-readings.ts';
import { ownCollection } from './own-collection.ts';
import { readFailure, unread } from './list-series.ts';

/** A collection that is stopped shows what it has. */
export function getSeries(read: ReadPart): Handle<typeof catalogue.getSeries> {
  return async (ctx, { params, query }) => {
    const count = query.n ?? LIMITS.seriesDefault;
    const { device, collection, readings } = await oneSeries(read, ctx, params.id, count);
    return {
      coleta: collectionView(device, collection, ctx.origins.ingest),
      leituras: readingWriter()(readings),
      poll_after_sec: pollAfterSec(collection, readings.length, ctx.now),
    };
  };
}

/** Throws 404 for what is not the caller's, 429 where the table is asked for too much, 503 where it does not answer. */
async function oneSeries(read: ReadPart, ctx: Ctx<'owner'>, id: string, count: number): Promise<ReadSeries> {
  try {
    const { device, collection } = await ownCollection(ctx, id, ctx.caller.owner);
    const [series] = await deviceSeries(read, ctx, { device, collections: [collection] }, count);
    if (!series) throw new Error('A collection was asked for and nothing was read.');
    return series;
  } catch (error) {
    throw error instanceof Refusal ? error : unread(readFailure(ctx, error));
  }
}
