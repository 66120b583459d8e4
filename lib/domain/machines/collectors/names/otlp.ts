import type { LiveKey } from '../live.ts';
import {
  type Mapping,
  type Names,
  namesOf,
  newMapping,
  sumOf,
  takeCpuTime,
  fullPct,
  mebibytes,
  usedPct,
  type Sample,
} from '../mapping.ts';
import { isRoot, takeHardware } from '../counted-hardware.ts';
import { takeAsterisk } from './asterisk.ts';

const PLAIN = namesOf<LiveKey>({
  'system.cpu.load_average.1m': 'host.load1',
  'system.cpu.load_average.5m': 'host.load5',
  'system.cpu.load_average.15m': 'host.load15',
  'system.uptime': 'host.uptime',
  'mysql.uptime': 'mysql.uptime',
});

/** The names of the receivers of the OpenTelemetry Collector (`hostmetrics`, `mysql`, `prometheus`). */
export const otlpNames: Names = (samples, nowSec) => {
  const into = newMapping(nowSec);
  for (const sample of samples) take(into, sample);
  const ofState = (of: 'memory' | 'swap' | 'filesystem', states: RegExp) =>
    sumOf([...into.parts(of)].flatMap(([state, value]) => (states.test(state) ? [value] : [])));
  // The states of the kernel's slab are part of others.
  const memory = ofState('memory', /^(?:used|free|buffered|cached|inactive)$/);
  into.value('host.memoryPct', usedPct(memory, ofState('memory', /^(?:free|buffered|cached|inactive)$/)));
  into.value('host.memoryTotal', mebibytes(memory));
  into.value('host.swapPct', usedPct(ofState('swap', /./), ofState('swap', /\/free$/)));
  into.value('disk.usedPct', fullPct(ofState('filesystem', /^used$/), ofState('filesystem', /^free$/)));
  into.value('disk.total', mebibytes(ofState('filesystem', /./)));
  into.value('host.processes', sumOf(into.parts('processes').values()));
  return into.done();
};

function take(into: Mapping, sample: Sample): void {
  const { name, labels, value } = sample;
  const plain = PLAIN.get(name);
  if (plain?.startsWith('mysql.')) into.value('mysql.up', 1);
  if (plain) return into.value(plain, value);
  const { state = '', device = '', direction, mountpoint, cpu, status = '', kind } = labels;
  switch (name) {
    case 'system.cpu.time':
      return takeCpuTime(into, `${cpu}/${state}`, sample, state === 'idle' || state === 'wait');
    case 'system.memory.usage':
      return into.part('memory', state, value);
    case 'system.paging.usage':
      return into.part('swap', `${device}/${state}`, value);
    case 'system.filesystem.usage':
      return isRoot(mountpoint) ? into.part('filesystem', state, value) : undefined;
    case 'system.processes.count':
      return into.part('processes', status, value);
    case 'system.disk.io':
      return takeHardware(into, direction === 'read' ? 'disk.read' : 'disk.written', device, sample);
    case 'system.network.io':
      return takeHardware(into, direction === 'receive' ? 'network.in' : 'network.out', device, sample);
    case 'mysql.threads':
      return kind === 'connected' ? into.value('mysql.threads', value) : undefined;
    case 'mysql.query.count':
      return into.counter('mysql.queries', '', sample);
    default:
      return takeAsterisk(into, name, sample);
  }
}
