import { isOwnInterface, isWholeDisk, Mapping, mebibytes, usedPct, type Names } from '../mapping.ts';
import type { Sample } from '../sample.ts';

const PLAIN: Readonly<Record<string, string>> = {
  'load/load.shortterm': 'host.load1',
  'load/load.midterm': 'host.load5',
  'load/load.longterm': 'host.load15',
  'uptime/uptime.value': 'host.uptime',
  'users/users.value': 'host.users',
};

const MEGA = 1_000_000;

/** The names of collectd's plugins: plugin, type and data source. With `StoreRates` counters come as rates per second. */
export const collectdNames: Names = (samples) => {
  const into = new Mapping();
  for (const sample of samples) take(into, sample);
  takeWhole(into, 'memory', ['host.memoryPct', 'host.memoryTotal']);
  takeWhole(into, 'swap', ['host.swapPct', undefined]);
  into.value('disk.total', mebibytes(sumOf(into, 'filesystem')));
  into.value('host.processes', sumOf(into, 'processes'));
  for (const [of, field, scale] of RATES) into.value(field, times(sumOf(into, of), scale));
  return into.done();
};

/** Rates of all disks and interfaces, which come one by one. */
const RATES = [
  ['read', 'disk.read', 1 / MEGA],
  ['written', 'disk.written', 1 / MEGA],
  ['in', 'network.in', 8 / MEGA],
  ['out', 'network.out', 8 / MEGA],
  ['commands', 'mysql.queries', 1],
] as const;

function take(into: Mapping, { name, labels, value }: Sample): void {
  const plain = PLAIN[name];
  if (plain) return into.value(plain, value);
  const { plugin_instance: of = '', type_instance: kind = '' } = labels;
  if (name.startsWith('mysql/')) into.value('mysql.up', 1);
  switch (name) {
    case 'cpu/percent.value':
      return kind === 'idle' ? into.value('host.cpuPct', Math.max(0, 100 - value)) : undefined;
    case 'memory/memory.value':
      return into.part('memory', kind, value);
    case 'swap/swap.value':
      return into.part('swap', kind, value);
    case 'processes/ps_state.value':
      return into.part('processes', kind, value);
    case 'df/percent_bytes.value':
      return of === 'root' && kind === 'used' ? into.value('disk.usedPct', value) : undefined;
    case 'df/df_complex.value':
      return of === 'root' ? into.part('filesystem', kind, value) : undefined;
    case 'disk/disk_octets.read':
      return isWholeDisk(of) ? into.part('read', of, value) : undefined;
    case 'disk/disk_octets.write':
      return isWholeDisk(of) ? into.part('written', of, value) : undefined;
    case 'interface/if_octets.rx':
      return isOwnInterface(of) ? into.part('in', of, value) : undefined;
    case 'interface/if_octets.tx':
      return isOwnInterface(of) ? into.part('out', of, value) : undefined;
    case 'mysql/threads.value':
      return kind === 'connected' ? into.value('mysql.threads', value) : undefined;
    case 'mysql/mysql_commands.value':
      return into.part('commands', kind, value);
    default:
  }
}

const AVAILABLE = new Set(['free', 'buffered', 'cached', 'slab_recl']);

function takeWhole(into: Mapping, of: string, [pct, total]: readonly [string, string | undefined]): void {
  const whole = sumOf(into, of);
  const free = [...into.parts(of)].reduce(
    (all, [kind, value]) => (AVAILABLE.has(kind) ? all + value : all),
    0,
  );
  into.value(pct, usedPct(whole, free));
  if (total) into.value(total, mebibytes(whole));
}

function sumOf(into: Mapping, of: string): number | undefined {
  const values = [...into.parts(of).values()];
  return values.length === 0 ? undefined : values.reduce((all, each) => all + each, 0);
}

function times(value: number | undefined, by: number): number | undefined {
  return value === undefined ? undefined : value * by;
}
