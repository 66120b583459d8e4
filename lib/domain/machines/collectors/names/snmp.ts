import type { LiveKey } from '../live.ts';
import {
  type Mapping,
  type Names,
  namesOf,
  newMapping,
  takeCpuTime,
  fullPct,
  usedPct,
  type Sample,
} from '../mapping.ts';
import { isOwnInterface, isRoot, isWholeDisk } from '../counted-hardware.ts';

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

const MEMORY = namesOf({
  [`${UCD}.4.3.0`]: 'swapTotal',
  [`${UCD}.4.4.0`]: 'swapFree',
  [`${UCD}.4.5.0`]: 'total',
  [`${UCD}.4.6.0`]: 'unused',
  [`${UCD}.4.14.0`]: 'buffers',
  [`${UCD}.4.15.0`]: 'cached',
  [`${UCD}.4.27.0`]: 'available',
});

/** Columns of the table of file systems, of which the agent watches those that it was told to; sizes in KiB. */
const DISK = `${UCD}.9.1.`;
const DISK_PATH = `${DISK}2.`;
const DISK_COLUMNS = { total: `${DISK}6.`, available: `${DISK}7.`, used: `${DISK}8.`, percent: `${DISK}9.` };

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
  takeDisk(into, samples);
  return into.done();
};

function take(into: Mapping, sample: Sample, names: ReadonlyMap<string, string>): void {
  const { name, value } = sample;
  const plain = PLAIN.get(name);
  if (plain) return into.value(plain, value);
  const part = MEMORY.get(name);
  if (part) return into.part('memory', part, value);
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

/** Of the row of the disk of the system; the first one where no row says its path. */
function takeDisk(into: Mapping, samples: readonly Sample[]): void {
  const root = samples.find(({ name, labels }) => name.startsWith(DISK_PATH) && isRoot(labels['text']));
  const row = root?.name.slice(DISK_PATH.length) ?? '1';
  const numberIn = (column: string) =>
    samples.findLast(({ name, labels }) => name === column + row && labels['text'] === undefined)?.value;
  const { total, available, used, percent } = DISK_COLUMNS;
  into.value('disk.usedPct', fullPct(numberIn(used), numberIn(available)) ?? numberIn(percent));
  into.value('disk.total', inMebibytes(numberIn(total)));
}

function inMebibytes(kibibytes: number | undefined): number | undefined {
  return kibibytes === undefined ? undefined : kibibytes / KIB_IN_MIB;
}
