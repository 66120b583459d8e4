import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTable } from '../lib/local/table/create-table.ts';
import { startDatabase } from '../lib/local/table/database.ts';
import { startService } from '../lib/local/service.ts';
import { openTable, type Table } from '../lib/data/table.ts';
import { bareCall, listedCall } from './bare-calls.ts';
import { answerWith } from './child.ts';
import { benchMonitor, putFleet } from './fleet.ts';

/** What is put under load; `dataDir` null keeps the engine's data in memory. */
export interface ServerSetup {
  kind: 'http' | 'call' | 'list' | 'service';
  dataDir: string | null;
  monitors: number;
}

export interface Serving {
  port: number;
  paths: string[];
}

/** Milliseconds of CPU the server process has used so far. */
export interface CpuUsed {
  cpuMs: number;
}

const BODY = '{"ok":true}';
const HEADERS = { 'content-type': 'application/json', 'content-length': BODY.length };
let stop: (() => Promise<void>) | undefined;

answerWith(
  async (question: ServerSetup | 'cpu') => (question === 'cpu' ? cpuUsed() : serve(question)),
  async () => stop?.(),
);

function cpuUsed(): CpuUsed {
  const { user, system } = process.cpuUsage();
  return { cpuMs: (user + system) / 1000 };
}

async function serve({ kind, dataDir, monitors }: ServerSetup): Promise<Serving> {
  if (kind === 'http') return { port: await listening(async () => {}), paths: ['/in/none'] };
  if (kind !== 'service') {
    const call = kind === 'call' ? bareCall : listedCall;
    const database = await startDatabase({ dir: dataDir });
    stop = database.stop;
    await createTable(database.endpoint, 'rollcall');
    const table = openTable({ name: 'rollcall', region: 'us-east-1', endpoint: database.endpoint });
    const paths = await fleetPaths(table, monitors);
    return { port: await listening((path) => call(table, path.slice('/in/'.length))), paths };
  }
  const service = await startService({
    port: 0,
    dataDir,
    checkEverySec: null,
    drainEverySec: null,
    allowLoopbackAlerts: false,
  });
  stop = service.stop;
  return { port: Number(new URL(service.url).port), paths: await fleetPaths(service.core.table, monitors) };
}

async function listening(work: (path: string) => Promise<void>): Promise<number> {
  const server = createServer({ keepAliveTimeout: 60_000 }, async (req, res) => {
    await work(req.url ?? '');
    res.writeHead(200, HEADERS).end(BODY);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function fleetPaths(table: Table, monitors: number): Promise<string[]> {
  const fleet = Array.from({ length: monitors }, () => benchMonitor(Date.now() - 60_000));
  await putFleet(table, fleet);
  return fleet.map(({ id }) => `/in/${id}`);
}
