import type { System } from '../../devices/facts.ts';
import { numberOf, present, rounded } from '../lines.ts';
import type { Measure, RawReading, Source, Values } from '../measure.ts';

const QUERY = 'utilization.gpu,memory.used,memory.total,temperature.gpu';
/** `35 %, 1234 MiB, 24576 MiB, 61`; what a card does not tell is `[N/A]` or `[Not Supported]`. */
const UNTOLD = String.raw`(?:\[[\w/ ]+\]|N/A)`;
const CARD = new RegExp(
  String.raw`^(?:(\d+) %|${UNTOLD}), (?:(\d+) MiB|${UNTOLD}), (?:(\d+) MiB|${UNTOLD}), (?:(\d+)|${UNTOLD})$`,
);

/** The cards of NVIDIA together: their use on average, their memory in sum, the heat of the hottest. */
export const gpu = {
  id: 'gpu',
  code: 'gp',
  label: 'GPU',
  description: 'Use, memory and temperature of the NVIDIA graphics cards',
  fields: [
    { id: 'uso', label: 'Use', format: 'pct' },
    { id: 'memoria', label: 'Memory used', format: 'mib' },
    { id: 'total', label: 'Memory', format: 'mib' },
    { id: 'temp', label: 'Temperature (°C)', format: 'num' },
  ],
  charted: ['uso'],
  profile: null,
  sources: [bySmi('linux'), bySmi('windows')],
} satisfies Measure;

/** With units, by which its lines are known; quoted, since a comma is no text of its own in PowerShell. */
function bySmi(system: System): Source {
  return {
    system,
    needs: ['nvidia_smi'],
    label: 'nvidia-smi',
    reads: [{ run: `nvidia-smi "--query-gpu=${QUERY}" "--format=csv"` }],
    parse: cards,
  };
}

function cards({ first }: RawReading): Values | null {
  const found = first.map((text) => CARD.exec(text)).filter((card) => card !== null);
  const column = (at: number) =>
    found.map((card) => numberOf(card[at])).filter((value) => value !== undefined);
  const [uses, used, totals, heats] = [column(1), column(2), column(3), column(4)];
  if (found.length === 0) return null;
  return present({
    uso: uses.length === 0 ? undefined : Math.min(100, rounded(sumOf(uses) / uses.length, 1)),
    memoria: used.length === 0 ? undefined : sumOf(used),
    total: totals.length === 0 ? undefined : sumOf(totals),
    temp: heats.length === 0 ? undefined : Math.max(...heats),
  });
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
