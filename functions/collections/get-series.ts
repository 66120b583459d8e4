import type { catalogue } from '../../lib/contract/catalogue.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import type { Period } from '../../lib/domain/machines/collections/periods.ts';
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
    const { n, periodo } = query;
    const count = n ?? (periodo ? LIMITS.seriesMax : LIMITS.seriesDefault);
    const asked = { id: params.id, count, period: periodo };
    const { device, collection, readings } = await oneSeries(read, ctx, asked);
    return {
      coleta: collectionView(device, collection, ctx.origins.ingest),
      leituras: readingWriter()(readings),
      poll_after_sec: pollAfterSec(collection, readings.length, ctx.now),
    };
  };
}

/** Throws 404 for what is not the caller's, 429 where the table is asked for too much, 503 where it does not answer. */
async function oneSeries(
  read: ReadPart,
  ctx: Ctx<'owner'>,
  { id, count, period }: { id: string; count: number; period: Period | undefined },
): Promise<ReadSeries> {
  try {
    const { device, collection } = await ownCollection(ctx, id, ctx.caller.owner);
    const wanted = { device, collections: [collection], period };
    const [series] = await deviceSeries(read, ctx, wanted, count);
    if (!series) throw new Error('A collection was asked for and nothing was read.');
    return series;
  } catch (error) {
    throw error instanceof Refusal ? error : unread(readFailure(ctx, error));
  }
}
