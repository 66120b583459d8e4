import type { LiveKey } from '../live.ts';
import {
  type Mapping,
  type Names,
  namesOf,
  newMapping,
  takeCpuTime,
  fullPct,
  less,
  mebibytes,
  usedPct,
  type Sample,
} from '../mapping.ts';
import { isRoot, takeHardware } from '../counted-hardware.ts';
import { takeAsterisk } from './asterisk.ts';

/** What is taken as it is. */
const PLAIN = namesOf<LiveKey>({
  node_load1: 'host.load1',
  node_load5: 'host.load5',
  node_load15: 'host.load15',
  mysql_up: 'mysql.up',
  mysql_global_status_threads_connected: 'mysql.threads',
  mysql_global_status_uptime: 'mysql.uptime',
});

/** Parts of wholes, of which some names differ by system. */
const PARTS = namesOf<readonly [of: 'memory' | 'swap', name: string]>({
  node_memory_MemTotal_bytes: ['memory', 'total'],
  node_memory_MemAvailable_bytes: ['memory', 'free'],
  // macOS.
  node_memory_total_bytes: ['memory', 'total'],
  node_memory_free_bytes: ['memory', 'free'],
  node_memory_inactive_bytes: ['memory', 'reclaimable'],
  // FreeBSD, which has the latter two as well.
  node_memory_size_bytes: ['memory', 'total'],
  windows_os_visible_memory_bytes: ['memory', 'total'],
  windows_memory_physical_total_bytes: ['memory', 'total'],
  windows_os_physical_memory_free_bytes: ['memory', 'free'],
  windows_memory_physical_free_bytes: ['memory', 'free'],
  node_memory_SwapTotal_bytes: ['swap', 'total'],
  node_memory_SwapFree_bytes: ['swap', 'free'],
});

/** Parts of the file system of the system. */
const FILESYSTEM = namesOf({
  node_filesystem_size_bytes: 'size',
  node_filesystem_avail_bytes: 'avail',
  node_filesystem_free_bytes: 'free',
  windows_logical_disk_size_bytes: 'size',
  windows_logical_disk_free_bytes: 'avail',
});

/** Counters of instances that a label tells apart. */
const COUNTERS = namesOf<readonly [key: LiveKey, label: string]>({
  node_disk_read_bytes_total: ['disk.read', 'device'],
  node_disk_written_bytes_total: ['disk.written', 'device'],
  node_network_receive_bytes_total: ['network.in', 'device'],
  node_network_transmit_bytes_total: ['network.out', 'device'],
  windows_net_bytes_received_total: ['network.in', 'nic'],
  windows_net_bytes_sent_total: ['network.out', 'nic'],
  windows_physical_disk_read_bytes_total: ['disk.read', 'disk'],
  windows_physical_disk_write_bytes_total: ['disk.written', 'disk'],
});

/** Linux has the time of guests in that of users too, Windows that of interrupts in the privileged time. */
const COUNTED_TWICE = /^(?:guest|guest_nice|dpc|interrupt)$/;

/** The names of node_exporter, windows_exporter, mysqld_exporter and Asterisk's exporter. */
export const prometheusNames: Names = (samples, nowSec) => {
  const into = newMapping(nowSec);
  for (const sample of samples) take(into, sample, nowSec);
  takeMemory(into);
  const disk = into.parts('filesystem');
  const [size, avail] = [disk.get('size'), disk.get('avail')];
  into.value('disk.usedPct', fullPct(less(size, disk.get('free') ?? avail), avail));
  into.value('disk.total', mebibytes(size));
  return into.done();
};

function take(into: Mapping, sample: Sample, nowSec: number): void {
  const { name, labels, value } = sample;
  const plain = PLAIN.get(name);
  if (plain) return into.value(plain, value);
  const part = PARTS.get(name);
  if (part) return into.part(...part, value);
  const ofDisk = FILESYSTEM.get(name);
  if (ofDisk) {
    const isOfSystem = isRoot(labels['mountpoint'] ?? labels['volume']);
    return isOfSystem ? into.part('filesystem', ofDisk, value) : undefined;
  }
  const counter = COUNTERS.get(name);
  if (counter) return takeHardware(into, counter[0], labels[counter[1]], sample);
  switch (name) {
    case 'node_cpu_seconds_total':
    case 'windows_cpu_time_total':
      return takeCpu(into, sample);
    case 'node_boot_time_seconds':
    case 'windows_system_boot_time_timestamp':
      // By the machine's own clock, as the boot time is.
      return into.value('host.uptime', Math.max(0, (sample.atSec ?? nowSec) - value));
    case 'mysql_global_status_queries':
      return into.counter('mysql.queries', '', sample);
    default:
      return takeAsterisk(into, name, sample);
  }
}

function takeCpu(into: Mapping, sample: Sample): void {
  const { cpu, core, mode = '' } = sample.labels;
  if (COUNTED_TWICE.test(mode)) return;
  takeCpuTime(into, `${cpu ?? core}/${mode}`, sample, mode === 'idle' || mode === 'iowait');
}

function takeMemory(into: Mapping): void {
  const memory = into.parts('memory');
  const [total, free] = [memory.get('total'), memory.get('free')];
  const available = free === undefined ? undefined : free + (memory.get('reclaimable') ?? 0);
  into.value('host.memoryPct', usedPct(total, available));
  into.value('host.memoryTotal', mebibytes(total));
  const swap = into.parts('swap');
  into.value('host.swapPct', usedPct(swap.get('total'), swap.get('free')));
}
