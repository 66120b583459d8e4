import { ingestHandler } from '../functions/ingest/ingest.ts';
import type { Monitor } from '../lib/domain/monitors/monitor.ts';
import { benchMonitor, putFleet } from './fleet.ts';
import { pingContext, pingEvent } from './ping-event.ts';
import { pingDeps } from './ping-deps.ts';
import { target, type Section, type Target } from './report.ts';
import { openMeteredTable, type TableWork } from './table-meter.ts';

interface Case {
  signal: string;
  action?: string;
  monitor: Partial<Monitor>;
}

const CASES: Case[] = [
  { signal: 'healthy ping', monitor: {} },
  {
    signal: 'healthy ping, schedule',
    monitor: {
      cron: '*/5 * * * *',
      tz: 'Europe/Berlin',
      graceSec: 90,
      nextExpectedAt: Date.now(),
      // Earlier than any deadline the ping can lead to, as the checker leaves it.
      dueAt: Date.now() + 60_000,
    },
  },
  { signal: 'first ping', monitor: { lastEventAt: null, dueAt: null } },
  { signal: 'start', action: '/start', monitor: {} },
  { signal: 'start, run limit', action: '/start', monitor: { maxDurationSec: 60 } },
  {
    signal: 'ping that closes a run',
    monitor: { runs: [{ rid: null, startedAt: Date.now() - 1_000, alertedAt: null }] },
  },
  { signal: 'fail', action: '/fail', monitor: {} },
  {
    signal: 'ping that ends an incident',
    monitor: {
      incident: {
        number: 1,
        reason: 'silence',
        downSince: Date.now() - 600_000,
        openedAt: Date.now() - 500_000,
        alertedAt: Date.now() - 500_000,
        alerts: 1,
      },
      incidents: 1,
      missCounted: true,
      dueAt: Date.now() + 80_000_000,
    },
  },
];

/** What each kind of signal asks of the table, as the engine counts it. */
export async function pingWork(endpoint: string, tableName: string): Promise<[Section, Target[]]> {
  const table = openMeteredTable({ name: tableName, region: 'us-east-1', endpoint });
  const handler = ingestHandler(pingDeps(table));
  const rows = [];
  for (const { signal, action, monitor: given } of CASES) {
    const monitor = benchMonitor(Date.now() - 60_000, given);
    await putFleet(table, [monitor]);
    table.take();
    const { statusCode } = await handler(pingEvent(monitor.id, action), pingContext());
    if (statusCode !== 200) throw new Error(`${signal} was answered ${statusCode}.`);
    rows.push(rowOf(signal, table.take()));
  }
  const title = 'Table work of one signal';
  return [
    {
      title,
      rows,
      note: 'Reads are eventual: half a unit. A write that is refused is billed as well, and reports no units: it is counted as a call.',
    },
    rows[0] ? targetsOf(rows[0]) : [],
  ];
}

function rowOf(signal: string, work: TableWork) {
  const { roundTrips, calls, readUnits, writeUnits, indexWriteUnits } = work;
  return {
    signal,
    'round trips': roundTrips,
    calls,
    'read units': readUnits,
    'write units': writeUnits,
    'index write units': indexWriteUnits,
  };
}

function targetsOf(healthy: ReturnType<typeof rowOf>): Target[] {
  const {
    'round trips': trips,
    'read units': reads,
    'write units': writes,
    'index write units': indexWrites,
  } = healthy;
  return [
    target('round trips of a healthy ping: 1', String(trips), trips === 1),
    target('read units of a healthy ping: 0', String(reads), reads === 0),
    target('write units of a healthy ping: 1', String(writes), writes === 1),
    target('index writes of a healthy ping: 0', String(indexWrites), indexWrites === 0),
  ];
}
