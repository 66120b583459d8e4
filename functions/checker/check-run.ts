import type { Instant } from '../../lib/domain/instant.ts';
import type { Alerting } from '../../lib/data/alerts/owner-channels.ts';
import type { DueKey } from '../../lib/data/monitors/due.ts';
import type { Monitor } from '../../lib/domain/monitors/monitor.ts';
import type { KnownPath } from '../../lib/domain/monitors/outage/blind-window.ts';
import type { Outgoing } from './outgoing.ts';

/** Monitors whose days a tick rolls up at most; those left over come again with their next visit. */
const ROLL_UPS_MAX = 5_000;

/** When all of one kind fail, the first few log lines tell why; thousands would only cost. */
export const LOGGED_MAX = 3;

/** What holds for the whole of one run. */
export interface CheckRun {
  now: Instant;
  /** Whether pings could reach us. */
  path: KnownPath;
  /** Asked before each item: false when nothing more may be begun. */
  hasTime(): boolean;
  /** Whether deadlines that come again soon stay in the index as they are. */
  mayStay?: boolean;
  /** Items of one shard that are worked off side by side. */
  atOnce: number;
  /** Whether the history takes no more incidents: alerts of this run go out without waiting for it. */
  history: { isFull: boolean };
  /** Who hears of the monitors of a space, and when: read once in a run, where there is something to tell. */
  alerting: Map<string, Promise<Alerting>>;
}

/** What came of due items. */
export interface DueReport {
  /** Monitors that were judged. */
  checked: number;
  succeeded: number;
  failed: number;
  outgoing: Outgoing[];
  /** Monitors with days whose durations are to be rolled up. */
  toRollUp: Monitor[];
  /** Payments that nobody has ended: each has to ask the chain, so they come last. */
  payments: DueKey[];
  /** Reports whose time has come: they come last too, and wait for nothing that is told. */
  reports: DueKey[];
  /** How long the longest overdue item had been due by its true time, in milliseconds; not where it stands in the index. */
  lagMs: number;
  /** False when something was left over. */
  finished: boolean;
}

export const nothingDue: DueReport = {
  checked: 0,
  succeeded: 0,
  failed: 0,
  outgoing: [],
  toRollUp: [],
  payments: [],
  reports: [],
  lagMs: 0,
  finished: true,
};

/** Two reports as one. */
export function merged(left: DueReport, right: DueReport): DueReport {
  return {
    checked: left.checked + right.checked,
    succeeded: left.succeeded + right.succeeded,
    failed: left.failed + right.failed,
    outgoing: left.outgoing.concat(right.outgoing),
    toRollUp: left.toRollUp.concat(right.toRollUp).slice(0, ROLL_UPS_MAX),
    payments: left.payments.concat(right.payments),
    reports: left.reports.concat(right.reports),
    lagMs: Math.max(left.lagMs, right.lagMs),
    finished: left.finished && right.finished,
  };
}

/** What a run of the checker did. `finished` is false when something due was left over. */
export interface CheckReport {
  /** Monitors that were judged. */
  checked: number;
  /** Messages that were put on the queue, or should have been. */
  alerts: number;
  /** Items, pages and shards that failed, and messages that the queue did not take. */
  failed: number;
  finished: boolean;
}

export const nothingDone: CheckReport = { checked: 0, alerts: 0, failed: 0, finished: false };
