import type { catalogue } from '../../lib/contract/catalogue.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import type { SeriesView } from '../../lib/contract/machines/collection-output.ts';
import { pollAfterSec } from '../../lib/domain/machines/collections/series.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import type { TimedValues } from '../../lib/domain/machines/measures/measure.ts';
import { devicePage, type DevicePage } from '../../lib/flows/machines/device-page.ts';
import { sideBySide } from '../../lib/flows/concurrently.ts';
import { readingWriter } from '../../lib/render/machines/measures-view.ts';
import type { Ctx, Handle } from '../../lib/runtime/context.ts';
import { deviceSeries } from './device-series.ts';
import { fittingReply } from './fitting-reply.ts';
import type { ReadPart } from './kept-readings.ts';
import { listedCollections } from './list-collections.ts';
import type { OwnCollection } from './own-collection.ts';
import { isThrottled } from '../../lib/data/table.ts';

/** Fewer than the SDK has connections. */
const DEVICES_AT_ONCE = 10;

/** The readings of a collection, or why there are none; nothing is read of one that is stopped. */
type Outcome = TimedValues[] | ReadFailure | null;

/** A device whose readings cannot be read says so and holds up no other; 503 where none can be read. */
export function listSeries(read: ReadPart): Handle<typeof catalogue.listSeries> {
  return async (ctx, { query }) => {
    const { devices, next } = await ownDevices(ctx, query.cursor);
    const listed = listedCollections(devices);
    const outcomes = await outcomesOf(read, ctx, listed, query.n ?? LIMITS.seriesDefault);
    refuseNothingRead([...outcomes.values()]);
    const viewOf = seriesWriter(ctx);
    const series = listed.map((each) => viewOf(each, outcomes.get(each.collection.id) ?? null));
    const polls = series.flatMap(({ poll_after_sec: sec }) => sec ?? []);
    return {
      coletas: fittingReply(series),
      poll_after_sec: Math.min(LIMITS.seriesPollSec, ...polls),
      ...next,
    };
  };
}

async function ownDevices(ctx: Ctx<'owner'>, cursor: string | undefined): Promise<DevicePage> {
  try {
    return await devicePage(ctx.table, ctx.caller.owner, cursor);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw unread({ ...readFailure(ctx, error), code: 'indisponivel' });
  }
}

/** By the id of the collection. */
async function outcomesOf(
  read: ReadPart,
  ctx: Ctx<'owner'>,
  listed: readonly OwnCollection[],
  count: number,
): Promise<Map<string, Outcome>> {
  const active = listed.filter(({ collection }) => collection.isActive);
  const byDevice = [...Map.groupBy(active, ({ device }) => device)];
  const outcomes = new Map<string, Outcome>();
  await sideBySide(byDevice, DEVICES_AT_ONCE, async ([device, own]) => {
    const collections = own.map(({ collection }) => collection);
    try {
      const series = await deviceSeries(read, ctx, { device, collections }, count);
      for (const { collection, readings } of series) outcomes.set(collection.id, readings);
    } catch (error) {
      const failure = readFailure(ctx, error);
      for (const { id } of collections) outcomes.set(id, failure);
    }
  });
  return outcomes;
}

function refuseNothingRead(outcomes: readonly Outcome[]): void {
  const failures = outcomes.filter((each): each is ReadFailure => each !== null && 'code' in each);
  const [first] = failures;
  if (first && failures.length === outcomes.length) throw unread({ ...first, code: 'indisponivel' });
}

function seriesWriter({ origins, now }: Pick<Ctx, 'origins' | 'now'>) {
  const readingsOf = readingWriter();
  return ({ collection }: OwnCollection, outcome: Outcome): SeriesView => {
    const { id, measure, isActive } = collection;
    const view = { id, medida: measure, ativa: isActive, api: `${origins.base}/api/coletas/${id}/serie` };
    if (outcome === null) return view;
    if ('code' in outcome) return { ...view, erro: outcome.code, retry_after_sec: outcome.retryAfterSec };
    const pollSec = pollAfterSec(collection, outcome.length, now);
    return { ...view, leituras: readingsOf(outcome), poll_after_sec: pollSec };
  };
}

/** Why readings are not there now, and in how many seconds they may be. */
export interface ReadFailure {
  code: 'leitura_limitada' | 'indisponivel';
  retryAfterSec: number;
}

const THROTTLED: ReadFailure = { code: 'leitura_limitada', retryAfterSec: 10 };
const UNAVAILABLE: ReadFailure = { code: 'indisponivel', retryAfterSec: 5 };

/** What is told of an error of the table. */
export function readFailure({ log }: Pick<Ctx, 'log'>, error: unknown): ReadFailure {
  log.error('readings_unread', error);
  return isThrottled(error) ? THROTTLED : UNAVAILABLE;
}

/** The same as the refusal of a whole call: in its body it says too when to ask again (SPEC.md "Errors" 4). */
export function unread({ code, retryAfterSec }: ReadFailure): Refusal {
  const detail = `Readings cannot be read just now; repeat the call in ${retryAfterSec} seconds.`;
  return new Refusal(code, detail, { retry_after_sec: retryAfterSec }, retryAfterSec);
}
