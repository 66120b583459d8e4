import { isOwnInterface, isWholeDisk, Mapping, mebibytes, type Names } from '../mapping.ts';
import type { Sample } from '../sample.ts';
import { takeAsterisk } from './asterisk.ts';

const PLAIN: Readonly<Record<string, string>> = {
  'system.load1': 'host.load1',
  'system.load5': 'host.load5',
  'system.load15': 'host.load15',
  'system.uptime': 'host.uptime',
  'system.n_users': 'host.users',
  'processes.total': 'host.processes',
  'mem.used_percent': 'host.memoryPct',
  'swap.used_percent': 'host.swapPct',
  'mysql.threads_connected': 'mysql.threads',
  'mysql.uptime': 'mysql.uptime',
};

const COUNTERS: Readonly<Record<string, readonly [field: string, tag: string]>> = {
  'diskio.read_bytes': ['disk.read', 'name'],
  'diskio.write_bytes': ['disk.written', 'name'],
  'net.bytes_recv': ['network.in', 'interface'],
  'net.bytes_sent': ['network.out', 'interface'],
};

/** The names of Telegraf's inputs: a measurement, a dot and its field. */
export const influxNames: Names = (samples) => {
  const into = new Mapping();
  for (const sample of samples) take(into, sample);
  return into.done();
};

function take(into: Mapping, { name, labels, value }: Sample): void {
  const plain = PLAIN[name];
  if (plain?.startsWith('mysql.')) into.value('mysql.up', 1);
  if (plain) return into.value(plain, value);
  const counter = COUNTERS[name];
  if (counter) return takeCounter(into, counter, labels, value);
  switch (name) {
    case 'cpu.usage_idle':
      return labels['cpu'] === 'cpu-total' ? into.value('host.cpuPct', Math.max(0, 100 - value)) : undefined;
    case 'mem.total':
      return into.value('host.memoryTotal', mebibytes(value));
    case 'disk.used_percent':
      return isRoot(labels) ? into.value('disk.usedPct', value) : undefined;
    case 'disk.total':
      return isRoot(labels) ? into.value('disk.total', mebibytes(value)) : undefined;
    case 'mysql.queries':
      return into.counter('mysql.queries', '', value);
    default:
      return takeScraped(into, name, value);
  }
}

function takeCounter(
  into: Mapping,
  [field, tag]: readonly [string, string],
  labels: Sample['labels'],
  value: number,
): void {
  const instance = labels[tag] ?? '';
  if (field.startsWith('network.') ? isOwnInterface(instance) : isWholeDisk(instance))
    into.counter(field, instance, value);
}

/** What Telegraf scraped has its own name in front of `.gauge` or `.counter`, or behind `prometheus.`, by its version. */
function takeScraped(into: Mapping, name: string, value: number): void {
  const [first = '', second = ''] = name.split('.');
  takeAsterisk(into, first === 'prometheus' ? second : first, value);
}

function isRoot({ path }: Sample['labels']): boolean {
  return path === '/' || path === 'C:' || path === '\\C:' || path === '/System/Volumes/Data';
}
