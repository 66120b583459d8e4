import { LIVE_FIELDS, type LiveField } from './live.ts';
import type { Mapped, Snapshot, Timed } from './snapshot.ts';

/** A rate over a longer time than this says nothing about now, and one over less than a second nothing at all. */
const GAP_MAX_SEC = 3_600;
/** What did not come for so long is not shown any more: a push may bring a part of the numbers only. */
const KEPT_SEC = 600;
/** Disks, interfaces and modes of the CPU in all; a machine with more shows the first of them. */
const COUNTERS_MAX = 200;

const CPU_IDLE = 'host.cpuIdle';
const CPU_ALL = 'host.cpuAll';

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
  const earlier = known?.counters ?? {};
  const counters = Object.fromEntries(
    Object.entries(mapped.counters)
      .slice(0, COUNTERS_MAX)
      .map(([key, value]) => [key, [value, atSec] as const]),
  );
  const values = { ...mapped.values, ...ratesOf(counters, earlier) };
  return {
    credentialHash,
    firstAt: known?.firstAt ?? at,
    at,
    values: { ...recent(known?.values, atSec), ...timed(values, atSec) },
    counters: { ...recent(earlier, atSec, GAP_MAX_SEC), ...counters },
  };
}

/** The rates of all counters of a field, added up, and the CPU that was not idle. */
function ratesOf(now: Snapshot['counters'], before: Snapshot['counters']): Record<string, number> {
  const rises = new Map<string, number>();
  for (const [key, counter] of Object.entries(now)) {
    const rate = rateOf(counter, before[key]);
    if (rate === undefined) continue;
    const field = key.slice(0, key.indexOf('|'));
    rises.set(field, (rises.get(field) ?? 0) + rate);
  }
  const rates: Record<string, number> = {};
  for (const [field, perSec] of rises) {
    const scale = scaleOf(field);
    if (scale !== undefined) rates[field] = perSec * scale;
  }
  const [idle, all] = [rises.get(CPU_IDLE), rises.get(CPU_ALL)];
  if (idle !== undefined && all !== undefined && all > 0)
    rates['host.cpuPct'] = 100 * Math.min(1, Math.max(0, 1 - idle / all));
  return rates;
}

function rateOf([value, atSec]: Timed, before: Timed | undefined): number | undefined {
  if (!before) return undefined;
  const gapSec = atSec - before[1];
  return gapSec >= 1 && gapSec <= GAP_MAX_SEC && value >= before[0]
    ? (value - before[0]) / gapSec
    : undefined;
}

function scaleOf(field: string): number | undefined {
  const [group = '', id = ''] = field.split('.');
  const fields: readonly LiveField[] = LIVE_FIELDS[group as keyof typeof LIVE_FIELDS] ?? [];
  return fields.find((each) => each.id === id)?.counter?.scale;
}

function timed(values: Mapped['values'], atSec: number): Record<string, Timed> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, [value, atSec] as const]));
}

function recent(
  values: Snapshot['values'] | undefined,
  atSec: number,
  keptSec = KEPT_SEC,
): Record<string, Timed> {
  return Object.fromEntries(
    Object.entries(values ?? {}).filter(([, [, sinceSec]]) => atSec - sinceSec <= keptSec),
  );
}
