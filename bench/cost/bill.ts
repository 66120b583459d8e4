import { ASKED, LOOK_EVERY_MIN } from '../../functions/canary/look-at-front.ts';
import { areas } from '../../lib/areas/areas.ts';
import { gbOf, runsOf, type Deployed } from './deployed.ts';
import { PRICES } from './prices.ts';
import { ASSUMED, UNITS } from './units.ts';

/** A line of a bill, in USD a month. */
export interface Line {
  what: string;
  arithmetic: string;
  usd: number;
}

const M = 1e6;
const GB = 1e9;
const million = (count: number, price: number) => (count / M) * price;
const seconds = (ms: number) => ms / 1000;

const pingGbSec = seconds(ASSUMED.pingMs) * gbOf('ingest');
/** Billed since August 2025. */
export const startGbSec = seconds(ASSUMED.startMs) * gbOf('ingest');
const visitGbSec = seconds(ASSUMED.visitMs) * gbOf('checker');
/** Of a query of a day's blocks, read consistently. */
const countReadUnits = ((ASSUMED.pingsPerMonitor / 30) * ASSUMED.eventBytes) / 4096;
/** What was left of a day is packed, and then it is noted as counted. */
const countWriteUnits = 2;
const keptGb = ((ASSUMED.pingsPerMonitor / 30) * ASSUMED.eventsKeptDays * ASSUMED.eventBytes) / GB;

/** What so many pings, and one visit of the checker after each, cost; a line each. */
export function linesOfPings(pings: number): Line[] {
  const { ping, visit } = UNITS;
  const { lambdaCallsPerM, lambdaGbSec, readUnitsPerM, writeUnitsPerM, logsGb, dataOutGb } = PRICES;
  return [
    line('HTTP API, 1 request a ping', HTTP_API_TIERS, httpApiUsd(pings)),
    line('Lambda ingest, 1 call a ping', `1 × $${usd(lambdaCallsPerM)}/M`, million(pings, lambdaCallsPerM)),
    line(
      `Lambda ingest, ${ASSUMED.pingMs} ms × ${gbOf('ingest')} GB`,
      `${pingGbSec} GB-s × $${lambdaGbSec * M}/M`,
      pings * pingGbSec * lambdaGbSec,
    ),
    line(
      `Lambda ingest, 1 start in ${1 / ASSUMED.startsPerPing} pings`,
      `${ASSUMED.startsPerPing} × ${startGbSec} GB-s × $${lambdaGbSec * M}/M`,
      pings * ASSUMED.startsPerPing * startGbSec * lambdaGbSec,
    ),
    line('write of monitor and event in one', `${ping.write} WRU × $${writeUnitsPerM}/M`, million(pings * ping.write, writeUnitsPerM)),
    line('events packed', `${ASSUMED.packWriteUnits} WRU × $${writeUnitsPerM}/M`, million(pings * ASSUMED.packWriteUnits, writeUnitsPerM)),
    line(
      'gateway access log',
      `${ASSUMED.accessLogBytes} B × $${usd(logsGb)}/GB`,
      ((pings * ASSUMED.accessLogBytes) / GB) * logsGb,
    ),
    line('data out', `${ASSUMED.replyBytes / 1000} kB × $${dataOutGb}/GB`, ((pings * ASSUMED.replyBytes) / GB) * dataOutGb),
    line('checker: read of the monitor', `${visit.read} RRU × $${readUnitsPerM}/M`, million(pings * visit.read, readUnitsPerM)),
    line(
      'checker: write of the monitor, which stays in the index',
      `${visit.write} WRU × $${writeUnitsPerM}/M`,
      million(pings * visit.write, writeUnitsPerM),
    ),
    line(
      `checker: ${ASSUMED.visitMs} ms × ${gbOf('checker')} GB`,
      `${visitGbSec} GB-s × $${lambdaGbSec * M}/M`,
      pings * visitGbSec * lambdaGbSec,
    ),
  ]; // prettier-ignore
}

/** Those before the lines of the checker. */
export const LINES_OF_PING_ALONE = 8;

/** Those that a load balancer takes the place of: the gateway and its log. */
export const isOfGateway = ({ what }: Line): boolean =>
  what.startsWith('HTTP API') || what.startsWith('gateway');

const { httpApiPerM, httpApiPerMBeyond, httpApiTierM } = PRICES;
const HTTP_API_TIERS = `1 × $${usd(httpApiPerM)}/M, beyond ${httpApiTierM} M $${usd(httpApiPerMBeyond)}/M`;

function httpApiUsd(requests: number): number {
  const beyond = Math.max(0, requests - httpApiTierM * M);
  return million(requests - beyond, httpApiPerM) + million(beyond, httpApiPerMBeyond);
}

/** What so many monitors cost besides their pings. */
export function linesOfMonitors(monitors: number): Line[] {
  const { tableGbMonth, recoveryGbMonth, mailsPer1000, readUnitsPerM, writeUnitsPerM, sqsPerM } = PRICES;
  const { alerts, alertWriteUnits, alertQueueCalls } = ASSUMED;
  const events = (ASSUMED.pingsPerMonitor / 30) * ASSUMED.eventsKeptDays;
  const stored = `per monitor: ${events.toLocaleString('en')} events × ${ASSUMED.eventBytes} B`;
  const alert =
    mailsPer1000 / 1000 + million(alertWriteUnits, writeUnitsPerM) + million(alertQueueCalls, sqsPerM);
  const counting = million(countReadUnits, readUnitsPerM) + million(countWriteUnits, writeUnitsPerM);
  return [
    line(
      'checker: a day of pings, counted once',
      `per monitor: 30 × (${Math.round(countReadUnits)} RRU × $${readUnitsPerM}/M + ${countWriteUnits} WRU × $${writeUnitsPerM}/M)`,
      monitors * 30 * counting,
    ),
    line(
      `storage of ${ASSUMED.eventsKeptDays} days of events`,
      `${stored} × $${usd(tableGbMonth)}/GB`,
      monitors * keptGb * tableGbMonth,
    ),
    line('point-in-time recovery of the same', `${stored} × $${usd(recoveryGbMonth)}/GB`, monitors * keptGb * recoveryGbMonth),
    line(
      `${alerts} alerts a month, by e-mail`,
      `per monitor: ${alerts} × ($${usd(mailsPer1000)}/1,000 + ${alertWriteUnits} WRU + ${alertQueueCalls} SQS)`,
      monitors * alerts * alert,
    ),
  ]; // prettier-ignore
}

/** What an idle deployment costs. */
export function fixedLines(deployed: Deployed): Line[] {
  const { secrets, alarms, alarmMetrics, polledQueues, timers, ticksAMonth } = deployed;
  const canaryRuns = runsOf(areas.canary.schedule.everyMin);
  const checks = runsOf(areas.checker.schedule.everyMin);
  const erasings = runsOf(areas.eraser.schedule.everyMin);
  const publishings = runsOf(areas.publisher.schedule.everyMin);
  const { canary, idleCheck, idleEraser, idlePublisher } = UNITS;
  const looks = runsOf(LOOK_EVERY_MIN);
  const asked = ASKED.filter(({ type }) => type === 'application/json').length;
  const callPerM = httpApiPerM + PRICES.lambdaCallsPerM + pingGbSec * PRICES.lambdaGbSec * M;
  // Without names of the owner's there is one by which jobs come, and each run pings by it.
  // With a run id a ping is read and written twice.
  const ownPing = PRICES.writeUnitsPerM + PRICES.readUnitsPerM / 2;
  const pingsUsd = (pings: number) =>
    sum(linesOfPings(pings).slice(0, LINES_OF_PING_ALONE)) + million(pings, ownPing);
  return [
    line(`secrets`, `${secrets} × $${usd(PRICES.secret)}`, secrets * PRICES.secret),
    line(`${alarms} alarms`, `${alarmMetrics} metrics × $${usd(PRICES.alarmMetric)}`, alarmMetrics * PRICES.alarmMetric),
    line('metrics of our own', 'none is written while nothing is wrong', 0),
    line(
      'canary, each minute',
      `${canaryRuns.toLocaleString('en')} × (a ping, a call of ${seconds(ASSUMED.canaryMs)} s × ${gbOf('canary')} GB, ${canary.read} RRU)`,
      pingsUsd(canaryRuns) + runs(canaryRuns, ASSUMED.canaryMs, 'canary', canary),
    ),
    line(
      'canary, the public URL',
      `${looks.toLocaleString('en')} × (${ASKED.length} requests at the edge, ${asked} of them a call of the API)`,
      million(looks, ASKED.length * PRICES.edgePerM + asked * callPerM),
    ),
    line(
      'checker, idle',
      `${checks.toLocaleString('en')} × (a ping, a call of ${seconds(ASSUMED.idleCheckMs)} s × ${gbOf('checker')} GB, ${idleCheck.read} RRU, ${idleCheck.write} WRU)`,
      pingsUsd(checks) + runs(checks, ASSUMED.idleCheckMs, 'checker', idleCheck),
    ),
    line(
      'eraser, idle',
      `${erasings.toLocaleString('en')} × (a call of ${seconds(ASSUMED.idleEraserMs)} s × ${gbOf('eraser')} GB, ${idleEraser.read} RRU)`,
      runs(erasings, ASSUMED.idleEraserMs, 'eraser', idleEraser),
    ),
    line(
      'publisher',
      `${publishings.toLocaleString('en')} × (a call of ${seconds(ASSUMED.idlePublisherMs)} s × ${gbOf('publisher')} GB, ${idlePublisher.read} RRU)`,
      runs(publishings, ASSUMED.idlePublisherMs, 'publisher', idlePublisher),
    ),
    line(`${timers} timers`, `${ticksAMonth.toLocaleString('en')} × $${usd(PRICES.schedulerPerM)}/M`, million(ticksAMonth, PRICES.schedulerPerM)),
    line(
      `empty polls of ${polledQueues} queues`,
      `${polledQueues} × ${ASSUMED.pollsPerQueueM} M × $${usd(PRICES.sqsPerM)}/M`,
      polledQueues * ASSUMED.pollsPerQueueM * PRICES.sqsPerM,
    ),
  ]; // prettier-ignore
}

export const sum = (lines: readonly Line[]) => lines.reduce((all, { usd: one }) => all + one, 0);

export function usd(amount: number): string {
  return amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

function runs(
  count: number,
  ms: number,
  area: keyof typeof areas,
  units: { read: number; write: number },
): number {
  return (
    million(count, PRICES.lambdaCallsPerM) +
    count * seconds(ms) * gbOf(area) * PRICES.lambdaGbSec +
    million(count * units.read, PRICES.readUnitsPerM) +
    million(count * units.write, PRICES.writeUnitsPerM)
  );
}

function line(what: string, arithmetic: string, amount: number): Line {
  return { what, arithmetic, usd: amount };
}
