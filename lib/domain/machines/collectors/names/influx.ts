import type { LiveKey } from '../live.ts';
import { type Mapping, type Names, namesOf, newMapping, mebibytes, type Sample } from '../mapping.ts';
import { isRoot, takeHardware } from '../counted-hardware.ts';
import { takeAsterisk } from './asterisk.ts';

const PLAIN = namesOf<LiveKey>({
  'system.load1': 'host.load1',
  'system.load5': 'host.load5',
  'system.load15': 'host.load15',
  'system.uptime': 'host.uptime',
  'system.n_users': 'host.users',
  'processes.total': 'host.processes',
  'mem.used_percent': 'host.memoryPct',
  'mysql.threads_connected': 'mysql.threads',
  'mysql.uptime': 'mysql.uptime',
});

const COUNTERS = namesOf<readonly [key: LiveKey, tag: string]>({
  'diskio.read_bytes': ['disk.read', 'name'],
  'diskio.write_bytes': ['disk.written', 'name'],
  'net.bytes_recv': ['network.in', 'interface'],
  'net.bytes_sent': ['network.out', 'interface'],
});

/** The names of Telegraf's inputs: a measurement, a dot and its field. */
export const influxNames: Names = (samples, nowSec) => {
  const into = newMapping(nowSec);
  for (const sample of samples) take(into, sample);
  const [idle, swap] = [into.parts('cpu'), into.parts('swap')];
  const idlePct = idle.get('usage_idle');
  if (idlePct !== undefined)
    into.value('host.cpuPct', Math.max(0, 100 - idlePct - (idle.get('usage_iowait') ?? 0)));
  // A machine without swap says that 0 percent of it are used.
  if ((swap.get('total') ?? 0) > 0) into.value('host.swapPct', swap.get('used_percent'));
  return into.done();
};

function take(into: Mapping, sample: Sample): void {
  const { name, labels, value } = sample;
  const plain = PLAIN.get(name);
  if (plain?.startsWith('mysql.')) into.value('mysql.up', 1);
  if (plain) return into.value(plain, value);
  const counter = COUNTERS.get(name);
  if (counter) return takeHardware(into, counter[0], labels[counter[1]], sample);
  switch (name) {
    case 'cpu.usage_idle':
    case 'cpu.usage_iowait':
      return labels['cpu'] === 'cpu-total' ? into.part('cpu', name.slice(4), value) : undefined;
    case 'swap.total':
    case 'swap.used_percent':
      return into.part('swap', name.slice(5), value);
    case 'mem.total':
      return into.value('host.memoryTotal', mebibytes(value));
    case 'disk.used_percent':
      return isRoot(labels['path']) ? into.value('disk.usedPct', value) : undefined;
    case 'disk.total':
      return isRoot(labels['path']) ? into.value('disk.total', mebibytes(value)) : undefined;
    case 'mysql.queries':
      return into.counter('mysql.queries', '', sample);
    default:
      return takeScraped(into, sample);
  }
}

/** What Telegraf scraped is `prometheus.<name>`, or `<name>.gauge` and `<name>.counter` with its metric version 1. */
function takeScraped(into: Mapping, sample: Sample): void {
  const [first = '', second = ''] = sample.name.split('.', 2);
  takeAsterisk(into, first === 'prometheus' ? second : first, sample);
}
