import { createRequire } from 'node:module';

/** What one piece of work asks of the table, in capacity units as the engine counts them, the index included. */
export interface Units {
  read: number;
  write: number;
}

/** The pieces of work that a bill is made of. */
export const WORKS = [
  'ping',
  'visit',
  'pingByKey',
  'longPing',
  'longVisit',
  'idleCheck',
  'canary',
  'idleEraser',
  'idlePublisher',
  'reading',
  'move',
  'collected',
  'eventStart',
  'eventSuccess',
  'putEventsPing',
  'hookPing',
] as const;
export type Work = (typeof WORKS)[number];

/** As last measured by `npm run bench -- units`; a test measures them again. */
export const UNITS = createRequire(import.meta.url)('./units.json') as Record<Work, Units>;

/** What was not measured, or not where it will run. */
export const ASSUMED = {
  pingsPerMonitor: 8_640,
  /** Milliseconds of the functions on arm64 Lambda. */
  pingMs: 15,
  /** Until a function that starts takes its first call. */
  startMs: 450,
  /** Of jobs each five minutes, between which functions stay; at full hours alone it is much more. */
  startsPerPing: 0.01,
  /** Of a thousand jobs that ping within the same second of an hour, by a model of the account. */
  startsAtFullHour: 0.442,
  visitMs: 2,
  /** The table is asked twice, one after the other, as by a ping. */
  readingMs: 15,
  /** Of a collector: it is asked once more, and more is read of the body. */
  collectedMs: 20,
  /** Of an event of AWS by itself, a few calls of the table one after the other. */
  eventMs: 40,
  idleCheckMs: 300,
  canaryMs: 200,
  idleEraserMs: 100,
  idlePublisherMs: 100,
  /** Packed, with its share of the overhead of a block. */
  eventBytes: 30,
  /** Of packing, shared among the pings: three units once in some 25 where a ping costs one. */
  packWriteUnits: 0.08,
  /** Of eight measures, with the overhead of an item. */
  readingBytes: 420,
  /** A line of the gateway's access log with what CloudWatch adds to each. */
  accessLogBytes: 116,
  replyBytes: 500,
  eventsKeptDays: 90,
  /** Alerts by e-mail a month and monitor, and what each asks. */
  alerts: 2,
  alertWriteUnits: 17,
  alertQueueCalls: 3,
  /** Empty receives a month of a queue that Lambda polls: five pollers, 20 s each. */
  pollsPerQueueM: 0.65,
} as const;
