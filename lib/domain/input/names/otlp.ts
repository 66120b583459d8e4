import { isOwnInterface, isWholeDisk, Mapping, mebibytes, usedPct, type Names } from '../mapping.ts';
import type { Sample } from '../sample.ts';
import { takeAsterisk } from './asterisk.ts';

const PLAIN: Readonly<Record<string, string>> = {
  'system.cpu.load_average.1m': 'host.load1',
  'system.cpu.load_average.5m': 'host.load5',
  'system.cpu.load_average.15m': 'host.load15',
  'system.uptime': 'host.uptime',
  'mysql.uptime': 'mysql.uptime',
};

/** The names of the receivers of the OpenTelemetry Collector (`hostmetrics`, `mysql`, `prometheus`). */
export const otlpNames: Names = (samples) => {
  const into = new Mapping();
  for (const sample of samples) take(into, sample);
  takeWhole(into, 'memory', ['host.memoryPct', 'host.memoryTotal']);
  takeWhole(into, 'swap', ['host.swapPct', undefined]);
  takeWhole(into, 'filesystem', ['disk.usedPct', 'disk.total']);
  const processes = [...into.parts('processes').values()];
  if (processes.length > 0) into.value('host.processes', sum(processes));
  return into.done();
};

function take(into: Mapping, { name, labels, value }: Sample): void {
  const plain = PLAIN[name];
  if (plain?.startsWith('mysql.')) into.value('mysql.up', 1);
  if (plain) return into.value(plain, value);
  const { state = '', device = '', direction = '', mountpoint, cpu = '', status = '', kind } = labels;
  switch (name) {
    case 'system.cpu.time':
      into.counter('host.cpuAll', `${cpu}/${state}`, value);
      return state === 'idle' || state === 'wait'
        ? into.counter('host.cpuIdle', `${cpu}/${state}`, value)
        : undefined;
    case 'system.memory.usage':
      return into.part('memory', state, value);
    case 'system.paging.usage':
      return into.part('swap', `${device}/${state}`, value);
    case 'system.filesystem.usage':
      return mountpoint === '/' || device === 'C:' ? into.part('filesystem', state, value) : undefined;
    case 'system.processes.count':
      return into.part('processes', status, value);
    case 'system.disk.io':
      return isWholeDisk(device)
        ? into.counter(direction === 'read' ? 'disk.read' : 'disk.written', device, value)
        : undefined;
    case 'system.network.io':
      return isOwnInterface(device)
        ? into.counter(direction === 'receive' ? 'network.in' : 'network.out', device, value)
        : undefined;
    case 'mysql.threads':
      return kind === 'connected' ? into.value('mysql.threads', value) : undefined;
    case 'mysql.query.count':
      return into.counter('mysql.queries', '', value);
    default:
      return takeAsterisk(into, name, value);
  }
}

/** States that whoever needs the room gets at once. */
const AVAILABLE = /(?:^|\/)(?:free|buffered|cached|inactive|slab_reclaimable)$/;

function takeWhole(into: Mapping, of: string, [pct, total]: readonly [string, string | undefined]): void {
  const parts = [...into.parts(of)];
  if (parts.length === 0) return;
  const whole = sum(parts.map(([, value]) => value));
  into.value(
    pct,
    usedPct(whole, sum(parts.flatMap(([state, value]) => (AVAILABLE.test(state) ? [value] : [])))),
  );
  if (total) into.value(total, mebibytes(whole));
}

function sum(values: readonly number[]): number {
  return values.reduce((all, each) => all + each, 0);
}
