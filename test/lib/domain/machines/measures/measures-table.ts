import type { System } from '../../../../../lib/domain/machines/devices/facts.ts';
import { MEASURES } from '../../../../../lib/domain/machines/measures/catalogue.ts';
import type { MeasureField, Format, Measure } from '../../../../../lib/domain/machines/measures/measure.ts';

const UNITS: Record<Format, string> = {
  mib: ' MiB',
  pct: ' %',
  mbps: ' Mbit/s',
  mbs: ' MB/s',
  seg: ' s',
  num: '',
  int: '',
};

/** The table of docs/devices.md "What can be measured", as the catalogue has it. */
export function measuresTable(): string {
  return [
    '| Measure | | What | Fields | Linux | macOS | FreeBSD | Windows |',
    '|---|---|---|---|---|---|---|---|',
    ...Object.values(MEASURES).map(rowOf),
  ].join('\n');
}

function rowOf(measure: Measure): string {
  const profile = measure.profile === null ? '' : { essentials: 'E', completo: 'C' }[measure.profile];
  const sources = (['linux', 'darwin', 'freebsd', 'windows'] as const).map((system) =>
    sourcesOn(measure, system),
  );
  const cells = [
    `\`${measure.id}\``,
    profile,
    measure.description,
    measure.fields.map(shown).join(', '),
    ...sources,
  ];
  return `| ${cells.join(' | ')} |`;
}

const shown = ({ id, format }: MeasureField): string => `\`${id}\`${format ? UNITS[format] : ' (a word)'}`;

function sourcesOn({ sources }: Measure, system: System): string {
  const labels = sources.filter((source) => source.system === system).map(({ label }) => `\`${label}\``);
  return [...new Set(labels)].join(', ');
}
