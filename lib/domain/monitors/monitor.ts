import type { Instant } from '../instant.ts';
import type { Threshold } from '../machines/thresholds/threshold.ts';
import type { DriftKind, ProposalKind, ProposalPatch } from './rhythm/proposal.ts';

/** A run that started and has not closed; `rid` is null when its start carried none (SPEC.md "Ingest"). */
export interface OpenRun {
  rid: string | null;
  startedAt: Instant;
  /** When this run was last alerted as too long; a stuck run is told again only after the repeat gap. */
  alertedAt: Instant | null;
  /** When it may be told again before the repeat gap has passed: nobody heard that alert. */
  realertAt?: Instant;
}

/** A run whose end arrived and whose start has not. */
export interface EndedRun {
  rid: string;
  endedAt: Instant;
}

/** What a job said of its failure; absent what it did not say. */
export interface FailureDetails {
  /** 1 to 255. */
  exitCode?: number;
  /** The event under which the job's output is stored. */
  outputOf?: string;
  /** How many runs had failed in a row, this one the last; absent where the owner hears of each. */
  inARow?: number;
  /** The number of a machine that was beyond its threshold. */
  reading?: number;
}

/** Failures since the last success, of a monitor whose owner hears of several in a row only. */
export interface FailedRuns extends FailureDetails {
  inARow: number;
  /** The first of them. */
  since: Instant;
  /** The events of the last of them: a write that is decided again counts none twice. */
  events: string[];
}

/** An outcome the next check still has to tell; kept in order so that no failure is swallowed. */
export interface PendingOutcome extends FailureDetails {
  kind: 'fail' | 'recovery';
  at: Instant;
  /** Of the last of several failures in a row: when the first one was. */
  since?: Instant;
}

/** Why an owner is alerted (SPEC.md "Events"). */
export type AlertReason = 'silence' | 'fail' | 'too_long' | 'threshold';

/** The ways that a monitor names itself: `alert_to` and `alert_url`. */
export type MonitorChannel = 'email' | 'webhook';

/** A channel that the owner has for many monitors, by its id: of URLs, and of addresses. */
export type OwnerChannelId = `ch${string}` | `cm${string}`;

/** By which ways an owner is alerted. */
export type AlertChannel = MonitorChannel | OwnerChannelId;

/** The one open incident of a monitor: from its first alert to the first success after it. */
export interface Incident {
  /** 1 for the first incident of the monitor. */
  number: number;
  reason: AlertReason;
  /** The true instant (deadline, fail signal, run limit), not the moment of detection. */
  downSince: Instant;
  /** When its first alert was decided. */
  openedAt: Instant;
  /** When its last alert was decided. */
  alertedAt: Instant;
  /** When it may be told again before the repeat gap has passed: nobody heard its last alert, or see `realertBy`. */
  realertAt?: Instant;
  /** The channels that tell it then, when others heard it: they lead elsewhere since. Absent when all do. */
  realertBy?: AlertChannel[];
  /** How many alerts this incident has sent. */
  alerts: number;
  /** What the job said of its last failure in it, for alerts that are told anew. */
  failure?: FailureDetails;
  /** The name of the maintenance in which it began. */
  maintenance?: string;
}

/** An incident as the history keeps it, open or closed. */
export interface IncidentRecord {
  monitorId: string;
  spaceId: string;
  /** 1 for the first incident of the monitor; alerts carry the same number. */
  number: number;
  /** Why it was opened; later alerts of it may have another reason. */
  reason: AlertReason;
  /** When it truly began. */
  downSince: Instant;
  /** When its first alert was decided. */
  openedAt: Instant;
  /** The success, or the deletion, that ended it; null while it is open. */
  closedAt: Instant | null;
  /** How many alerts it has had. */
  alerts: number;
  /** The name of the maintenance in which it began; absent where it began in none. */
  maintenance?: string;
}

/** What the owner chose. */
export interface MonitorSettings {
  name: string;
  /** Tolerated silence in seconds; of a scheduled monitor the gap between its next two runs. */
  intervalSec: number;
  cron: string | null;
  tz: string | null;
  graceSec: number | null;
  alertTo: string | null;
  /** Whether that is the address of the account itself, or the people of the organization: no registration is counted for it. */
  alertToOwn: boolean;
  alertUrl: string | null;
  maxDurationSec: number | null;
  /** The requested gap; null is the default. `alertRepeatSecOf` gives the effective one. */
  alertRepeatSec: number | null;
  /** So many runs in a row must fail before a failure is told. */
  alertAfterFailures: number;
  /** Whether the channels of its owner speak for it. */
  usesChannels: boolean;
  tags: string[];
  pausedUntil: Instant | null;
}

/** How much of a monitor's signals was kept lately. */
export interface KeptLately {
  /** Of which ten seconds since 1970 this is true. */
  slot: number;
  /** Events and outputs kept in the minute of these. */
  events: number;
  outputs: number;
}

/** A proposal as a monitor keeps it for its list: so short that a ping of it costs what it did. */
export interface NotedProposal {
  id: string;
  kind: ProposalKind;
  patch: ProposalPatch;
  /** How many runs it rests on. */
  runs: number;
}

/** A monitor with everything the rules need to decide about it. */
export interface Monitor extends MonitorSettings {
  /** What it was born with and is kept under; `shownIdOf` is what the outside knows. */
  id: string;
  /** What the last rotation of its ping URL put behind that; null before the first. */
  idTail: string | null;
  spaceId: string;
  /** The name by which an ingest key reaches the monitor; null when it was created another way. */
  slug: string | null;
  /** The name as the first ping by key spelled it, of which the slug is what is left. */
  sentAs?: string;
  /** The line a crontab import made it from; it is known by it when it is renamed or timed anew. */
  importedAs?: string;
  /** Readings of a device have moved it: signs of life that are young are not written. */
  watched?: true;
  /** It watches a number of a device: readings alone move it, and it has no deadline, since the watch of the device tells its silence. */
  threshold?: Threshold;
  /** A program of Healthchecks said of it what lies beside it. */
  asCheck?: true;
  /** Its id was brought along from another service, and may come again: it counts on from the life before, as a job name does. */
  broughtId?: true;
  /** The slug that its check had in Healthchecks: jobs that ping by it find it, whatever it is called here. */
  checkSlug?: string;
  /** The block that lists it, when a JSON import made it. */
  blockId?: string;
  active: boolean;
  /** It takes a place among its owner's fast ones: see `countedFast`. */
  countsAsFast: boolean;
  createdAt: Instant;
  nextExpectedAt: Instant | null;
  /** What nobody had answered when the schedule was changed, a scheduled time or that change; absent once it is answered. */
  missingRunAt?: Instant;
  /** The interval that it had before its schedule, which it has again without; null where there was none. */
  unscheduledSec: number | null;
  lastEventAt: Instant | null;
  lastStatus: number | null;
  lastLatencyMs: number | null;
  lastDurationMs: number | null;
  /** How much of its signals was kept lately; absent while they are a minute apart. */
  keptLately?: KeptLately;
  /** Its last plain successes, oldest first, each as its event is spelled in short; older ones lie in blocks. */
  recent: readonly string[];
  /** Oldest first. */
  runs: OpenRun[];
  /** The last that ended without a start, by which a start that comes late is known; absent before the first. */
  endedRuns?: EndedRun[];
  pending: PendingOutcome[];
  incident: Incident | null;
  /** How many incidents there have been; numbers the next one. */
  incidents: number;
  /** Incidents as they would stand in the history, which could not be written with their alerts: the next check does it. */
  unrecorded?: IncidentRecord[];
  /** The last day (UTC, `2027-03-31`) whose events stand in the statistics; absent before the first. */
  rolledUpTo?: string;
  /** What the daily look found that its runs speak for; absent when nothing. */
  proposed?: NotedProposal;
  /** How many runs it had seen that has too few for a rhythm; absent when it has enough. */
  learnedRuns?: number;
  /** What the daily look found that its job began to do; absent when nothing. */
  drifts?: readonly DriftKind[];
  /** Nobody said how often it runs, so its silence is not judged until its timing is set: by a rhythm that is taken, or by hand. */
  learns?: true;
  /** Ids of proposals that its owner does not want, the newest last. */
  dismissed?: readonly string[];
  /** A failure was told or is to be told, and no success has come since. */
  failing: boolean;
  /** Failures since the last success; null without one, and where the owner hears of each. */
  failedRuns: FailedRuns | null;
  missCount: number;
  /** The present silence has been counted in `missCount`. */
  missCounted: boolean;
  alertedAt: Instant | null;
  /** The end of the last pause when the owner ended it early. */
  resumedAt: Instant | null;
  /** When the present or last pause was set. */
  pausedAt: Instant | null;
  /** Since when it was late as that began, and no success has come since; absent when it was not. */
  lateAtPause?: Instant;
  /** When the monitor last turned healthy: by its first ping, or by one that ended a silence. */
  healthySince: Instant | null;
  /** The silence deadline is extended to this instant, since pings could not reach us (DECISIONS.md "Incidents" 8). */
  extendedUntil: Instant | null;
  deactivatedAt: Instant | null;
  /** How often its read token was rotated, plus one. */
  tokenVersion: number;
  /** The same of the secret that signs its webhooks. */
  webhookSecretVersion: number;
  /** When that was rotated last; null before the first time. */
  webhookSecretRotatedAt: Instant | null;
  /** Raised by every write but the healthy ping; decisions are conditional on it. */
  rev: number;
  /** When the checker must look next; null when nothing can fall due. Never later than the truth. */
  dueAt: Instant | null;
}

/** A monitor from its creation to its deletion: one that comes back has another life. */
export type MonitorLife = Pick<Monitor, 'id' | 'createdAt'>;
