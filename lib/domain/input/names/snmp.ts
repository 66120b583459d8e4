import type { LiveKey } from '../live.ts';
import { type Mapping, type Names, namesOf, newMapping, takeCpuTime } from '../mapping.ts';
import { isOwnInterface, isWholeDisk } from '../own-devices.ts';
import type { Sample } from '../sample.ts';
import { fullPct, usedPct } from '../shares.ts';

const UCD = '.1.3.6.1.4.1.2021';
const IF = '.1.3.6.1.2.1.31.1.1.1';
const KIB_IN_MIB = 1024;
const CENTISECONDS = 100;

const PLAIN = namesOf<LiveKey>({
  [`${UCD}.10.1.3.1`]: 'host.load1',
  [`${UCD}.10.1.3.2`]: 'host.load5',
  [`${UCD}.10.1.3.3`]: 'host.load15',
  '.1.3.6.1.2.1.25.1.5.0': 'host.users',
  '.1.3.6.1.2.1.25.1.6.0': 'host.processes',
});

const PARTS = namesOf<readonly [of: 'memory' | 'filesystem', name: string]>({
  [`${UCD}.4.3.0`]: ['memory', 'swapTotal'],
  [`${UCD}.4.4.0`]: ['memory', 'swapFree'],
  [`${UCD}.4.5.0`]: ['memory', 'total'],
  [`${UCD}.4.6.0`]: ['memory', 'unused'],
  [`${UCD}.4.14.0`]: ['memory', 'buffers'],
  [`${UCD}.4.15.0`]: ['memory', 'cached'],
  [`${UCD}.4.27.0`]: ['memory', 'available'],
  [`${UCD}.9.1.6.1`]: ['filesystem', 'total'],
  [`${UCD}.9.1.7.1`]: ['filesystem', 'available'],
  [`${UCD}.9.1.8.1`]: ['filesystem', 'used'],
  [`${UCD}.9.1.9.1`]: ['filesystem', 'percent'],
});

/** Raw ticks of all processors; those of the kernel and of interrupts are in the system's where an agent has them so. */
const CPU = namesOf({
  [`${UCD}.11.50.0`]: 'user',
  [`${UCD}.11.51.0`]: 'nice',
  [`${UCD}.11.52.0`]: 'system',
  [`${UCD}.11.53.0`]: 'idle',
  [`${UCD}.11.54.0`]: 'wait',
});

/** Columns of tables whose rows are named by another column. */
const TABLES: readonly (readonly [column: string, key: LiveKey, names: string])[] = [
  [`${UCD}.13.15.1.1.12.`, 'disk.read', `${UCD}.13.15.1.1.2.`],
  [`${UCD}.13.15.1.1.13.`, 'disk.written', `${UCD}.13.15.1.1.2.`],
  [`${IF}.6.`, 'network.in', `${IF}.1.`],
  [`${IF}.10.`, 'network.out', `${IF}.1.`],
];

/** The objects of net-snmp's agent by their numbers; a sample of a name has it in its label `text`. */
export const snmpNames: Names = (samples, nowSec) => {
  const into = newMapping(nowSec);
  const names = new Map(samples.map(({ name, labels, value }) => [name, labels['text'] ?? String(value)]));
  for (const sample of samples) if (sample.labels['text'] === undefined) take(into, sample, names);
  takeMemory(into);
  const disk = into.parts('filesystem');
  into.value('disk.usedPct', fullPct(disk.get('used'), disk.get('available')) ?? disk.get('percent'));
  into.value('disk.total', inMebibytes(disk.get('total')));
  return into.done();
};

function take(into: Mapping, sample: Sample, names: ReadonlyMap<string, string>): void {
  const { name, value } = sample;
  const plain = PLAIN.get(name);
  if (plain) return into.value(plain, value);
  const part = PARTS.get(name);
  if (part) return into.part(...part, value);
  const mode = CPU.get(name);
  if (mode) return takeCpuTime(into, mode, sample, mode === 'idle' || mode === 'wait');
  if (name === '.1.3.6.1.2.1.25.1.1.0') return into.value('host.uptime', value / CENTISECONDS);
  const [column = '', key, namedBy] = TABLES.find(([prefix]) => name.startsWith(prefix)) ?? [];
  if (key === undefined) return;
  const instance = names.get(`${namedBy}${name.slice(column.length)}`) ?? '';
  const isOurs = key.startsWith('network.') ? isOwnInterface(instance) : isWholeDisk(instance);
  if (isOurs) into.counter(key, instance, sample);
}

function takeMemory(into: Mapping): void {
  const memory = into.parts('memory');
  const total = memory.get('total');
  const unused = memory.get('unused');
  // Agents before 5.9 do not tell what is available.
  const roughly =
    unused === undefined ? undefined : unused + (memory.get('buffers') ?? 0) + (memory.get('cached') ?? 0);
  into.value('host.memoryPct', usedPct(total, memory.get('available') ?? roughly));
  into.value('host.memoryTotal', inMebibytes(total));
  into.value('host.swapPct', usedPct(memory.get('swapTotal'), memory.get('swapFree')));
}

function inMebibytes(kibibytes: number | undefined): number | undefined {
  return kibibytes === undefined ? undefined : kibibytes / KIB_IN_MIB;
}
