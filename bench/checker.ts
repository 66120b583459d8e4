import { runCheck } from '../functions/checker/checker.ts';
import type { QueueMessage } from '../lib/adapters/queue.ts';
import type { Instant } from '../lib/domain/instant.ts';
import type { Monitor } from '../lib/domain/monitors/monitor.ts';
import { createTable } from '../lib/local/table/create-table.ts';
import type { CheckerDeps } from '../lib/runtime/deps.ts';
import { noMetrics } from '../lib/runtime/report/metrics.ts';
import { benchMonitor, deleteAll, keysUnder, putFleet } from './fleet.ts';
import { pingDeps } from './ping-deps.ts';
import { progress, target, type Section, type Target } from './report.ts';
import { spreadOf } from './spread.ts';
import { openMeteredTable, type MeteredTable, type TableWork } from './table-meter.ts';
import { withEngine } from './with-engine.ts';

const SIZES = [1_000, 10_000, 100_000];
const DUE_SHARE = 0.01;
const ROUNDS = 7;
const NOW = Date.UTC(2027, 2, 1, 12);
const MINUTE_MS = 60_000;

/** What is found at a due monitor: it pinged since, so its time moves on; or it did not, so an alert goes out. */
const FINDINGS = { 'pinged since': NOW - MINUTE_MS, 'went silent': NOW - 10 * MINUTE_MS } as const;
type Finding = keyof typeof FINDINGS;

interface Check extends TableWork {
  monitors: number;
  due: number;
  finding: Finding;
  alone: boolean;
  ms: number;
  cpuMs: number;
}

/** The check over fleets of which one in a hundred is due, beside the due ones alone. */
export function benchChecker(): Promise<Section[]> {
  return withEngine('rollcall', async (endpoint) => {
    const checks: Check[] = [];
    for (const monitors of SIZES) checks.push(...(await checksOf(endpoint, monitors)));
    return [section(checks), { title: 'Targets', rows: targetsOf(checks) }];
  });
}

/** The median CPU in milliseconds that a check takes for one of a thousand silent monitors. */
export function silentCpuMs(): Promise<number> {
  return withEngine('rollcall', async (endpoint) => {
    const due = Array.from({ length: 1_000 }, () => dueMonitor(FINDINGS['went silent']));
    const table = await newTable(endpoint, 'silent');
    const rounds: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const { cpuMs } = await checked(table, due);
      if (round > 0) rounds.push(cpuMs / due.length);
    }
    return spreadOf(rounds).median;
  });
}

async function checksOf(endpoint: string, monitors: number): Promise<Check[]> {
  const due = monitors * DUE_SHARE;
  const fleet = await newTable(endpoint, `fleet-${monitors}`);
  const alone = await newTable(endpoint, `alone-${due}`);
  await putFleet(fleet, idle(monitors - due), (written) => progress(`seeded ${written} of ${monitors}`));
  const checks: Check[] = [];
  for (const finding of Object.keys(FINDINGS) as Finding[]) {
    const dueFleet = Array.from({ length: due }, () => dueMonitor(FINDINGS[finding]));
    for (let round = 0; round <= ROUNDS; round++) {
      for (const table of round % 2 === 0 ? [fleet, alone] : [alone, fleet]) {
        const figures = await checked(table, dueFleet);
        // The first round compiles.
        if (round > 0) checks.push({ monitors, due, finding, alone: table === alone, ...figures });
      }
    }
    for (const table of [fleet, alone]) await forget(table, dueFleet);
    progress(`checked ${due} due of ${monitors}: ${finding}`);
  }
  return checks;
}

async function newTable(endpoint: string, name: string): Promise<MeteredTable> {
  await createTable(endpoint, name);
  return openMeteredTable({ name, region: 'us-east-1', endpoint });
}

function* idle(count: number): Generator<Monitor> {
  for (let index = 0; index < count; index++) {
    const lastEventAt = NOW - (index % 240) * 1_000;
    yield benchMonitor(lastEventAt);
  }
}

function dueMonitor(lastEventAt: Instant): Monitor {
  return benchMonitor(lastEventAt, { dueAt: NOW - MINUTE_MS });
}

/** One check of the same due monitors as they were before the last one. */
async function checked(table: MeteredTable, due: Monitor[]) {
  await forget(table, due);
  await putFleet(table, due);
  const sent: QueueMessage[] = [];
  const deps = depsOf(table, sent);
  table.take();
  const before = process.cpuUsage();
  const startedAtMs = performance.now();
  const report = await runCheck(deps, () => true);
  const ms = performance.now() - startedAtMs;
  const { user, system } = process.cpuUsage(before);
  if (report.checked !== due.length || report.failed > 0)
    throw new Error(`Of ${due.length} due monitors ${report.checked} were checked, ${report.failed} failed.`);
  return { ms, cpuMs: (user + system) / 1000, ...table.take() };
}

/** Removes the due monitors with everything a check wrote about them. */
async function forget(table: MeteredTable, due: Monitor[]): Promise<void> {
  await deleteAll(table, await keysUnder(table, due));
}

/** The queue takes everything: what sending costs is the same for every fleet. */
function depsOf(table: MeteredTable, sent: QueueMessage[]): CheckerDeps {
  return {
    ...pingDeps(table),
    clock: { now: () => NOW },
    metrics: noMetrics,
    checks: { send: async () => {} },
    queue: {
      send: async (messages) => void sent.push(...messages),
      postpone: async () => {},
      deadLetter: async () => {},
    },
  };
}

function section(checks: Check[]): Section {
  const rows = groupsOf(checks).map((group) => {
    const [first] = group;
    const sum = (of: (check: Check) => number) => spreadOf(group.map(of)).median;
    return {
      monitors: first?.alone ? `${first.due} alone` : String(first?.monitors),
      due: first?.due ?? 0,
      finding: first?.finding ?? '',
      ms: spreadOf(group.map(({ ms }) => ms)),
      'CPU ms': spreadOf(group.map(({ cpuMs }) => cpuMs)),
      calls: sum(({ calls }) => calls),
      'read units': sum(({ readUnits }) => readUnits),
      'index read': sum(({ indexReadUnits }) => indexReadUnits),
      'write units': sum(({ writeUnits }) => writeUnits),
      'index write': sum(({ indexWriteUnits }) => indexWriteUnits),
    };
  });
  return {
    title: `One check, ${DUE_SHARE * 100} % due, ${ROUNDS} rounds interleaved with the due ones alone`,
    rows,
    note: 'Units are medians; a transaction counts double. CPU of the checker, the engine is another process.',
  };
}

function groupsOf(checks: Check[]): Check[][] {
  const groups = Map.groupBy(checks, ({ monitors, finding, alone }) => `${monitors} ${finding} ${alone}`);
  return [...groups.values()];
}

function targetsOf(checks: Check[]): Target[] {
  return (Object.keys(FINDINGS) as Finding[]).flatMap((finding) => {
    const largest = checks.filter((check) => check.monitors === SIZES.at(-1) && check.finding === finding);
    const ratio = (of: (check: Check) => number) => {
      const median = (alone: boolean) =>
        spreadOf(largest.filter((check) => check.alone === alone).map(of)).median;
      return median(false) / median(true);
    };
    const costs: [string, (check: Check) => number][] = [
      ['time', ({ ms }) => ms],
      ['CPU', ({ cpuMs }) => cpuMs],
      ['read units', ({ readUnits, indexReadUnits }) => readUnits + indexReadUnits],
      ['write units', ({ writeUnits, indexWriteUnits }) => writeUnits + indexWriteUnits],
    ];
    return costs.map(([name, of]) =>
      target(
        `100,000 against its due alone, ${finding}, ${name}: <= 1.2`,
        ratio(of).toFixed(2),
        ratio(of) <= 1.2,
      ),
    );
  });
}
