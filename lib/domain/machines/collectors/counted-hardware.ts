import type { LiveKey } from './live.ts';
import type { Mapping, Sample } from './mapping.ts';
import { isCard } from '../measures/interface-counters.ts';

/** Sums over all interfaces, and what Windows calls its tunnels and loopbacks. */
const NO_INTERFACE = /^(?:all$|_total$|isatap|teredo|loopback)/i;
/** What lies upon disks (volumes, RAID, loops, memory) and what can be taken out. */
const NO_DISK =
  /^(?:dm-|loop|ram|zram|md|sr\d|fd\d|cd\d|pass\d|bcache|drbd|zd\d|nvme\d+c\d|_total$)|^(?:mmcblk\d+(?:boot|rpmb))/i;
/** `sda1`, `nvme0n1p1`, `mmcblk0p1`, `disk0s1` and FreeBSD's `ada0p1`. */
const PARTITION =
  /^(?:(?:sd|vd|xvd|hd)[a-z]+\d+|(?:nvme\d+n|mmcblk)\d+p\d+|disk\d+s\d.*|(?:ada|da|nda|nvd|vtbd|mmcsd)\d+[ps]\d.*)$/;

/** An interface that leads out of the machine, whatever system that has: no loopback, tunnel, bridge or container's end. */
export function isOwnInterface(name: string): boolean {
  return name !== '' && !NO_INTERFACE.test(name) && isCard(name);
}

/** A whole disk, whatever system the machine has: a partition or volume would count what its disk counts. */
export function isWholeDisk(name: string): boolean {
  return name !== '' && !NO_DISK.test(name) && !PARTITION.test(name);
}

/** Where the disk of the system is mounted; Telegraf writes `\C:`. */
export function isRoot(mount: string | undefined): boolean {
  return mount !== undefined && /^(?:\/|\\?C:\\?|\/System\/Volumes\/Data)$/.test(mount);
}

/** A counter of a disk or an interface, where it is one of the machine's own. */
export function takeHardware(into: Mapping, key: LiveKey, instance = '', sample: Sample): void {
  if (key.startsWith('network.') ? isOwnInterface(instance) : isWholeDisk(instance))
    into.counter(key, instance, sample);
}
