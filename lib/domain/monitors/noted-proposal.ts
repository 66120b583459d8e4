import { LIMITS } from '../limits.ts';
import type { Monitor, MonitorSettings, NotedProposal } from './monitor.ts';
import { RUNS_MIN } from './rhythm/conviction.ts';
import { driftId, type DriftKind, type ProposalPatch } from './rhythm/proposal.ts';
import type { Proposals } from './rhythm/proposals-of.ts';

/** What of a monitor the daily look notes. */
export type ProposalNote = Pick<Monitor, 'proposed' | 'learnedRuns' | 'drifts'>;

/** So many dismissed ones are kept. */
const DISMISSED_MAX = 20;

const FIELDS = {
  interval_sec: ({ intervalSec }) => intervalSec,
  cron: ({ cron }) => cron,
  tz: ({ tz }) => tz,
  grace_sec: ({ graceSec }) => graceSec,
  max_duration_sec: ({ maxDurationSec }) => maxDurationSec,
} as const satisfies Record<keyof ProposalPatch, (settings: MonitorSettings) => string | number | null>;
const NAMES = Object.keys(FIELDS) as (keyof ProposalPatch)[];

/** What is noted of what was found, for the list and the feed. */
export function noteOf({ proposals: [first], learning, drifts }: Proposals): ProposalNote {
  return {
    ...(first && {
      proposed: { id: first.id, kind: first.kind, patch: first.patch, runs: first.restsOn.runs },
    }),
    ...(learning && { learnedRuns: learning.runs }),
    ...(drifts.length > 0 && { drifts: drifts.map(({ what }) => what) }),
  };
}

/** What is noted of a monitor and still to be shown: an earlier release, which does not know of it, takes nothing away. */
export function notedProposalOf(monitor: Monitor): NotedProposal | null {
  const { proposed, dismissed = [] } = monitor;
  if (proposed === undefined || !monitor.active || dismissed.includes(proposed.id)) return null;
  const isTaken = NAMES.every(
    (name) => proposed.patch[name] === undefined || proposed.patch[name] === FIELDS[name](monitor),
  );
  return isTaken ? null : proposed;
}

/** What is noted that its job began to do, and still to be shown. */
export function notedDriftsOf({ active, drifts = [], dismissed = [] }: Monitor): DriftKind[] {
  return active ? drifts.filter((what) => !dismissed.includes(driftId(what))) : [];
}

/** Whether nobody said how often a monitor is to be heard of: its rhythm is awaited, and until then a default holds. */
export function isLearner({ active, cron, slug, intervalSec, learns }: Monitor): boolean {
  const isByDefault = slug !== null && intervalSec === LIMITS.slugIntervalDefaultSec;
  return active && cron === null && (learns === true || isByDefault);
}

/** How far a monitor has learned its rhythm, as of the last daily look; null where none is awaited, or it is found. */
export function learningOf(monitor: Monitor): Proposals['learning'] {
  const { rolledUpTo, learnedRuns } = monitor;
  if (!isLearner(monitor) || notedProposalOf(monitor) !== null) return null;
  const runs = learnedRuns ?? (rolledUpTo === undefined ? 0 : null);
  return runs === null ? null : { runs, of: RUNS_MIN };
}

/**
 * A monitor under other settings: a proposal that was worked out for what they change is gone, and one whose timing is set is
 * judged by it.
 */
export function underNewTiming(before: MonitorSettings, after: Monitor): Monitor {
  const changed = new Set(NAMES.filter((name) => FIELDS[name](before) !== FIELDS[name](after)));
  const isLimited = changed.delete('max_duration_sec');
  const isTimed = changed.size > 0;
  const isOutdated = after.proposed?.kind === 'run_limit' ? isLimited : isTimed;
  const { proposed: _proposed, learnedRuns: _learnedRuns, ...unproposed } = after;
  const kept: Monitor = isOutdated ? unproposed : after;
  if (!isTimed) return kept;
  const { learns: _learns, ...judged } = kept;
  return judged;
}

/** A monitor with what was noted of it, and nothing of what was noted before. */
export function withNote(monitor: Monitor, { proposed, learnedRuns, drifts }: ProposalNote): Monitor {
  const { proposed: _proposed, learnedRuns: _learnedRuns, drifts: _drifts, ...rest } = monitor;
  return {
    ...rest,
    ...(proposed && { proposed }),
    ...(learnedRuns !== undefined && { learnedRuns }),
    ...(drifts && { drifts }),
  };
}

/** A monitor whose owner does not want a proposal or a drift, for good. */
export function withDismissed(monitor: Monitor, id: string): Monitor {
  const { proposed, drifts = [], dismissed = [], ...rest } = monitor;
  const kept = drifts.filter((what) => driftId(what) !== id);
  return {
    ...rest,
    ...(proposed && proposed.id !== id && { proposed }),
    ...(kept.length > 0 && { drifts: kept }),
    dismissed: [...dismissed.filter((each) => each !== id), id].slice(-DISMISSED_MAX),
  };
}
