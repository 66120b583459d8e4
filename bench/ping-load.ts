import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild, type Child } from './child.ts';
import type { Load, LoadResult } from './load-generator.ts';
import type { CpuUsed, ServerSetup, Serving } from './ping-server.ts';
import { progress, target, type Section, type Target } from './report.ts';
import { spreadOf, type Spread } from './spread.ts';

const MONITORS = 200;
const CONNECTIONS = [1, 16, 64];
const ROUNDS = 5;
const WARM_UP_MS = 1_000;
const MEASURE_MS = 3_000;

interface Contender {
  name: string;
  setup: Pick<ServerSetup, 'kind'> & { onFile: boolean };
}

const CONTENDERS: Contender[] = [
  { name: 'bare node:http', setup: { kind: 'http', onFile: false } },
  { name: 'node:http and the one SDK call, memory', setup: { kind: 'call', onFile: false } },
  { name: 'the same with its list, memory', setup: { kind: 'list', onFile: false } },
  { name: 'the service, memory', setup: { kind: 'service', onFile: false } },
  { name: 'the service, file', setup: { kind: 'service', onFile: true } },
];

interface Window extends LoadResult {
  name: string;
  connections: number;
  serverCpuMs: number;
}

/** Pings a second through the local gateway, beside a server that does nothing and one that only calls the table. */
export async function pingLoad(): Promise<[Section[], Target[]]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-bench-'));
  const generator = startChild('load-generator.ts');
  const servers: { name: string; child: Child; serving: Serving }[] = [];
  try {
    for (const { name, setup } of CONTENDERS) {
      const child = startChild('ping-server.ts');
      servers.push({ name, child, serving: { port: 0, paths: [] } });
      const question = { kind: setup.kind, dataDir: setup.onFile ? dataDir : null, monitors: MONITORS };
      const serving = await child.ask<Serving>(question);
      servers.splice(-1, 1, { name, child, serving });
      // Compiled and connected before anything counts.
      await windowOf(generator, { name, child, serving }, 16);
    }
    const windows: Window[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      for (const connections of CONNECTIONS)
        for (const server of servers) windows.push(await windowOf(generator, server, connections));
      progress(`load: round ${round} of ${ROUNDS}`);
    }
    return [
      [section(windows), ratios(windows)],
      [...targetsOf(windows), ...sharesOf(windows)],
    ];
  } finally {
    await Promise.all([generator, ...servers.map(({ child }) => child)].map((child) => child.stop()));
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function windowOf(
  generator: Child,
  { name, child, serving }: { name: string; child: Child; serving: Serving },
  connections: number,
): Promise<Window> {
  const before = await child.ask<CpuUsed>('cpu');
  const load: Load = { ...serving, connections, warmUpMs: WARM_UP_MS, measureMs: MEASURE_MS };
  const result = await generator.ask<LoadResult>(load);
  const after = await child.ask<CpuUsed>('cpu');
  if (result.refused > 0) throw new Error(`${name} refused ${result.refused} requests.`);
  const requests = (result.perSecond * (WARM_UP_MS + MEASURE_MS)) / 1000;
  return { ...result, name, connections, serverCpuMs: (after.cpuMs - before.cpuMs) / requests };
}

function section(windows: Window[]): Section {
  const rows = CONTENDERS.flatMap(({ name }) =>
    CONNECTIONS.map((connections) => {
      const own = windows.filter((window) => window.name === name && window.connections === connections);
      return {
        server: name,
        connections,
        'requests/s': spreadOf(own.map(({ perSecond }) => perSecond)),
        'p50 ms': spreadOf(own.map(({ p50Ms }) => p50Ms)),
        'p99 ms': spreadOf(own.map(({ p99Ms }) => p99Ms)),
        'CPU ms each': spreadOf(own.map(({ serverCpuMs }) => serverCpuMs)),
      };
    }),
  );
  return {
    title: `Pings through the local gateway, ${MONITORS} monitors in turn, ${ROUNDS} interleaved rounds of ${MEASURE_MS / 1000} s`,
    rows,
    note: 'CPU of the server process, its engine and the load generator not counted; latency as the client sees it.',
  };
}

const [, FLOOR = '', LISTED = '', ...SERVICES] = CONTENDERS.map(({ name }) => name);

/** Says what the rates cannot on a busy machine: neighbours in time had the same neighbours in CPU. */
function ratios(windows: Window[]): Section {
  const rows = [LISTED, ...SERVICES].flatMap((name) =>
    CONNECTIONS.map((connections) => ({
      server: name,
      connections,
      'of the one call': shareOf(at(windows, connections), name, FLOOR),
      'of it with its list': shareOf(at(windows, connections), name, LISTED),
    })),
  );
  return { title: 'Rate against that of the one call, round by round', rows };
}

const at = (windows: Window[], connections: number) =>
  windows.filter((window) => window.connections === connections);

function shareOf(windows: Window[], name: string, floor: string): Spread {
  const rateOf = (of: string, round: number) =>
    windows.filter((window) => window.name === of)[round]?.perSecond ?? Number.NaN;
  return spreadOf(Array.from({ length: ROUNDS }, (_, round) => rateOf(name, round) / rateOf(floor, round)));
}

function sharesOf(windows: Window[]): Target[] {
  const floors = [
    [FLOOR, 'the one call alone'],
    [LISTED, 'the one call with its list'],
  ] as const;
  return CONNECTIONS.slice(1).flatMap((connections) =>
    floors.map(([floor, words]) => {
      const { median } = shareOf(at(windows, connections), 'the service, memory', floor);
      const what = `the service, memory, ${connections} connections: 0.92 of ${words}`;
      return target(what, median.toFixed(2), median >= 0.92);
    }),
  );
}

function targetsOf(windows: Window[]): Target[] {
  const at16 = at(windows, 16);
  const perSecondOf = (name: string) =>
    spreadOf(at16.filter((window) => window.name === name).map(({ perSecond }) => perSecond)).median;
  return ['the service, memory', 'the service, file'].map((name) =>
    target(`${name}, 16 connections: 800 pings/s`, perSecondOf(name).toFixed(0), perSecondOf(name) >= 800),
  );
}
