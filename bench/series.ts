import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { collectionsHandler } from '../functions/collections/collections.ts';
import { hashOf, newId, newToken } from '../lib/adapters/ids.ts';
import { openQueue } from '../lib/adapters/queue.ts';
import { newSymbol } from '../lib/adapters/symbols.ts';
import { newDeviceItems } from '../lib/data/machines/devices.ts';
import { createGuestOwner } from '../lib/data/owners.ts';
import { putReadings } from '../lib/data/machines/readings.ts';
import { newSymbolItem } from '../lib/data/machines/push-tokens.ts';
import { transact, type Table } from '../lib/data/table.ts';
import { withMeasures } from '../lib/domain/machines/collections/collections-of.ts';
import type { Device } from '../lib/domain/machines/devices/device.ts';
import { LIMITS } from '../lib/domain/limits.ts';
import { MEASURES, PROFILES } from '../lib/domain/machines/measures/catalogue.ts';
import { packed } from '../lib/domain/machines/readings/reading-encoding.ts';
import { readReading } from '../lib/domain/machines/readings/reading.ts';
import { sideBySide } from '../lib/flows/concurrently.ts';
import { LambdaContext } from '../lib/local/lambda-context.ts';
import type { LambdaHandler } from '../lib/runtime/lambda/lambda.ts';
import type { ApiDeps } from '../lib/runtime/deps.ts';
import { FACTS } from './machine.ts';
import { pingDeps } from './ping-deps.ts';
import { pingEvent } from './ping-event.ts';
import { sentText } from './reading.ts';
import { progress, target, type Section } from './report.ts';
import { spreadOf } from './spread.ts';
import { openMeteredTable } from './table-meter.ts';
import { withEngine } from './with-engine.ts';

const SECRET = 'the secret of a bench';
const SAMPLES = 10;
const WARM_UP = 2;
const WRITES_AT_ONCE = 16;
const MB = 1_000_000;

/** An owner with as much as one may have: 25 devices that told eight measures each minute of the last hours. */
interface Fleet {
  token: string;
  /** The symbol of one collection. */
  oneId: string;
}

/** Time, units and bytes of what shows readings, through the handler, on the real engine. */
export function benchSeries(): Promise<Section[]> {
  return withEngine('rollcall', async (endpoint, tableName) => {
    const table = openMeteredTable({ name: tableName, region: 'us-east-1', endpoint });
    const core = pingDeps(table);
    const deps: ApiDeps = { ...core, secret: async () => SECRET, queue: openQueue(core.config) };
    const { token, oneId } = await putFleet(table);
    const all = '/api/coletas/serie';
    const asked = { 'all, n=60': [all, 60], 'all, n=500': [all, 500] } as const;
    const one = `/api/coletas/${oneId}/serie`;
    const rows: Measured[] = [];
    for (const [name, [path, n]] of Object.entries({ ...asked, 'one, n=500': [one, 500] as const })) {
      const call = (handler: LambdaHandler) =>
        handler(eventOf(path, token, n), new LambdaContext('collections'));
      // A function that has just started has read nothing.
      rows.push({ series: name, ...(await measured(table, () => call(collectionsHandler(deps)))) });
      const warm = collectionsHandler(deps);
      rows.push({ series: `${name}, read before`, ...(await measured(table, () => call(warm))) });
    }
    return [
      { title: `Series of 25 devices of 8 measures, median of ${SAMPLES} [min-max]`, rows, note: NOTE },
      { title: 'Targets', rows: targetsOf(rows) },
    ];
  });
}

const NOTE =
  'Time from event to reply, reads of the table included. CPU: of the function alone. Bytes: as Lambda counts the answer.';

function targetsOf(rows: readonly Measured[]) {
  const full = rows.find(({ series }) => series === 'all, n=500');
  if (!full) throw new Error('The largest answer was not measured.');
  const {
    bytes,
    ms: { median: ms },
  } = full;
  return [
    target('all series of 25 devices < 2 s', `${Math.round(ms)} ms`, ms < 2_000),
    target('their answer < 5 MB', `${(bytes / MB).toFixed(2)} MB`, bytes < 5 * MB),
  ];
}

type Measured = { series: string } & Awaited<ReturnType<typeof measured>>;

type Reply = Awaited<ReturnType<LambdaHandler>>;

async function measured(table: { take(): { calls: number; readUnits: number } }, call: () => Promise<Reply>) {
  const [wallMs, cpuMs]: [number[], number[]] = [[], []];
  let [bytes, leftOut, work] = [0, 0, table.take()];
  for (let turn = -WARM_UP; turn < SAMPLES; turn++) {
    table.take();
    const cpu = process.cpuUsage();
    const startMs = performance.now();
    const reply = await call();
    const tookMs = performance.now() - startMs;
    const { user, system } = process.cpuUsage(cpu);
    if (reply.statusCode !== 200) throw new Error(`Series were answered ${reply.statusCode}.`);
    work = table.take();
    bytes = Buffer.byteLength(JSON.stringify(reply));
    leftOut = (reply.body?.match(/resposta_grande/g) ?? []).length;
    if (turn < 0) continue;
    wallMs.push(tookMs);
    cpuMs.push((user + system) / 1000);
  }
  const { calls, readUnits } = work;
  return { ms: spreadOf(wallMs), 'CPU ms': spreadOf(cpuMs), calls, 'read units': readUnits, bytes, leftOut };
}

function eventOf(path: string, token: string, n: number): APIGatewayProxyEventV2 {
  const event = pingEvent('');
  const { requestContext } = event;
  return {
    ...event,
    rawPath: path,
    rawQueryString: `n=${n}`,
    headers: { ...event.headers, 'x-guest-token': token },
    requestContext: { ...requestContext, http: { ...requestContext.http, path } },
  };
}

async function putFleet(table: Table): Promise<Fleet> {
  const token = newToken('hp_');
  const now = Date.now();
  const createdAt = now - 86_400_000;
  const spaceId = newId();
  await createGuestOwner(table, { ownerId: newId(), spaceId, tokenHash: hashOf(token), now: createdAt });
  const devices = Array.from({ length: LIMITS.devicesMax }, (_none, at) => newDevice(spaceId, at, createdAt));
  for (const device of devices) await putDevice(table, device, now);
  progress(`${devices.length} devices with ${LIMITS.seriesMax} readings each written`);
  return { token, oneId: devices[0]?.collections['rede']?.id ?? '' };
}

function newDevice(spaceId: string, at: number, createdAt: number): Device {
  const device: Device = {
    id: randomUUID(),
    spaceId,
    name: `web ${at}`,
    group: null,
    createdAt,
    expiresAt: createdAt + 3_600_000,
    detectedAt: createdAt,
    facts: FACTS,
    reportHash: 'report',
    symbol: newSymbol(SECRET),
    collections: {},
    monitorId: null,
    thresholds: [],
    rev: 1,
  };
  return withMeasures(device, PROFILES.completo, () => newSymbol(SECRET), createdAt).device;
}

async function putDevice(table: Table, device: Device, now: number): Promise<void> {
  const { id: deviceId } = device;
  const symbols = Object.values(device.collections).map(({ id: symbol, measure }) =>
    newSymbolItem(table, { symbol, deviceId, measure }),
  );
  await transact(table, [...newDeviceItems(table, device), ...symbols]);
  const read = readReading(sentText(), FACTS, PROFILES.completo);
  const minutes = Array.from({ length: LIMITS.seriesMax + 1 }, (_none, at) => now - at * 60_000);
  await sideBySide(minutes, WRITES_AT_ONCE, async (at) => {
    const columns = [...read].map(([id, values]) => {
      const varied = Object.entries(values).map(([name, value]) => [name, variedBy(value, at)]);
      return [MEASURES[id].code, packed(MEASURES[id], Object.fromEntries(varied), Math.floor(at / 1000))];
    });
    await putReadings(table, { deviceId, every: 'minute', at }, Object.fromEntries(columns));
  });
}

/** Real numbers have their digits. */
function variedBy(value: number | string, at: number): number | string {
  return typeof value === 'number' && !Number.isInteger(value)
    ? Number((value * (1 + (at % 89) / 100)).toPrecision(5))
    : value;
}
