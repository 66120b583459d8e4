import type { Clock } from '../../lib/adapters/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../../lib/domain/calendar.ts';
import {
  newestReadings,
  readingsAt,
  type Every,
  type PackedReadings,
} from '../../lib/data/machines/readings.ts';
import type { Table } from '../../lib/data/table.ts';
import type { KnownCollection } from '../../lib/domain/machines/collections/collections-of.ts';
import { momentsOf, type Period } from '../../lib/domain/machines/collections/periods.ts';
import { reuseSec } from '../../lib/domain/machines/collections/series.ts';
import { MEASURES } from '../../lib/domain/machines/measures/catalogue.ts';
import { remembered } from '../../lib/runtime/memory/remembered.ts';

/** What is read of a device by one query: so many of all its measures that are read each minute, or each hour. */
export interface DevicePart {
  deviceId: string;
  every: Every;
  collections: readonly KnownCollection[];
  count: number;
  /** Points of so long, in the place of the newest. */
  period?: Period | undefined;
}

/** Gives the newest readings of a part of a device. */
export type ReadPart = (table: Table, part: DevicePart) => Promise<readonly PackedReadings[]>;

/** Up to 501 rows of 24 texts, which take 1.6 MB each: 160 MB. */
const PARTS_MAX = 100;

/** Reads the table, and keeps what was read for a minute: whoever asks meanwhile gets the same (SPEC.md "Limits" Series). */
export function keptReadings(clock: Clock): ReadPart {
  const parts = remembered<Read>(clock, PARTS_MAX, ({ reuseMs }) => reuseMs);
  return async (table, part) => {
    const { deviceId, every, count, collections, period } = part;
    const codes = collections.map(({ measure }) => MEASURES[measure].code);
    const key = [deviceId, every, period ?? count, ...collections.map(({ id }) => id)].join(' ');
    const { rows } = await parts.of(key, async () => {
      const now = clock.now();
      const newest = await newestReadings(table, { deviceId, every, now, codes }, period ? 1 : count);
      const rows = period ? await pointsOf(table, part, { newest, period }) : newest;
      return { rows, reuseMs: reuseSec(collections, rows, now) * 1000 };
    });
    return rows;
  };
}

/** Some two hundred readings at most, whatever the period. */
async function pointsOf(
  table: Table,
  { deviceId, every }: DevicePart,
  { newest: [newest], period }: { newest: readonly PackedReadings[]; period: Period },
): Promise<readonly PackedReadings[]> {
  const [seconds = ''] = Object.values(newest ?? {}).map((text) => text.split(' ')[0] ?? '');
  if (seconds === '') return [];
  const moments = momentsOf(period, Number(seconds) * 1000, every === 'hour' ? HOUR_MS : MINUTE_MS);
  return readingsAt(table, { deviceId, every }, moments);
}

interface Read {
  rows: readonly PackedReadings[];
  reuseMs: number;
}
