import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CAPABILITIES } from '../lib/domain/machines/devices/facts.ts';
import { MEASURES, PROFILES, type MeasureId } from '../lib/domain/machines/measures/catalogue.ts';
import { packed } from '../lib/domain/machines/readings/reading-encoding.ts';
import { readReading } from '../lib/domain/machines/readings/reading.ts';
import { target, type Section } from './report.ts';
import { spreadOf } from './spread.ts';

const TRANSCRIPT = join(import.meta.dirname, '../test/lib/domain/machines/measures/fixtures/linux/core.txt');
const FACTS = { system: 'linux', capabilities: CAPABILITIES } as const;
const AT_SEC = 1_795_402_721;
const ROUNDS = 30;
const READINGS = 500;

/** Our own CPU of one push: a text of a machine to the values that are stored. */
export async function benchReading(): Promise<Section[]> {
  const small = sentText();
  const large = withInterfaces(small);
  const bodies = { 'eight measures': small, 'eight measures, 150 network interfaces': large };
  const coldMs = cpuMsOf(() => pushed(small, PROFILES.completo), 1);
  const rows = Object.entries(bodies).map(([text, body]) => {
    for (let turn = 0; turn < READINGS; turn++) pushed(body, PROFILES.completo);
    const ms = spreadOf(
      Array.from({ length: ROUNDS }, () => cpuMsOf(() => pushed(body, PROFILES.completo), READINGS)),
    );
    return { text, bytes: Buffer.byteLength(body), 'CPU ms': ms };
  });
  const median = rows[0]?.['CPU ms'].median ?? NaN;
  return [
    { title: `Reading a push, median of ${ROUNDS} rounds of ${READINGS} [min-max]`, rows },
    {
      title: 'Targets',
      rows: [
        target('own CPU of a push of 8 measures < 1 ms', `${median.toFixed(3)} ms`, median < 1),
        target('the first one of a process < 10 ms', `${coldMs.toFixed(2)} ms`, coldMs < 10),
      ],
    },
  ];
}

/** What is stored of a push. */
function pushed(body: string, ids: readonly MeasureId[]): string[] {
  const stored: string[] = [];
  for (const [id, values] of readReading(body, FACTS, ids)) stored.push(packed(MEASURES[id], values, AT_SEC));
  if (stored.length !== ids.length) throw new Error(`${stored.length} of ${ids.length} measures were read.`);
  return stored;
}

/** CPU milliseconds of one of many turns. */
function cpuMsOf(work: () => void, turns: number): number {
  const before = process.cpuUsage();
  for (let turn = 0; turn < turns; turn++) work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / turns;
}

/** What a real machine printed, as it sends it. */
export function sentText(): string {
  const lines = readFileSync(TRANSCRIPT, 'utf8').split('\n');
  return ['@1', ...lines.filter((line) => !/^[#$] /.test(line))].join('\n');
}

function withInterfaces(text: string): string {
  const more = Array.from({ length: 150 }, (_none, at) => `eth${at + 1}: ${at}${' 1000000000'.repeat(15)}`);
  return text.replace(/^ *eth0:.*$/gm, (line) => [line, ...more].join('\n'));
}
