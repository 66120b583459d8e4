import { getMonitors } from '../lib/data/monitors/monitors.ts';
import { runCheck } from '../functions/checker/checker.ts';
import type { QueueMessage } from '../lib/adapters/queue.ts';
import { openTable, type Table } from '../lib/data/table.ts';
import type { Monitor } from '../lib/domain/monitors/monitor.ts';
import { startService, type LocalService } from '../lib/local/service.ts';
import { noMetrics } from '../lib/runtime/report/metrics.ts';
import type { BurstResult } from './burst-pings.ts';
import { startChild } from './child.ts';
import { benchMonitor, putFleet } from './fleet.ts';
import { pingDeps } from './ping-deps.ts';
import { progress, target, type Section, type Target } from './report.ts';
import { withEngine } from './with-engine.ts';

const BURSTS = 3;
const JOBS = 5_000;
const SPREAD_MS = 10_000;
const FLEET = 100_000;
/** How many fall silent at once, and the ticks in which they are told. */
const SILENCES = [
  { due: 10_000, ticks: 1 },
  { due: FLEET, ticks: 2 },
];
const TICK_SEC = 300;
/** What a run of the checker has on Lambda, less what it keeps back. */
const RUN_SEC = 220;

/** The loads the service must bear: the top of the hour, and a tenth of a large fleet or all of it falling silent at once. */
export async function benchLoad(): Promise<Section[]> {
  const bursts = await withEngine('rollcall', topOfTheHour);
  const silences: Part[] = [];
  for (const silence of SILENCES)
    silences.push(await withEngine('rollcall', (endpoint, name) => massSilence(endpoint, name, silence)));
  return [
    ...bursts.sections,
    ...silences.flatMap(({ sections }) => sections),
    { title: 'Targets', rows: [bursts, ...silences].flatMap(({ targets }) => targets) },
  ];
}

interface Part {
  sections: Section[];
  targets: Target[];
}

async function topOfTheHour(endpoint: string, tableName: string): Promise<Part> {
  const service = await startService({
    port: 0,
    dataDir: null,
    checkEverySec: null,
    drainEverySec: null,
    allowLoopbackAlerts: false,
    database: { endpoint, tableName },
  });
  const load = startChild('burst-pings.ts');
  try {
    const fleet = Array.from({ length: JOBS }, () => benchMonitor(Date.now() - 240_000));
    await putFleet(service.core.table, fleet);
    const rows = [];
    for (let round = 1; round <= BURSTS; round++) {
      const startedAt = Date.now();
      const [burst, checks] = await underCheck(service, () =>
        load.ask<BurstResult>({
          port: Number(new URL(service.url).port),
          paths: fleet.map(({ id }) => `/in/${id}`),
          spreadOverMs: SPREAD_MS,
        }),
      );
      const lost = await notRecorded(service.core.table, fleet, startedAt);
      rows.push({
        burst: round,
        ...burst,
        checks,
        lost,
        alerts: service.deliveries.list().length,
        'rss MB': rssMb(),
      });
      progress(`burst ${round} of ${BURSTS}`);
    }
    const [first, last] = [rows[0], rows.at(-1)];
    const lost = rows.reduce((sum, row) => sum + row.lost + row.refused, 0);
    const grown = (last?.['rss MB'] ?? 0) - (first?.['rss MB'] ?? 0);
    return {
      sections: [{ title: `${JOBS} jobs ping within ${SPREAD_MS / 1000} s while checks run`, rows }],
      targets: [
        target('pings lost or refused: 0', String(lost), lost === 0),
        target(
          'memory from the first burst to the last: under 64 MB more',
          `${grown.toFixed(0)} MB`,
          grown < 64,
        ),
      ],
    };
  } finally {
    await load.stop();
    await service.stop();
  }
}

/** Runs the check over and over beside some work, and counts the runs. */
async function underCheck<T>(service: LocalService, work: () => Promise<T>): Promise<[T, number]> {
  const ended = new AbortController();
  let checks = 0;
  const checking = (async () => {
    while (!ended.signal.aborted) {
      await service.check();
      checks += 1;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  })();
  const result = await work();
  ended.abort();
  await checking;
  return [result, checks];
}

async function notRecorded(table: Table, fleet: readonly Monitor[], since: number): Promise<number> {
  const monitors = await getMonitors(
    table,
    fleet.map(({ id }) => id),
  );
  return fleet.length - monitors.filter(({ lastEventAt }) => (lastEventAt ?? 0) >= since).length;
}

async function massSilence(
  endpoint: string,
  tableName: string,
  { due, ticks }: (typeof SILENCES)[number],
): Promise<Part> {
  const table = openTable({ name: tableName, region: 'us-east-1', endpoint });
  const now = Date.now();
  await putFleet(table, fleetOf(now, due), (written) => progress(`seeded ${written} of ${FLEET}`));
  const sent: QueueMessage[] = [];
  const queue = {
    send: async (messages: readonly QueueMessage[]) => void sent.push(...messages),
    postpone: async () => {},
    deadLetter: async () => {},
  };
  const deps = {
    ...pingDeps(table),
    clock: { now: () => now },
    metrics: noMetrics,
    queue,
    checks: { send: async () => {} },
  };
  const startedAtMs = performance.now();
  let checked = 0;
  let runs = 0;
  for (let finished = false; !finished && runs < 10; runs++) {
    const runStartedAtMs = performance.now();
    const report = await runCheck(deps, () => performance.now() - runStartedAtMs < RUN_SEC * 1000);
    checked += report.checked;
    finished = report.finished;
  }
  const seconds = (performance.now() - startedAtMs) / 1000;
  const row = { monitors: FLEET, due, seconds, runs, checked, messages: sent.length, 'rss MB': rssMb() };
  return {
    sections: [{ title: `${due} of a fleet fall silent at once`, rows: [row] }],
    targets: [
      target('every silence recorded and sent', `${sent.length} of ${due}`, sent.length === due),
      target(
        `${due} silent told within ${ticks * TICK_SEC} s`,
        `${seconds.toFixed(0)} s`,
        seconds <= ticks * TICK_SEC,
      ),
    ],
  };
}

function* fleetOf(now: number, due: number): Generator<Monitor> {
  for (let index = 0; index < FLEET; index++) yield benchMonitor(index < due ? now - 400_000 : now - 60_000);
}

function rssMb(): number {
  return process.memoryUsage().rss / 1e6;
}
