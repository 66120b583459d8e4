import { LIMITS } from '../../lib/domain/limits.ts';
import { usd, type Line } from './bill.ts';
import { gbOf, runsOf } from './deployed.ts';
import { PRICES } from './prices.ts';
import { ASSUMED, UNITS } from './units.ts';

const M = 1e6;
const GB = 1e9;
const PUSHES = runsOf(1);
const MOVES = runsOf(LIMITS.watchedMoveSec / 60);
const VISITS = runsOf(LIMITS.checkEverySec / 60);
const keptGb = (PUSHES * ASSUMED.readingBytes) / GB;

/** What a device costs that sends the eight measures of the complete profile each minute by one line, in USD a month. */
export function linesOfDevice(): Line[] {
  const { reading } = UNITS;
  return [
    ...linesOfCall(ASSUMED.readingMs),
    each('read of the device', `${reading.read} RRU × $${PRICES.readUnitsPerM}/M`, (reading.read * PRICES.readUnitsPerM) / M),
    each('write of the reading', `${reading.write} WRU × $${PRICES.writeUnitsPerM}/M`, (reading.write * PRICES.writeUnitsPerM) / M),
    ...linesOfAnswer(),
    {
      what: `storage of ${LIMITS.readingRetentionDays} days`,
      arithmetic: `${count(PUSHES)} × ${ASSUMED.readingBytes} B × $${usd(PRICES.tableGbMonth)}/GB`,
      usd: keptGb * PRICES.tableGbMonth,
    },
    {
      what: 'point-in-time recovery of the same',
      arithmetic: `${count(PUSHES)} × ${ASSUMED.readingBytes} B × $${usd(PRICES.recoveryGbMonth)}/GB`,
      usd: keptGb * PRICES.recoveryGbMonth,
    },
  ]; // prettier-ignore
}

/** What a channel costs whose collector sends each minute. Its one item is replaced by each push, so storage is nothing. */
export function linesOfChannel(): Line[] {
  const { collected } = UNITS;
  return [
    ...linesOfCall(ASSUMED.collectedMs),
    each('reads of the snapshot, the channel and the device', `${collected.read} RRU × $${PRICES.readUnitsPerM}/M`, (collected.read * PRICES.readUnitsPerM) / M),
    each('write of the snapshot', `${collected.write} WRU × $${PRICES.writeUnitsPerM}/M`, (collected.write * PRICES.writeUnitsPerM) / M),
    ...linesOfAnswer(),
  ]; // prettier-ignore
}

function linesOfCall(ms: number): Line[] {
  const gbSec = (ms / 1000) * gbOf('intake');
  return [
    each('HTTP API, 1 request', `$${usd(PRICES.httpApiPerM)}/M`, PRICES.httpApiPerM / M),
    each('Lambda intake, 1 call', `$${usd(PRICES.lambdaCallsPerM)}/M`, PRICES.lambdaCallsPerM / M),
    each(
      `Lambda intake, ${ms} ms × ${gbOf('intake')} GB`,
      `${gbSec} GB-s × $${PRICES.lambdaGbSec * M}/M`,
      gbSec * PRICES.lambdaGbSec,
    ),
  ];
}

function linesOfAnswer(): Line[] {
  return [
    each('gateway access log', `${ASSUMED.accessLogBytes} B × $${usd(PRICES.logsGb)}/GB`, (ASSUMED.accessLogBytes / GB) * PRICES.logsGb),
    each('data out', `${ASSUMED.replyBytes / 1000} kB × $${PRICES.dataOutGb}/GB`, (ASSUMED.replyBytes / GB) * PRICES.dataOutGb),
  ]; // prettier-ignore
}

/** What it costs besides to watch it: a monitor of 15 minutes, which its readings move every five. */
export function linesOfWatching(): Line[] {
  const { move, visit } = UNITS;
  return [
    {
      what: 'a look at its monitor each other minute',
      arithmetic: `${count(PUSHES - MOVES)} × ${move.read} RRU`,
      usd: (PUSHES - MOVES) * usdOf({ read: move.read, write: 0 }),
    },
    {
      what: 'a move of its monitor every five minutes',
      arithmetic: `${count(MOVES)} × (${move.read} RRU + ${move.write} WRU)`,
      usd: MOVES * usdOf(move),
    },
    {
      what: 'a visit of the checker every five minutes',
      arithmetic: `${count(VISITS)} × (${visit.read} RRU + ${visit.write} WRU)`,
      usd: VISITS * usdOf(visit),
    },
  ];
}

function each(what: string, price: string, usdEach: number): Line {
  return { what, arithmetic: `${count(PUSHES)} × ${price}`, usd: PUSHES * usdEach };
}

function usdOf({ read, write }: { read: number; write: number }): number {
  return (read * PRICES.readUnitsPerM + write * PRICES.writeUnitsPerM) / M;
}

function count(number: number): string {
  return number.toLocaleString('en');
}
