import { Mapping, mebibytes, usedPct, type Names } from '../mapping.ts';
import type { Sample } from '../sample.ts';

const MEGA = 1_000_000;

/**
 * The names of the checks in the configuration that we write for NCPA (`load`, `cpu`, `memory`, …), each with the label of its
 * perfdata; what a check measures of one disk or interface has its name behind a dot (`in.eth0`).
 */
export const nrdpNames: Names = (samples) => {
  const into = new Mapping();
  for (const sample of samples) take(into, sample);
  const cpus = [...into.parts('cpu').values()];
  if (cpus.length > 0) into.value('host.cpuPct', cpus.reduce((all, each) => all + each, 0) / cpus.length);
  const disk = into.parts('disk');
  const [total, used] = [disk.get('total'), disk.get('used')];
  into.value(
    'disk.usedPct',
    total === undefined || used === undefined ? undefined : usedPct(total, total - used),
  );
  into.value('disk.total', mebibytes(total));
  for (const [of, field, scale] of RATES) {
    const values = [...into.parts(of).values()];
    if (values.length > 0) into.value(field, values.reduce((all, each) => all + each, 0) * scale);
  }
  return into.done();
};

const RATES = [
  ['read', 'disk.read', 1 / MEGA],
  ['written', 'disk.written', 1 / MEGA],
  ['in', 'network.in', 8 / MEGA],
  ['out', 'network.out', 8 / MEGA],
] as const;

function take(into: Mapping, { name, labels, value }: Sample): void {
  const at = name.indexOf('/');
  const [check, label] = [name.slice(0, at), name.slice(at + 1)];
  const [kind = '', of = ''] = [check.split('.')[0], check.slice(check.indexOf('.') + 1)];
  const bytes = value * unitOf(labels['unit'] ?? '');
  switch (kind) {
    case 'load':
      return into.value(`host.load${label.replace(/\D/g, '')}`, value);
    case 'cpu':
      return label.startsWith('percent') ? into.part('cpu', label, value) : undefined;
    case 'memory':
      if (label === 'percent') into.value('host.memoryPct', value);
      return label === 'total' ? into.value('host.memoryTotal', mebibytes(bytes)) : undefined;
    case 'swap':
      return label === 'percent' ? into.value('host.swapPct', value) : undefined;
    case 'disk':
      return into.part('disk', label, bytes);
    case 'uptime':
      return into.value('host.uptime', value);
    case 'users':
      return into.value('host.users', value);
    case 'read':
    case 'written':
    case 'in':
    case 'out':
      return into.part(kind, of, bytes);
    default:
  }
}

/** How many bytes a unit of perfdata has: NCPA writes `B`, `Mi` or `GiB` as its configuration says. */
function unitOf(unit: string): number {
  const [, prefix = '', binary] = /^([KMGT]?)(i?)B?(?:\/s)?$/i.exec(unit) ?? [];
  return (binary ? 1024 : 1000) ** ' KMGT'.indexOf(prefix.toUpperCase() || ' ');
}
