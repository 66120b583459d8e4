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
  usedPct,
  type Sample,
} from '../mapping.ts';
import { isOwnInterface, isWholeDisk } from '../counted-hardware.ts';

const PLAIN = namesOf<LiveKey>({
  'load/load.shortterm': 'host.load1',
  'load/load.midterm': 'host.load5',
  'load/load.longterm': 'host.load15',
  'uptime/uptime.value': 'host.uptime',
  'users/users.value': 'host.users',
});

const MEGA = 1_000_000;

/** Rates of all disks, interfaces and commands, which come one by one. */
const RATES = [
  ['read', 'disk.read', 1 / MEGA],
  ['written', 'disk.written', 1 / MEGA],
  ['in', 'network.in', 8 / MEGA],
  ['out', 'network.out', 8 / MEGA],
  ['queries', 'mysql.queries', 1],
] as const;

const AVAILABLE = /^(?:free|buffered|cached|slab_recl)$/;

/** The names of collectd's plugins: plugin, type and data source. With `StoreRates` counters come as rates per second. */
export const collectdNames: Names = (samples, nowSec) => {
  const into = newMapping(nowSec);
  for (const sample of samples) take(into, sample);
  const [memory, swap, disk] = [whole(into, 'memory'), whole(into, 'swap'), whole(into, 'filesystem')];
  const share = into.parts('filesystemPct');
  const available = [...memory].flatMap(([kind, value]) => (AVAILABLE.test(kind) ? [value] : []));
  into.value('host.memoryPct', usedPct(sumOf(memory.values()), sumOf(available)));
  into.value('host.memoryTotal', mebibytes(sumOf(memory.values())));
  into.value('host.swapPct', usedPct(sumOf(swap.values()), swap.get('free')));
  into.value(
    'disk.usedPct',
    fullPct(disk.get('used'), disk.get('free')) ?? fullPct(share.get('used'), share.get('free')),
  );
  into.value('disk.total', mebibytes(sumOf(disk.values())));
  into.value('host.processes', sumOf(whole(into, 'processes').values()));
  into.value('host.cpuPct', busyPct(into.parts('cpu')));
  for (const [of, key, scale] of RATES) into.value(key, times(sumOf(into.parts(of).values()), scale));
  return into.done();
};

function take(into: Mapping, { name, labels, value }: Sample): void {
  const plain = PLAIN.get(name);
  if (plain) return into.value(plain, value);
  const { plugin_instance: of = '', type_instance: kind = '' } = labels;
  if (name.startsWith('mysql/')) into.value('mysql.up', 1);
  switch (name) {
    case 'cpu/percent.value':
    case 'cpu/cpu.value':
      return into.part('cpu', `${of}/${kind}`, value);
    case 'memory/memory.value':
      return into.part('memory', kind, value);
    case 'swap/swap.value':
      return into.part('swap', kind, value);
    case 'processes/ps_state.value':
      return into.part('processes', kind, value);
    case 'df/df_complex.value':
      return of === 'root' ? into.part('filesystem', kind, value) : undefined;
    case 'df/percent_bytes.value':
      return of === 'root' ? into.part('filesystemPct', kind, value) : undefined;
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
      return into.part('queries', kind, value);
    default:
  }
}

/** What every system has of each; memory of BSD is told as active, and of others as used. */
const NEEDED = {
  memory: [['free'], ['used', 'active']],
  swap: [['free'], ['used']],
  filesystem: [['free'], ['used']],
  processes: [['running'], ['sleeping']],
} as const;

/** The parts of a whole, or none: a long push is cut anywhere, and what is left of a list would make a wrong sum. */
function whole(into: Mapping, of: keyof typeof NEEDED): ReadonlyMap<string, number> {
  const parts = into.parts(of);
  const isWhole = NEEDED[of].every((kinds) => kinds.some((kind) => parts.has(kind)));
  return isWhole ? parts : new Map();
}

/**
 * Of the states of processors, or of all as one, in ticks a second or percent. A long push is cut anywhere: who lacks a state
 * that every system has does not count.
 */
function busyPct(states: ReadonlyMap<string, number>): number | undefined {
  const ofKey = (key: string) => key.slice(0, key.indexOf('/') + 1);
  const isWhole = (of: string) => ['user', 'system', 'idle'].every((state) => states.has(of + state));
  const all = [...states].filter(([key]) => isWhole(ofKey(key)));
  const idle = all.filter(([key]) => /\/(?:idle|wait)$/.test(key));
  return usedPct(sumOf(all.map(([, value]) => value)), sumOf(idle.map(([, value]) => value)));
}
