import { isOwnInterface, isWholeDisk, Mapping, usedPct, type Names } from '../mapping.ts';
import type { Sample } from '../sample.ts';

const UCD = '.1.3.6.1.4.1.2021';
const KIB_IN_MIB = 1024;
const CENTISECONDS = 100;

const PLAIN: Readonly<Record<string, string>> = {
  [`${UCD}.10.1.3.1`]: 'host.load1',
  [`${UCD}.10.1.3.2`]: 'host.load5',
  [`${UCD}.10.1.3.3`]: 'host.load15',
  '.1.3.6.1.2.1.25.1.5.0': 'host.users',
  '.1.3.6.1.2.1.25.1.6.0': 'host.processes',
  [`${UCD}.9.1.9.1`]: 'disk.usedPct',
};

const PARTS: Readonly<Record<string, string>> = {
  [`${UCD}.4.5.0`]: 'total',
  [`${UCD}.4.6.0`]: 'unused',
  [`${UCD}.4.14.0`]: 'buffers',
  [`${UCD}.4.15.0`]: 'cached',
  [`${UCD}.4.27.0`]: 'available',
  [`${UCD}.4.3.0`]: 'swapTotal',
  [`${UCD}.4.4.0`]: 'swapFree',
};

/** Raw ticks of the CPU: user, nice, system, idle, waiting, kernel, interrupts. */
const CPU = new RegExp(`^${UCD.replaceAll('.', '\\.')}\\.11\\.(5[0-6])\\.0$`);
const TABLES: readonly (readonly [prefix: string, of: string])[] = [
  [`${UCD}.13.15.1.1.2.`, 'diskName'],
  [`${UCD}.13.15.1.1.12.`, 'disk.read'],
  [`${UCD}.13.15.1.1.13.`, 'disk.written'],
  ['.1.3.6.1.2.1.31.1.1.1.1.', 'interfaceName'],
  ['.1.3.6.1.2.1.31.1.1.1.6.', 'network.in'],
  ['.1.3.6.1.2.1.31.1.1.1.10.', 'network.out'],
];

/** The objects of net-snmp's agent by their numbers; a sample of a name has it in its label `text`. */
export const snmpNames: Names = (samples) => {
  const into = new Mapping();
  const names = new Map<string, string>();
  for (const sample of samples) take(into, sample, names);
  takeMemory(into);
  for (const [prefix, field] of TABLES) takeTable(into, field, samples, { prefix, names });
  return into.done();
};

function take(into: Mapping, { name, labels, value }: Sample, names: Map<string, string>): void {
  const plain = PLAIN[name];
  if (plain) return into.value(plain, value);
  const part = PARTS[name];
  if (part) return into.part('memory', part, value);
  if (labels['text'] !== undefined) names.set(name, labels['text']);
  if (name === '.1.3.6.1.2.1.25.1.1.0') return into.value('host.uptime', value / CENTISECONDS);
  if (name === `${UCD}.9.1.6.1`) return into.value('disk.total', value / KIB_IN_MIB);
  const [, column] = CPU.exec(name) ?? [];
  // The sum of the system's ticks holds those of the kernel, of waiting and of interrupts already.
  if (column === undefined || !['50', '51', '52', '53'].includes(column)) return;
  into.counter('host.cpuAll', column, value);
  if (column === '53') into.counter('host.cpuIdle', column, value);
}

function takeMemory(into: Mapping): void {
  const memory = into.parts('memory');
  const total = memory.get('total');
  const unused = memory.get('unused');
  const roughly =
    unused === undefined ? undefined : unused + (memory.get('buffers') ?? 0) + (memory.get('cached') ?? 0);
  into.value('host.memoryPct', usedPct(total, memory.get('available') ?? roughly));
  into.value('host.memoryTotal', total === undefined ? undefined : total / KIB_IN_MIB);
  into.value('host.swapPct', usedPct(memory.get('swapTotal'), memory.get('swapFree')));
}

function takeTable(
  into: Mapping,
  field: string,
  samples: readonly Sample[],
  { prefix, names }: { prefix: string; names: ReadonlyMap<string, string> },
): void {
  if (!field.includes('.')) return;
  const isDisk = field.startsWith('disk.');
  const nameColumn = TABLES.find(([, of]) => of === (isDisk ? 'diskName' : 'interfaceName'))?.[0] ?? '';
  for (const { name, value } of samples) {
    if (!name.startsWith(prefix)) continue;
    const instance = names.get(nameColumn + name.slice(prefix.length));
    if (instance !== undefined && (isDisk ? isWholeDisk(instance) : isOwnInterface(instance)))
      into.counter(field, instance, value);
  }
}
