import { Refusal } from '../../lib/contract/errors.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import type { Device } from '../../lib/domain/machines/devices/device.ts';
import { allDone } from '../../lib/flows/concurrently.ts';
import type { ArrivedReading } from '../../lib/flows/machines/judge-thresholds.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import type { Call } from '../../lib/runtime/call.ts';
import type { IntakeDeps } from '../../lib/runtime/deps.ts';
import { boundedWaits, type Waits } from '../../lib/runtime/memory/bounded.ts';
import { readingKeeper } from './keep-reading.ts';
import { knownSenders, refuseForgedToken } from './known-senders.ts';
import type { Shared } from './instance-memory.ts';

/** Takes a push by a symbol and returns how many measures were kept. Throws 400, 401, 413 or 429 with nothing written. */
export type TakeReading = (symbol: string, call: Pick<Call, 'body'>) => Promise<number>;

/** Twice as many as the whole service takes in ten seconds, under the default limit of the gateway. */
const GAPS_MAX = 10_000;
const GAP_MS = LIMITS.readingMinGapSec * 1000;

export function readingTaker(deps: IntakeDeps, shared: Shared): TakeReading {
  const senderOf = knownSenders(deps, shared.devices);
  const keep = readingKeeper(deps);
  const gaps = boundedWaits({ max: GAPS_MAX, longestMs: GAP_MS });
  return async (symbol, { body }) => {
    refuseForgedToken(await deps.secret(), symbol);
    const at = deps.clock.now();
    takeTurn(gaps, symbol, at);
    try {
      refuseLonger(body.byteLength);
      const sender = await senderOf(symbol);
      const kept = await keep(sender, { text: () => body.bytes().toString('utf8'), at });
      await afterKept(shared, sender.device, { read: kept, at });
      return kept.size;
    } catch (error) {
      // What was bad in the push counts as one; what failed here, or whose symbol is gone, does not.
      if (!(error instanceof Refusal) || error.code === 'credencial_invalida') gaps.end(symbol);
      throw error;
    }
  };
}

/** What a reading sets going beside itself: a sign of life, and what its numbers are held against. */
async function afterKept({ after }: Shared, device: Device, reading: ArrivedReading): Promise<void> {
  const { monitorId, thresholds } = device;
  if (monitorId === null && thresholds.length === 0) return;
  const { move, judge } = await after();
  await allDone([
    ...(monitorId === null ? [] : [move(monitorId, reading.at)]),
    ...(thresholds.length === 0 ? [] : [judge(device, reading)]),
  ]);
}

/** Throws 429 where the symbol sent a moment ago, as far as this instance knows: others take it, into the same minute. */
function takeTurn(gaps: Waits, symbol: string, at: Instant): void {
  const until = gaps.until(symbol, at);
  if (until === null) return gaps.wait(symbol, at + GAP_MS);
  const waitSec = Math.ceil((until - at) / 1000);
  const rule = `A symbol sends once in ${LIMITS.readingMinGapSec} s at most`;
  throw new Refusal('muitos_envios', `${rule}; wait ${waitSec} s.`, {}, waitSec);
}

function refuseLonger(byteLength: number): void {
  if (byteLength <= LIMITS.readingMaxBytes) return;
  const rule = `The body must have at most ${LIMITS.readingMaxBytes} bytes`;
  throw new Refusal('corpo_grande', `${rule}; got ${byteLength}.`);
}
