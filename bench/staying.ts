import { runCheck } from '../functions/checker/checker.ts';
import { createTable } from '../lib/local/table/create-table.ts';
import type { CheckerDeps } from '../lib/runtime/deps.ts';
import { noMetrics } from '../lib/runtime/report/metrics.ts';
import { perSecOnLambda, workedOff } from './capacity.ts';
import { benchMonitor, putFleet } from './fleet.ts';
import { pingDeps } from './ping-deps.ts';
import { target, type Section } from './report.ts';
import { spreadOf } from './spread.ts';
import { openMeteredTable } from './table-meter.ts';
import { withEngine } from './with-engine.ts';

const COUNT = 20_000;
const ROUNDS = 4;
const NOW = Date.UTC(2027, 2, 1, 12);
const TICK_MS = 300_000;

/** Ticks over monitors that are all well and stay in the index, and how long a tick takes over how many of them. */
export async function benchStaying(): Promise<Section[]> {
  const cpuMs = spreadOf(await withEngine('rollcall', visits)).median;
  const perSec = perSecOnLambda(cpuMs);
  const rows = [100_000, 1_000_000].map((due) => ({ due, ...workedOff(due, perSec) }));
  return [
    {
      title: `Monitors that stay, ${COUNT} in each tick`,
      rows: [{ 'CPU ms each here': cpuMs, 'a second, taken for a run on Lambda': perSec }],
    },
    { title: 'All read, seconds after the tick began', rows },
    {
      title: 'Targets',
      rows: rows.map(({ due, doneSec }) =>
        target(`${due} short monitors inside one tick`, `${doneSec.toFixed(0)} s`, doneSec <= TICK_MS / 1000),
      ),
    },
  ];
}

async function visits(endpoint: string): Promise<number[]> {
  await createTable(endpoint, 'staying');
  const table = openMeteredTable({ name: 'staying', region: 'us-east-1', endpoint });
  let now = NOW;
  const deps: CheckerDeps = {
    ...pingDeps(table),
    clock: { now: () => now },
    metrics: noMetrics,
    checks: { send: async () => {} },
    queue: { send: async () => {}, postpone: async () => {}, deadLetter: async () => {} },
  };
  await runCheck(deps, () => true);
  const heardAt = NOW + ROUNDS * TICK_MS;
  await putFleet(
    table,
    Array.from({ length: COUNT }, () => benchMonitor(heardAt, { dueAt: NOW - 60_000 })),
  );
  const each: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    now += TICK_MS;
    const before = process.cpuUsage();
    const { checked } = await runCheck(deps, () => true);
    if (checked !== COUNT) throw new Error(`Of ${COUNT} monitors ${checked} were checked.`);
    const { user, system } = process.cpuUsage(before);
    each.push((user + system) / 1000 / COUNT);
  }
  return each;
}
