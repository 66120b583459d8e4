import { times } from '../../measures/lines.ts';
import type { LiveKey } from '../live.ts';
import {
  type Mapping,
  type Names,
  namesOf,
  newMapping,
  sumOf,
  fullPct,
  mebibytes,
  type Sample,
} from '../mapping.ts';

const MEGA = 1_000_000;

/** Of the plugin `check_load`, for whoever has it: NCPA measures no load by itself. */
const LOADS = namesOf<LiveKey>({ load1: 'host.load1', load5: 'host.load5', load15: 'host.load15' });

const RATES = [
  ['read', 'disk.read', 1 / MEGA],
  ['written', 'disk.written', 1 / MEGA],
  ['in', 'network.in', 8 / MEGA],
  ['out', 'network.out', 8 / MEGA],
] as const;

/**
 * The names of the checks in the configuration that we write for NCPA (`setup/ncpa.ts`), each with the label of its perfdata;
 * what a check measures of one disk or interface has its name behind a dot (`in.eth0`), and is a rate already.
 */
export const nrdpNames: Names = (samples, nowSec) => {
  const into = newMapping(nowSec);
  for (const sample of samples) take(into, sample);
  const [cpu, swap, disk] = [into.parts('cpu'), into.parts('swap'), into.parts('filesystem')];
  into.value('host.cpuPct', times(sumOf(cpu.values()), 1 / cpu.size));
  // A machine without swap says that 0 percent of it are used.
  if (swap.get('total') !== 0) into.value('host.swapPct', swap.get('percent'));
  into.value('disk.usedPct', fullPct(disk.get('used'), disk.get('free')) ?? disk.get('used_percent'));
  into.value('disk.total', mebibytes(disk.get('total')));
  for (const [of, key, scale] of RATES) into.value(key, times(sumOf(into.parts(of).values()), scale));
  return into.done();
};

function take(into: Mapping, { name, labels, value }: Sample): void {
  const [check = '', label = ''] = name.split('/', 2);
  const [kind = ''] = check.split('.', 1);
  const bytes = value * unitOf(labels['unit'] ?? '');
  const load = kind === 'load' ? LOADS.get(label) : undefined;
  if (load) return into.value(load, value);
  switch (kind) {
    case 'cpu':
      return label.startsWith('percent') ? into.part('cpu', label, value) : undefined;
    case 'memory':
      if (label === 'percent') into.value('host.memoryPct', value);
      return label === 'total' ? into.value('host.memoryTotal', mebibytes(bytes)) : undefined;
    case 'swap':
      return into.part('swap', label, value);
    case 'disk':
      return into.part('filesystem', label, bytes);
    case 'uptime':
      return into.value('host.uptime', value);
    case 'users':
      return into.value('host.users', value);
    case 'read':
    case 'written':
    case 'in':
    case 'out':
      return into.part(kind, check, bytes);
    default:
  }
}

/** How many bytes a unit of perfdata has: NCPA writes `B`, `MiB` or `GiB/s` as its configuration says. */
function unitOf(unit: string): number {
  const [, prefix = '', binary] = /^([KMGT]?)(i?)B?(?:\/s)?$/i.exec(unit) ?? [];
  return prefix === '' ? 1 : (binary ? 1024 : 1000) ** ' KMGT'.indexOf(prefix.toUpperCase());
}
