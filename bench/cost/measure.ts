import { runCheck } from '../../functions/checker/checker.ts';
import { ingestHandler } from '../../functions/ingest/ingest.ts';
import { intakeHandler } from '../../functions/intake/intake.ts';
import { publisherHandler } from '../../functions/publisher/publisher.ts';
import { newMonitorId, slugMonitorId } from '../../lib/adapters/ids.ts';
import { canaryMonitorId, createCanary } from '../../lib/data/monitors/canary.ts';
import { putPublication } from '../../lib/data/statistics/publications.ts';
import { openErasures } from '../../lib/data/accounts/erasures.ts';
import { dayAfter } from '../../lib/domain/calendar.ts';
import type { Counts, DayCounts } from '../../lib/domain/statistics/counted.ts';
import { figuresBy } from '../../lib/domain/statistics/figures.ts';
import { daysToPublish, nextPublication } from '../../lib/domain/statistics/publication.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import { PROFILES } from '../../lib/domain/machines/measures/catalogue.ts';
import type { CheckerDeps } from '../../lib/runtime/deps.ts';
import { noMetrics } from '../../lib/runtime/report/metrics.ts';
import { INGEST_KEY, putIngestKey, SALT } from '../aws-deps.ts';
import { benchMonitor, deleteAll, keysUnder, putFleet } from '../fleet.ts';
import { intakeDeps, putMachine } from '../machine.ts';
import { pingDeps } from '../ping-deps.ts';
import { pingContext, pingEvent } from '../ping-event.ts';
import { pushContext, pushEvent } from '../push-event.ts';
import { sentText } from '../reading.ts';
import { openMeteredTable, type MeteredTable } from '../table-meter.ts';
import { collectedOf } from './collected.ts';
import { measureEvents } from './measure-events.ts';
import type { Units, Work } from './units.ts';

/** Enough for what a check costs besides to vanish when it is shared among them. */
const DUE = 32;
const MINUTE_MS = 60_000;
/** Makes the item of its monitor longer than the kilobyte of a write unit. */
const LONG_URL = `https://hooks.example.com/${'x'.repeat(700)}`;
const START = Date.UTC(2027, 2, 1, 12);

/** Measures the work that a bill is made of, on an empty table of the engine. */
export async function measureUnits(endpoint: string, tableName: string): Promise<Record<Work, Units>> {
  const table = openMeteredTable({ name: tableName, region: 'us-east-1', endpoint });
  const canaryId = newMonitorId();
  await createCanary(table, canaryId, START);
  const canary = await unitsOf(table, async () => void (await canaryMonitorId(table)));
  // The first check of all writes more than those after it.
  await checkAfterCanary(table, canaryId, 5);
  const idleCheck = await checkAfterCanary(table, canaryId, 10);
  const due = Array.from({ length: DUE }, () => benchMonitor(minute(14), { dueAt: minute(13) }));
  await putFleet(table, due);
  const busy = await checkAfterCanary(table, canaryId, 15);
  const [first] = due;
  const ping = await pingOf(table, first?.id ?? '', minute(16));
  // They would be silent by the next check.
  await deleteAll(table, await keysUnder(table, due));
  const long = Array.from({ length: DUE }, () =>
    benchMonitor(minute(19), { dueAt: minute(18), alertUrl: LONG_URL }),
  );
  await putFleet(table, long);
  const longBusy = await checkAfterCanary(table, canaryId, 20);
  const longPing = await pingOf(table, long[0]?.id ?? '', minute(21));
  const pingByKey = await byKeyOf(table, minute(21));
  const events = await measureEvents(table, (work) => unitsOf(table, work), minute(22));
  const idleEraser = await unitsOf(table, async () => void (await openErasures(table).next()));
  const idlePublisher = await publishOnce(table);
  const reading = await readingOf(table, 60);
  const move = await moveOf(table, reading);
  const collected = await unitsOf(table, await collectedOf(table, START));
  return {
    ping,
    visit: share(busy, idleCheck),
    pingByKey,
    longPing,
    longVisit: share(longBusy, idleCheck),
    idleCheck,
    canary,
    idleEraser,
    idlePublisher,
    reading,
    move,
    collected,
    ...events,
  };
}

const minute = (count: number) => START + count * MINUTE_MS;

/** A check at the given minute, after the canary was heard in the five before. */
async function checkAfterCanary(table: MeteredTable, canaryId: string, at: number): Promise<Units> {
  for (let each = at - 4; each <= at; each++) await pingOf(table, canaryId, minute(each));
  const core = pingDeps(table);
  const deps: CheckerDeps = {
    ...core,
    config: { ...core.config, pingNames: { origins: ['http://localhost'] } },
    // Each is a ping of its own in the bill.
    pingPath: async () => 200,
    clock: { now: () => minute(at) },
    metrics: noMetrics,
    checks: { send: async () => {} },
    queue: { send: async () => {}, postpone: async () => {}, deadLetter: async () => {} },
  };
  return unitsOf(table, async () => {
    const { failed, finished } = await runCheck(deps, () => true);
    if (failed > 0 || !finished) throw new Error(`The check failed for ${failed} items.`);
  });
}

function pingOf(table: MeteredTable, id: string, now: number): Promise<Units> {
  return unitsOf(table, async () => {
    const handler = ingestHandler({ ...pingDeps(table), clock: { now: () => now } });
    const { statusCode } = await handler(pingEvent(id), pingContext());
    if (statusCode !== 200) throw new Error(`The ping was answered ${statusCode}.`);
  });
}

/** A ping by job name of a monitor that is there. */
async function byKeyOf(table: MeteredTable, now: number): Promise<Units> {
  const slug = 'nightly';
  await putIngestKey(table);
  await putFleet(table, [benchMonitor(now - 2 * MINUTE_MS, { id: slugMonitorId(SALT, slug), slug })]);
  return pingOf(table, `${INGEST_KEY}/${slug}`, now);
}

/** A run of the publisher with nothing to do, as most are, where a year of everything is published. */
async function publishOnce(table: MeteredTable): Promise<Units> {
  const now = minute(20);
  const { from, to } = daysToPublish(now);
  const counts = figuresBy(() => 1_000_000) as Counts;
  const counted: DayCounts[] = [];
  for (let day = from; day <= to; day = dayAfter(day)) counted.push({ day, counts });
  const parts = { build: 'bench', people: 1_000, catalogue: { operations: 100, tools: 100, measures: 24 } };
  await putPublication(table, nextPublication(null, counted, parts, now), null);
  const deps = { ...pingDeps(table), clock: { now: () => now } };
  const config = { ...deps.config, build: 'bench', panel: { sources: [] } };
  return unitsOf(table, publisherHandler({ ...deps, config }));
}

/** A push of eight measures, so many seconds after the first that this instance took of the machine. */
async function readingOf(
  table: MeteredTable,
  afterSec: number,
  monitorId: string | null = null,
): Promise<Units> {
  const device = await putMachine(table, PROFILES.completo, { monitorId });
  let now = START;
  const handler = intakeHandler(intakeDeps(table, { now: () => now }));
  const push = async () => {
    const { statusCode } = await handler(pushEvent(device.symbol, sentText()), pushContext());
    if (statusCode !== 200) throw new Error(`The push was answered ${statusCode}.`);
  };
  await push();
  now += afterSec * 1000;
  return unitsOf(table, push);
}

/** What a push that moves a monitor asks beyond one that does not. */
async function moveOf(table: MeteredTable, reading: Units): Promise<Units> {
  const monitor = benchMonitor(START - MINUTE_MS, { intervalSec: 900, dueAt: START + 840_001 });
  await putFleet(table, [monitor]);
  const { read, write } = await readingOf(table, LIMITS.watchedMoveSec, monitor.id);
  return { read: read - reading.read, write: write - reading.write };
}

async function unitsOf(table: MeteredTable, work: () => Promise<void>): Promise<Units> {
  table.take();
  await work();
  const { readUnits, writeUnits, indexReadUnits, indexWriteUnits } = table.take();
  return { read: readUnits + indexReadUnits, write: writeUnits + indexWriteUnits };
}

/** Of one monitor, to the half unit, which is the least there is. */
function share(busy: Units, idle: Units): Units {
  const each = (of: keyof Units) => Math.round(((busy[of] - idle[of]) / DUE) * 2) / 2;
  return { read: each('read'), write: each('write') };
}
