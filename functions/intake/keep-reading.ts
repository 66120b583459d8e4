import { HOUR_MS } from '../../lib/domain/calendar.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import { putReadings, type PackedReadings } from '../../lib/data/machines/readings.ts';
import type { MachineFacts } from '../../lib/domain/machines/devices/facts.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import { MEASURE_IDS, MEASURES, type MeasureId } from '../../lib/domain/machines/measures/catalogue.ts';
import type { Values } from '../../lib/domain/machines/measures/measure.ts';
import { packed } from '../../lib/domain/machines/readings/reading-encoding.ts';
import { isSignOfLife, readReading } from '../../lib/domain/machines/readings/reading.ts';
import { allDone } from '../../lib/flows/concurrently.ts';
import type { IntakeDeps } from '../../lib/runtime/deps.ts';
import { boundedWaits } from '../../lib/runtime/memory/bounded.ts';
import type { Sender } from './known-senders.ts';

/** What a machine sent, and when it arrived: its own clock is not asked. */
interface Arrived {
  text: () => string;
  at: Instant;
}

/** Keeps what a push says of the measures that its sender may send; returns that, by measure. Throws 400 where none is. */
type KeepReading = (sender: Sender, arrived: Arrived) => Promise<ReadonlyMap<MeasureId, Values>>;

const NOTHING: ReadonlyMap<MeasureId, Values> = new Map();

const HOURS_MAX = 10_000;

/**
 * One write for all that is read by the minute. What is read by the hour has items of its own, so that its series is no
 * look through every minute: one more write, once an hour as far as this instance knows.
 */
export function readingKeeper({ table }: Pick<IntakeDeps, 'table'>): KeepReading {
  const hours = boundedWaits({ max: HOURS_MAX, longestMs: HOUR_MS });
  const put = async (place: Parameters<typeof putReadings>[1], readings: PackedReadings) => {
    if (Object.keys(readings).length > 0) await putReadings(table, place, readings);
  };
  return async (sender, { text, at }) => {
    const { measures } = sender;
    const { id: deviceId, facts } = sender.device;
    if (measures.length === 0 || facts === null) return NOTHING;
    const sent = text();
    const read = readReading(sent, facts, measures);
    if (read.size === 0 && isOtherwiseGood(sent, facts, sender)) return read;
    if (read.size === 0) throw unreadable(measures);
    const atSec = Math.floor(at / 1000);
    const packedOf = (isWanted: (id: MeasureId) => boolean): PackedReadings =>
      Object.fromEntries(
        [...read]
          .filter(([id]) => isWanted(id))
          .map(([id, values]) => [MEASURES[id].code, packed(MEASURES[id], values, atSec)]),
      );
    const hourOf = (id: MeasureId) => `${deviceId} ${id}`;
    const due = [...read.keys()].filter((id) => MEASURES[id].hourly && !hours.isWaiting(hourOf(id), at));
    await allDone([
      put(
        { deviceId, every: 'minute', at },
        packedOf((id) => !MEASURES[id].hourly),
      ),
      put(
        { deviceId, every: 'hour', at },
        packedOf((id) => due.includes(id)),
      ),
    ]);
    const nextHour = (Math.floor(at / HOUR_MS) + 1) * HOUR_MS;
    for (const id of due) hours.wait(hourOf(id), nextHour);
    return read;
  };
}

/**
 * Whether a push that has nothing to keep comes from a machine all the same: its line was made when other measures were
 * collected, or what is collected is read once an hour.
 */
function isOtherwiseGood(text: string, facts: MachineFacts, { measures, isOfAll }: Sender): boolean {
  if (isSignOfLife(text)) return measures.some((id) => MEASURES[id].hourly);
  return isOfAll && readReading(text, facts, MEASURE_IDS).size > 0;
}

function unreadable(measures: readonly MeasureId[]): Refusal {
  const named = MEASURE_IDS.filter((id) => measures.includes(id));
  return new Refusal(
    'leitura_invalida',
    `The body must contain a reading of ${named.join(', ')}; it has none.`,
  );
}
