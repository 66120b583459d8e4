import type { Instant } from '../instant.ts';
import type { Format } from '../machines/measures/measure.ts';
import { shownIdOf } from '../monitors/monitor-id.ts';
import { nextExpectedAtOf } from '../monitors/deadline.ts';
import type { AlertChannel, AlertReason, Monitor, MonitorChannel } from '../monitors/monitor.ts';
import type { PauseNote } from '../monitors/pause.ts';

/** By which way an alert travels; `none` records an alert that could be told to nobody. */
export type Channel = AlertChannel | 'none';

/** An alert that its channel did not deliver, told by the one that took its place. */
export interface SupersededAlert {
  kind: 'miss' | 'recovery';
  alertId: string;
  incident: number;
  alertNumber: number;
  reason: AlertReason;
  /** When the job went down or came back; of a repeat, when it was decided. */
  at: Instant;
}

/** What an alert took the place of. */
export interface Superseded {
  /** How many alerts. */
  total: number;
  /** How often they were tried, all together. */
  tries: number;
  /** The last of them, oldest first. */
  last: SupersededAlert[];
  /** The incidents whose end was among them, oldest first: the oldest and the last of many. */
  ended?: number[];
}

/**
 * What one alert says: the facts as they were when it was decided, so that a late delivery tells the truth of
 * its moment (SPEC.md "Events").
 */
export interface AlertContent {
  /**
   * `test` was asked for; `blind` says that we could not see from `downSince` to `recoveredAt`; `channel_failing`
   * says, through the other channel, that `failingChannel` has failed since `downSince`.
   */
  kind: 'miss' | 'recovery' | 'test' | 'blind' | 'channel_failing';
  /** Stable id of this alert on this channel; the `webhook-id` of every attempt. */
  alertId: string;
  monitorId: string;
  /** How the monitor was shown to the outside when this was decided, where that is not `monitorId`. */
  shownId?: string;
  monitorName: string;
  /** Of a recovery: the reason of the incident that ends. */
  reason: AlertReason;
  incident: number;
  /** 1 for the alert that opens the incident, then 2, 3 … for its repeats. */
  alertNumber: number;
  downSince: Instant;
  /** Set on a recovery and on the end of a blind window. */
  recoveredAt: Instant | null;
  decidedAt: Instant;
  lastEventAt: Instant | null;
  missCount: number;
  intervalSec: number;
  cron: string | null;
  tz: string | null;
  graceSec: number | null;
  nextExpectedAt: Instant | null;
  maxDurationSec: number | null;
  /** `rid` of the run that is too long, when it has one. */
  runId: string | null;
  /** Of a recovery: the run that was told as too long and is open all the same, though others have succeeded. */
  stillRunning?: { rid: string | null; since: Instant };
  /** Of a failure whose job said it. */
  exitCode?: number;
  /** Of the last of several failures in a row that had to be: how many they are. */
  inARow?: number;
  /** Of a monitor that watches a number: beyond which value it is told, and at which it is over. */
  threshold?: { side: 'above' | 'below'; value: number; end: number; format?: Format };
  /** Of a miss of it: the number that was told. */
  reading?: number;
  tags: string[];
  /** What is probably wrong with the schedule, in one sentence; null when nothing is. */
  hint: string | null;
  /** The last lines of the job's output, redacted; null when it sent none. */
  output: string | null;
  /** Of a silence whose deadline passed while pings could not reach us: from when to when; `to` null while it lasts. */
  notHeard: { from: Instant; to: Instant | null } | null;
  /** Of a silence: the pause since the last success, which moved its deadline. */
  pause?: PauseNote;
  /** Of what opens an incident: the name of the maintenance in which it began. */
  maintenance?: string;
  /** Where incidents are kept, and never stored: those before it whose end was given up on. */
  unended?: number[];
  /** Set on `channel_failing` only. */
  failingChannel: MonitorChannel | null;
  /** With it: where that channel leads (a host or a masked mailbox), and why it fails, in a sentence. */
  failing?: { address: string | null; detail: string };
  /**
   * Set on an alert of an open incident that is sent to a changed recipient only: earlier failures there concerned
   * another one.
   */
  toElsewhere?: true;
  /** Set, before its first try, on an alert after the first of its incident whose channel has told none before. */
  firstHere?: true;
  /** When the operator's stop kept it back; of one that still is, until when it would be. */
  held?: { from: Instant; to: Instant };
  /** Set, before its first try, on an alert that is told in place of older ones. */
  superseded?: Superseded;
}

/** What an alert says of its own, beside the facts of the monitor it is about. */
type OwnWords = Pick<AlertContent, 'kind' | 'alertId' | 'downSince'> & Partial<AlertContent>;

/** The content of an alert about a monitor as it is at `now`; what is not said is empty. */
export function contentAbout(monitor: Monitor, words: OwnWords, now: Instant): AlertContent {
  return {
    monitorId: monitor.id,
    ...(monitor.idTail !== null && { shownId: shownIdOf(monitor) }),
    monitorName: monitor.name,
    reason: 'silence',
    incident: 0,
    alertNumber: 0,
    recoveredAt: null,
    decidedAt: now,
    lastEventAt: monitor.lastEventAt,
    missCount: monitor.missCount,
    intervalSec: monitor.intervalSec,
    cron: monitor.cron,
    tz: monitor.tz,
    graceSec: monitor.graceSec,
    nextExpectedAt: nextExpectedAtOf(monitor, now),
    maxDurationSec: monitor.maxDurationSec,
    runId: null,
    tags: monitor.tags,
    hint: null,
    output: null,
    notHeard: null,
    failingChannel: null,
    ...words,
  };
}
