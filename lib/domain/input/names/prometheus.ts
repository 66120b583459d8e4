import { isOwnInterface, isWholeDisk, Mapping, mebibytes, usedPct, type Names } from '../mapping.ts';
import type { Sample } from '../sample.ts';
import { takeAsterisk } from './asterisk.ts';

/** What is taken as it is. */
const PLAIN: Readonly<Record<string, string>> = {
  node_load1: 'host.load1',
  node_load5: 'host.load5',
  node_load15: 'host.load15',
  mysql_up: 'mysql.up',
  mysql_global_status_threads_connected: 'mysql.threads',
  mysql_global_status_uptime: 'mysql.uptime',
};

/** Parts of wholes, of which some names differ by system. */
const PARTS: Readonly<Record<string, readonly [of: string, name: string]>> = {
  node_memory_MemTotal_bytes: ['memory', 'total'],
  node_memory_MemAvailable_bytes: ['memory', 'free'],
  node_memory_total_bytes: ['memory', 'total'],
  node_memory_free_bytes: ['memory', 'free'],
  node_memory_inactive_bytes: ['memory', 'reclaimable'],
  windows_os_visible_memory_bytes: ['memory', 'total'],
  windows_memory_physical_total_bytes: ['memory', 'total'],
  windows_os_physical_memory_free_bytes: ['memory', 'free'],
  windows_memory_physical_free_bytes: ['memory', 'free'],
  node_memory_SwapTotal_bytes: ['swap', 'total'],
  node_memory_SwapFree_bytes: ['swap', 'free'],
};

/** Counters by their field and the label that tells instances apart. */
const COUNTERS: Readonly<Record<string, readonly [field: string, label: string]>> = {
  node_disk_read_bytes_total: ['disk.read', 'device'],
  node_disk_written_bytes_total: ['disk.written', 'device'],
  node_network_receive_bytes_total: ['network.in', 'device'],
  node_network_transmit_bytes_total: ['network.out', 'device'],
  windows_net_bytes_received_total: ['network.in', 'nic'],
  windows_net_bytes_sent_total: ['network.out', 'nic'],
  windows_physical_disk_read_bytes_total: ['disk.read', 'disk'],
  windows_physical_disk_write_bytes_total: ['disk.written', 'disk'],
  mysql_global_status_queries: ['mysql.queries', ''],
};

/** The names of node_exporter, windows_exporter, mysqld_exporter and Asterisk's exporter. */
export const prometheusNames: Names = (samples, nowSec) => {
  const into = new Mapping();
  for (const sample of samples) take(into, sample, nowSec);
  const memory = into.parts('memory');
  const [total, free] = [memory.get('total'), memory.get('free')];
  const available = free === undefined ? undefined : free + (memory.get('reclaimable') ?? 0);
  into.value('host.memoryPct', usedPct(total, available));
  into.value('host.memoryTotal', mebibytes(total));
  into.value('host.swapPct', usedPct(into.parts('swap').get('total'), into.parts('swap').get('free')));
  const root = into.parts('disk');
  into.value('disk.usedPct', usedPct(root.get('size'), root.get('avail')));
  into.value('disk.total', mebibytes(root.get('size')));
  return into.done();
};

function take(into: Mapping, { name, labels, value }: Sample, nowSec: number): void {
  const plain = PLAIN[name];
  if (plain) return into.value(plain, value);
  const part = PARTS[name];
  if (part) return into.part(...part, value);
  const counter = COUNTERS[name];
  if (counter) return takeCounter(into, counter[0], labels[counter[1]] ?? '', value);
  switch (name) {
    case 'node_cpu_seconds_total':
    case 'windows_cpu_time_total':
      return takeCpu(into, labels, value);
    case 'node_boot_time_seconds':
    case 'windows_system_boot_time_timestamp':
      return into.value('host.uptime', Math.max(0, nowSec - value));
    case 'node_filesystem_size_bytes':
    case 'windows_logical_disk_size_bytes':
      return isRoot(labels) ? into.part('disk', 'size', value) : undefined;
    case 'node_filesystem_avail_bytes':
    case 'windows_logical_disk_free_bytes':
      return isRoot(labels) ? into.part('disk', 'avail', value) : undefined;
    default:
      return takeAsterisk(into, name, value);
  }
}

function takeCounter(into: Mapping, field: string, instance: string, value: number): void {
  const isOurs = field.startsWith('network.')
    ? isOwnInterface(instance)
    : field.startsWith('mysql.') || isWholeDisk(instance);
  if (isOurs) into.counter(field, instance, value);
}

function takeCpu(into: Mapping, { cpu = '', core = '', mode = '' }: Sample['labels'], value: number): void {
  // Guest time is part of user time already.
  if (mode.startsWith('guest')) return;
  const instance = `${cpu || core}/${mode}`;
  into.counter('host.cpuAll', instance, value);
  if (mode === 'idle' || mode === 'iowait') into.counter('host.cpuIdle', instance, value);
}

function isRoot({ mountpoint, volume }: Sample['labels']): boolean {
  return mountpoint === '/' || mountpoint === '/System/Volumes/Data' || volume === 'C:';
}
