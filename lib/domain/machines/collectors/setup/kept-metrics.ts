import type { Group } from '../collector.ts';

/** The metrics of Prometheus exporters that we read, by group: what else there is stays on the machine. Each a part of an expression. */
export const KEPT_METRICS: Readonly<Record<Group, readonly string[]>> = {
  host: [
    'node_load(1|5|15)',
    'node_cpu_seconds_total',
    'node_memory_(MemTotal|MemAvailable|SwapTotal|SwapFree|total|size|free|inactive)_bytes',
    'node_boot_time_seconds',
    'windows_cpu_time_total',
    'windows_(os_visible_memory|os_physical_memory_free|memory_physical_total|memory_physical_free)_bytes',
    'windows_system_boot_time_timestamp',
  ],
  disk: [
    'node_filesystem_(size|avail|free)_bytes',
    'node_disk_(read|written)_bytes_total',
    'windows_logical_disk_(size|free)_bytes',
    'windows_physical_disk_(read|write)_bytes_total',
  ],
  network: ['node_network_(receive|transmit)_bytes_total', 'windows_net_bytes_(received|sent)_total'],
  mysql: ['mysql_up', 'mysql_global_status_(threads_connected|queries|uptime)'],
  asterisk: ['asterisk_(channels_count|calls_count|calls_sum|endpoints_count|core_uptime_seconds)'],
};

/** An expression that is true of them alone. */
export function keptExpression(measured: readonly Group[]): string {
  return measured.flatMap((group) => KEPT_METRICS[group]).join('|');
}

/** What we read of Asterisk, one by one, for collectors that take no expression. */
export const KEPT_OF_ASTERISK = [
  'asterisk_channels_count',
  'asterisk_calls_count',
  'asterisk_calls_sum',
  'asterisk_endpoints_count',
  'asterisk_core_uptime_seconds',
] as const;
