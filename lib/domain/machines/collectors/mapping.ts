import type { LiveKey } from './live.ts';
import type { Mapped, Timed } from './snapshot.ts';

/** What a wire's samples say in our words. `nowSec` is ours, for samples whose wire says no time. */
export type Names = (samples: readonly Sample[], nowSec: number) => Mapped;

/** Time of the processors, of which the CPU's share is made; never shown. */
type CpuKey = 'host.cpuAll' | 'host.cpuIdle';
/** Parts of a whole, such as memory in use, of which a share is made at the end. */
type Whole = 'cpu' | 'memory' | 'swap' | 'filesystem' | 'filesystemPct' | 'processes' | 'queries' | 'read' | 'written' | 'in' | 'out'; // prettier-ignore

const INSTANCE_MAX_CHARS = 64;
const HUNDREDTHS = 100;

/** Collects what samples say; of two that say the same the last counts. */
export interface Mapping {
  /** A number that is good by itself; absent and negative ones are left out. */
  value: (key: LiveKey, value: number | undefined) => void;
  /** A sum that only ever grows, of one disk or interface. */
  counter: (key: LiveKey, instance: string, sample: Sample) => void;
  /**
   * The same of many that are added up, such as the modes of all processors. The counter is named after their number: where
   * one is missing in a push, or there are more, it is another counter, and no spike comes of it.
   */
  summed: (key: CpuKey, instance: string, sample: Sample) => void;
  part: (of: Whole, name: string, value: number) => void;
  parts: (of: Whole) => ReadonlyMap<string, number>;
  done: () => Mapped;
}

export function newMapping(nowSec: number): Mapping {
  const values = new Map<string, number>();
  const counters = new Map<string, Timed>();
  const sums = new Map<CpuKey, Map<string, Sample>>();
  const wholes = new Map<Whole, Map<string, number>>();
  const put = (key: string, value: number, atSec = nowSec) => {
    if (isCount(value)) counters.set(key, [value, Math.round(atSec * HUNDREDTHS) / HUNDREDTHS]);
  };
  return {
    value: (key, value) => {
      if (value !== undefined && isCount(value)) values.set(key, value);
    },
    counter: (key, instance, { value, atSec }) =>
      put(`${key}|${instance.slice(0, INSTANCE_MAX_CHARS)}`, value, atSec),
    summed: (key, instance, sample) => within(sums, key).set(instance, sample),
    part: (of, name, value) => within(wholes, of).set(name, value),
    parts: (of) => wholes.get(of) ?? new Map(),
    done: () => {
      for (const [key, samples] of sums) {
        const all = [...samples.values()];
        put(`${key}|${all.length}`, sumOf(all.map(({ value }) => value)) ?? 0, all.at(-1)?.atSec);
      }
      return { values: Object.fromEntries(values), counters: Object.fromEntries(counters) };
    },
  };
}

/** A table of names that a client may choose: a name of a prototype is in none. */
export function namesOf<T>(table: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  return new Map(Object.entries(table));
}

/** The time of one processor in one mode. */
export function takeCpuTime(into: Mapping, instance: string, sample: Sample, isIdle: boolean): void {
  into.summed('host.cpuAll', instance, sample);
  if (isIdle) into.summed('host.cpuIdle', instance, sample);
}

function within<K, V>(maps: Map<K, Map<string, V>>, key: K): Map<string, V> {
  const map = maps.get(key) ?? new Map<string, V>();
  maps.set(key, map);
  return map;
}

/** No counter is of more than 64 bits. A comparison with NaN is false. */
function isCount(value: number): boolean {
  return value >= 0 && value < 2 ** 64;
}

/** Undefined where there is nothing to add up. */
export function sumOf(values: Iterable<number>): number | undefined {
  let sum: number | undefined;
  for (const value of values) sum = (sum ?? 0) + value;
  return sum;
}

/** The share of a whole that is not free, in percent; of nothing, such as no swap, there is none. */
export function usedPct(total: number | undefined, free: number | undefined): number | undefined {
  if (total === undefined || free === undefined || total <= 0) return undefined;
  return 100 * Math.min(1, Math.max(0, 1 - free / total));
}

/**
 * How full a file system is, as `df` says it: of what is used and what may still be used, so without what is kept for root.
 */
export function fullPct(used: number | undefined, available: number | undefined): number | undefined {
  return used === undefined || available === undefined ? undefined : usedPct(used + available, available);
}

export function mebibytes(bytes: number | undefined): number | undefined {
  return bytes === undefined ? undefined : bytes / 1_048_576;
}

export function less(whole: number | undefined, part: number | undefined): number | undefined {
  return whole === undefined || part === undefined ? undefined : whole - part;
}

/** One number of a push, with the name and the marks that its wire gave it. */
export interface Sample {
  name: string;
  labels: Readonly<Record<string, string>>;
  /** Finite. */
  value: number;
  /**
   * Seconds by the machine's clock, where the wire says them: good for the time between two samples of one machine, and for
   * nothing else.
   */
  atSec?: number;
}

/** So many numbers a push may have; one of more is none of ours. */
export const SAMPLES_MAX = 5_000;
