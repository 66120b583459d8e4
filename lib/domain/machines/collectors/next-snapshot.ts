import { LIVE_KEYS } from './live.ts';
import { type Mapped, type Snapshot, type Timed, SHOWN_SEC } from './snapshot.ts';

/** A rate over less says nothing, for which the earlier counter is kept, and one over more nothing about now. */
const GAP_MIN_SEC = 1;
const GAP_MAX_SEC = 3_600;
/** Of disks and interfaces together; a machine with more shows the first of them. */
const COUNTERS_MAX = 100;

type Counters = Mapped['counters'];

/**
 * The snapshot of a channel after a push: its numbers over those before, and rates of the counters that rose since they last
 * came. A counter that went back began anew, and one whose instance is new has no rate yet.
 */
export function nextSnapshot(
  mapped: Mapped,
  before: Snapshot | undefined,
  { at, credentialHash }: { at: number; credentialHash: string },
): Snapshot {
  const atSec = Math.floor(at / 1000);
  const known = before?.credentialHash === credentialHash ? before : undefined;
  const values = { ...mapped.values, ...ratesOf(mapped.counters, known?.counters ?? {}) };
  return {
    credentialHash,
    firstAt: known?.firstAt ?? at,
    at,
    values: { ...shown(known?.values ?? {}, atSec), ...rounded(values, atSec) },
    counters: nextCounters(mapped.counters, known?.counters ?? {}),
  };
}

/** The rates of all counters of a field, added up, and the CPU that was not idle. */
function ratesOf(now: Counters, before: Counters): Record<string, number> {
  const rates = new Map<string, number>();
  for (const [key, counter] of Object.entries(now)) {
    const perSec = rateOf(counter, before[key]);
    const name = key.slice(0, key.indexOf('|'));
    if (perSec !== undefined) rates.set(name, (rates.get(name) ?? 0) + perSec);
  }
  const scaled: Record<string, number> = {};
  for (const [name, perSec] of rates) {
    const scale = LIVE_KEYS.get(name)?.field.counter?.scale;
    if (scale !== undefined) scaled[name] = perSec * scale;
  }
  const [idle, all] = [rates.get('host.cpuIdle'), rates.get('host.cpuAll')];
  if (idle !== undefined && all !== undefined && all > 0)
    scaled['host.cpuPct'] = 100 * Math.min(1, Math.max(0, 1 - idle / all));
  return scaled;
}

function rateOf([value, atSec]: Timed, before: Timed | undefined): number | undefined {
  if (!before) return undefined;
  const gapSec = atSec - before[1];
  const isRate = gapSec >= GAP_MIN_SEC && gapSec <= GAP_MAX_SEC && value >= before[0];
  return isRate ? (value - before[0]) / gapSec : undefined;
}

/**
 * The counters of a push, and of those before it the ones that a push still to come may follow. Their seconds are the
 * machine's, so the newest of the push tells how old they are.
 */
function nextCounters(now: Counters, before: Counters): Counters {
  const next = new Map<string, Timed>();
  let newestSec: number | undefined;
  for (const [key, counter] of Object.entries(now)) {
    next.set(key, followed(counter, before[key]));
    newestSec = Math.max(newestSec ?? counter[1], counter[1]);
  }
  for (const [key, counter] of Object.entries(before)) {
    const isOld = newestSec !== undefined && Math.abs(newestSec - counter[1]) > GAP_MAX_SEC;
    if (!next.has(key) && !isOld) next.set(key, counter);
  }
  return Object.fromEntries([...next].slice(0, COUNTERS_MAX));
}

/** The counter that the next one is compared with: an earlier one, as long as no second has gone by since. */
function followed(counter: Timed, before: Timed | undefined): Timed {
  if (!before) return counter;
  const gapSec = counter[1] - before[1];
  return gapSec >= 0 && gapSec < GAP_MIN_SEC && counter[0] >= before[0] ? before : counter;
}

function shown(values: Snapshot['values'], atSec: number): Record<string, Timed> {
  return Object.fromEntries(
    Object.entries(values).filter(([, [, sinceSec]]) => atSec - sinceSec <= SHOWN_SEC),
  );
}

/** Whole numbers, seconds and MiB whole, the others to two digits. */
function rounded(values: Readonly<Record<string, number>>, atSec: number): Record<string, Timed> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const format = LIVE_KEYS.get(key)?.field.format;
      const parts = format === 'int' || format === 'seg' || format === 'mib' ? 1 : 100;
      return [key, [Math.round(value * parts) / parts, atSec] as const];
    }),
  );
}
