import { isSymbol } from '../../lib/adapters/symbols.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import { getSymbol, type SymbolOf } from '../../lib/data/machines/push-tokens.ts';
import type { Device } from '../../lib/domain/machines/devices/device.ts';
import { isMeasureId, type MeasureId } from '../../lib/domain/machines/measures/catalogue.ts';
import type { IntakeDeps } from '../../lib/runtime/deps.ts';
import { remembered } from '../../lib/runtime/memory/remembered.ts';
import type { SeenDevices } from './instance-memory.ts';

/** A machine that sends, and the ids of the measures that it may send now: none while they are stopped. */
export interface Sender {
  device: Device;
  measures: readonly MeasureId[];
  /** By the symbol of the device, which stands for all that is collected of it. */
  isOfAll: boolean;
}

const UNKNOWN_SEEN_MS = 30_000;
const SYMBOLS_MAX = 10_000;

/**
 * Whom a symbol stands for, as this instance of the function has seen it. A forged symbol costs no read. What a symbol
 * stands for never changes, so it is read once; that it ended shows in its device.
 */
export function knownSenders({ table, clock }: Pick<IntakeDeps, 'table' | 'clock'>, devices: SeenDevices) {
  const symbols = remembered<SymbolOf | undefined>(clock, SYMBOLS_MAX, (of) =>
    of ? Number.POSITIVE_INFINITY : UNKNOWN_SEEN_MS,
  );
  const readSymbol = (symbol: string) => async () =>
    (await getSymbol(table, symbol)) ?? (await getSymbol(table, symbol, { consistent: true }));

  return async (symbol: string): Promise<Sender> => {
    const of = await symbols.of(symbol, readSymbol(symbol));
    if (!of) throw unknownSymbol();
    const { deviceId } = of;
    const seen = await devices.of(deviceId);
    const sender = senderOf(seen, of);
    // What was seen may be a moment old: a symbol that has just been made must not be refused, nor one that goes on.
    if (sender && sender.measures.length > 0) return sender;
    const now = senderOf(await devices.anew(deviceId), of);
    if (now) return now;
    await symbols.anew(symbol, () => Promise.resolve(undefined));
    throw unknownSymbol();
  };
}

export function refuseForgedToken(secret: string, symbol: string): void {
  if (!isSymbol(secret, symbol)) throw unknownSymbol();
}

/** Undefined where the device does not know the symbol any more. */
function senderOf(device: Device | undefined, { symbol, measure }: SymbolOf): Sender | undefined {
  if (!device) return undefined;
  const collections = Object.values(device.collections);
  const of = measure === null ? collections : collections.filter(({ id }) => id === symbol);
  if (measure === null ? device.symbol !== symbol : of.length === 0) return undefined;
  const measures = of.filter(({ isActive }) => isActive).map((each) => each.measure);
  return { device, measures: measures.filter(isMeasureId), isOfAll: measure === null };
}

/** Never made, or removed: which of them is not told. */
function unknownSymbol(): Refusal {
  return new Refusal('credencial_invalida', 'No machine sends by this symbol.');
}
