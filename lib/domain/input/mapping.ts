import type { Mapped } from './snapshot.ts';
import type { Sample } from './sample.ts';

/** Collects what samples say in our words; the last of two that say the same counts. */
export class Mapping {
  readonly #values = new Map<string, number>();
  readonly #counters = new Map<string, number>();
  readonly #sums = new Map<string, Map<string, number>>();

  /** A number that is good by itself. `field` is `<group>.<field>`. */
  value(field: string, value: number | undefined): void {
    if (value !== undefined && Number.isFinite(value) && value >= 0) this.#values.set(field, value);
  }

  /** A sum that only ever grows, of one disk, interface or mode. */
  counter(field: string, instance: string, value: number): void {
    if (Number.isFinite(value) && value >= 0) this.#counters.set(`${field}|${instance.slice(0, 40)}`, value);
  }

  /** A part of a whole, such as the used memory, to be taken by `parts`. */
  part(of: string, name: string, value: number): void {
    const parts = this.#sums.get(of) ?? new Map<string, number>();
    this.#sums.set(of, parts.set(name, value));
  }

  /** The parts of a whole by their names. */
  parts(of: string): ReadonlyMap<string, number> {
    return this.#sums.get(of) ?? new Map();
  }

  done(): Mapped {
    return { values: Object.fromEntries(this.#values), counters: Object.fromEntries(this.#counters) };
  }
}

/** What a wire's samples say in our words. `nowSec` is ours: of the machine's clock nothing is believed. */
export type Names = (samples: readonly Sample[], nowSec: number) => Mapped;

/** The share of a whole that is not free, in percent. */
export function usedPct(total: number | undefined, free: number | undefined): number | undefined {
  if (total === undefined || free === undefined || total <= 0) return undefined;
  return 100 * Math.min(1, Math.max(0, 1 - free / total));
}

/** Bytes as MiB. */
export function mebibytes(bytes: number | undefined): number | undefined {
  return bytes === undefined ? undefined : bytes / 1_048_576;
}

/** An interface that leads out of the machine: no loopback, no tunnel, no bridge and no end of a container's. */
export function isOwnInterface(name: string): boolean {
  return !/^(?:lo\d*$|veth|docker|br-|virbr|cni|flannel|cali|tun|tap|wg|dummy|ifb|utun|awdl|llw|bridge|gif|stf|all$)/.test(
    name,
  );
}

/** A whole disk: no partition, no mapped or looped device. */
export function isWholeDisk(name: string): boolean {
  return !/^(?:dm-|loop|ram|md|sr|fd|zram)|^(?:sd|vd|xvd|hd)[a-z]+\d+$|^(?:nvme\d+n\d+|mmcblk\d+)p\d+$|_total$/i.test(
    name,
  );
}
