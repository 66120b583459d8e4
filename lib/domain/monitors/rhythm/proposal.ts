import type { Instant } from '../../instant.ts';
import { spread } from '../../hash-number.ts';
import type { ScheduleHint } from '../../schedule/hint.ts';
import type { Schedule } from '../../schedule/schedule.ts';

/** Body for `PATCH /api/endpoints/:id`, exactly as it is to be sent. */
export interface ProposalPatch {
  interval_sec?: number;
  cron?: string;
  tz?: string;
  grace_sec?: number;
  max_duration_sec?: number;
}

/** The runs that something is concluded from. */
export interface RestsOn {
  runs: number;
  from: Instant;
  to: Instant;
}

/** What else the runs fit, and what they lack that would tell it apart. */
export interface Alternative {
  patch: ProposalPatch;
  untold: 'weekend' | 'clock_change' | 'minute';
}

/** How late runs came, in milliseconds, on the wall clock of a schedule or after the run before. */
export interface Observed {
  earliestMs: number;
  latestMs: number;
}

/** What a job seems to do: it follows a schedule, or comes so long after its last run. */
export type Rhythm =
  | { by: 'schedule'; schedule: Schedule; graceSec: number; late: Observed; unseen: 'night' | null }
  | { by: 'interval'; intervalSec: number; gaps: Observed };

/** Why the proposed zone stands before others. */
export type ZoneReason = 'kept_over_clock_change' | 'zone_of_owner' | 'utc_by_default';

interface Common {
  /** The same as long as the same is proposed: what its owner dismisses is not proposed again. */
  id: string;
  patch: ProposalPatch;
  restsOn: RestsOn;
  alternatives: readonly Alternative[];
}

/** The monitor follows no schedule, is no longer run at its own, or runs more often than that says. */
export type RhythmProposal = Common & {
  kind: 'rhythm' | 'moved' | 'more_often';
  rhythm: Rhythm;
  zone: ZoneReason | null;
};
/** The time-zone doctor and a clock that is fast: `hint.detail` is its sentence. */
export type HintProposal = Common & { kind: 'zone' | 'early'; hint: ScheduleHint };
/** Grace or interval. Too tight: `falseAlarms` would not have been; too loose: a dead job would be told `soonerSec` sooner. */
export type ToleranceProposal = Common & {
  kind: 'grace' | 'interval';
  fromSec: number;
  toSec: number;
  worstSec: number;
} & ({ way: 'tight'; falseAlarms: number } | { way: 'loose'; soonerSec: number });
/** A run limit from the durations. `fromSec` is null where there was none. */
export type RunLimitProposal = Common & {
  kind: 'run_limit';
  fromSec: number | null;
  toSec: number;
  longestSec: number;
};

/** One change of settings that the history of a monitor speaks for. Its sentence is written in `lib/render`. */
export type Proposal = RhythmProposal | HintProposal | ToleranceProposal | RunLimitProposal;
export type ProposalKind = Proposal['kind'];

/** What a job began to do, or does: to be noticed, and never an alert by itself. */
export type Drift = { id: string; kind: 'drift'; restsOn: RestsOn } & (
  | { what: 'slower'; beforeMs: number; nowMs: number }
  | { what: 'flaky'; failed: number; of: number }
  | { what: 'overlaps'; times: number }
  | { what: 'twice'; times: number; of: number }
);
export type DriftKind = Drift['what'];

/** The id of what is proposed: it follows from what would be set, not from how often or by what it was seen. */
export function proposalId(kind: string, values: ProposalPatch | string): string {
  return `${kind}-${spread(JSON.stringify(values)).toString(36)}`;
}

export function driftId(what: DriftKind): string {
  return proposalId('drift', what);
}
