import { HOUR_MS, MINUTE_MS } from '../../lib/domain/calendar.ts';
import { deriveToken } from '../../lib/adapters/ids.ts';
import { within } from '../../lib/adapters/timeout.ts';
import type { catalogue } from '../../lib/contract/catalogue.ts';
import { hourOf, takePlace } from '../../lib/data/statistics/browser-error-places.ts';
import { countError } from '../../lib/data/statistics/browser-errors.ts';
import { keptError } from '../../lib/domain/statistics/browser-errors/browser-error.ts';
import { networkOf } from '../../lib/domain/site/network.ts';
import type { Ctx, Handle, Input } from '../../lib/runtime/context.ts';
import { owesDropped, tellDropped, type ErrorMemory } from './error-memory.ts';

type Report = typeof catalogue.reportBrowserError;

/** A page does not wait for the table, which has better things to do when it is late. */
const WAIT_MS = 2_000;
/** Until the table is asked again after it failed. */
const REST_MS = 10_000;
const ALL = 'ALL';

/** Counts a report where there is a place for it. Throws what the table failed by, of which nobody is told. */
export const browserErrorReporter =
  (memory: ErrorMemory): Handle<Report> =>
  async (ctx, input) => {
    const { table, now } = ctx;
    try {
      await countOrDrop(memory, ctx, input);
      if (owesDropped(memory, now)) await within(WAIT_MS, tellDropped(memory, table, now));
    } catch (error) {
      memory.full.wait(ALL, now + REST_MS);
      memory.toldAt = now;
      throw error;
    }
    return undefined;
  };

async function countOrDrop(memory: ErrorMemory, ctx: Ctx, input: Input<Report>): Promise<void> {
  let isKept = false;
  try {
    isKept = await within(WAIT_MS, isCounted(memory, ctx, input));
  } finally {
    if (!isKept) memory.dropped += 1;
  }
}

async function isCounted(memory: ErrorMemory, ctx: Ctx, { body, headers }: Input<Report>): Promise<boolean> {
  const { table, now } = ctx;
  const { full, asking } = memory;
  if (full.isWaiting(ALL, now) || asking.take(ALL, now) > 0) return false;
  const network = await networkName(ctx);
  if (full.isWaiting(network, now)) return false;
  const place = await takePlace(table, network, now);
  if (place === 'free') return countError(table, keptError(body, headers['user-agent']), now);
  if (place === 'minute full') full.wait(ALL, endOf(MINUTE_MS, now));
  else full.wait(network, endOf(HOUR_MS, now));
  return false;
}

/** Another one each hour, and one that leads back to no address. */
async function networkName({ secret, from, now }: Ctx): Promise<string> {
  const network = networkOf(from?.address ?? '');
  return deriveToken(await secret(), 'browser-errors', hourOf(now), network).slice(0, 12);
}

function endOf(periodMs: number, now: number): number {
  return now - (now % periodMs) + periodMs;
}
