import type {
  Alternative,
  Drift,
  DriftKind,
  Observed,
  Proposal,
  RestsOn,
  RhythmProposal,
  RunLimitProposal,
  ToleranceProposal,
} from '../../domain/monitors/rhythm/proposal.ts';
import { durationText } from '../time-text.ts';
import { scheduleWords } from './schedule-words.ts';

const ZONES_NAMED_MAX = 2;

/** A proposal for people, with its sum, in one line; without what it rests on. */
export function proposalText(proposal: Proposal): string {
  switch (proposal.kind) {
    case 'zone':
    case 'early':
      return proposal.hint.detail;
    case 'grace':
    case 'interval':
      return toleranceText(proposal);
    case 'run_limit':
      return runLimitText(proposal);
    default:
      return rhythmText(proposal);
  }
}

/** `12 runs from 2026-10-12 to 2026-10-27`. */
export function restsOnText({ runs, from, to }: RestsOn): string {
  const [first, last] = [dayText(from), dayText(to)];
  const runsText = runs === 1 ? '1 run' : `${runs} runs`;
  return first === last ? `${runsText} on ${first}` : `${runsText} from ${first} to ${last}`;
}

const DRIFT_WORDS: Record<DriftKind, string> = {
  slower: 'It is getting slower',
  flaky: 'It has started to fail now and then',
  overlaps: 'Its runs overlap',
  twice: 'It seems to run twice',
};

/** What a job began to do, for readers who are shown no figures of it. */
export function driftsText(drifts: readonly DriftKind[]): string {
  return drifts.map((what) => `${DRIFT_WORDS[what]}.`).join(' ');
}

/** What a job began to do, in one line. */
export function driftText(drift: Drift): string {
  return `${DRIFT_WORDS[drift.what]}: ${driftFigures(drift)}.`;
}

function driftFigures(drift: Drift): string {
  switch (drift.what) {
    case 'slower':
      return `its latest runs usually took ${msText(drift.nowMs)}, earlier ones ${msText(drift.beforeMs)}`;
    case 'flaky':
      return `${drift.failed} of the last ${drift.of} runs failed`;
    case 'overlaps':
      return `${times(drift.times)} a run began before the previous one had ended`;
    case 'twice':
      return `${times(drift.times)} in ${drift.of} runs a second success came right after the first`;
  }
}

function rhythmText({ kind, rhythm, zone, restsOn, alternatives }: RhythmProposal): string {
  if (rhythm.by === 'interval') {
    const { gaps, intervalSec } = rhythm;
    return `It pings ${rangeText(gaps)} after its last ping, at no fixed time of day: the longest wait plus a quarter is ${durationText(intervalSec)}.`;
  }
  const { schedule, late, graceSec, unseen } = rhythm;
  const intro = { rhythm: 'It seems to run', moved: 'It no longer runs on its schedule, but', more_often: 'It runs more often than its schedule says:' }[kind]; // prettier-ignore
  const why = zone === 'kept_over_clock_change' ? ', where it kept its time over a clock change' : '';
  const night = unseen === 'night' ? ' No night has been seen yet.' : '';
  return `${intro} ${scheduleWords(schedule.cron, schedule.tz)}${why}, and pings ${rangeText(late)} after that; ${durationText(graceSec)} of grace would cover the latest of ${restsOn.runs} runs.${night}${alternativesText(alternatives, zone === 'kept_over_clock_change')}`;
}

function alternativesText(alternatives: readonly Alternative[], isKept: boolean): string {
  const others = Object.groupBy(alternatives, ({ untold }) => untold);
  const [weekend] = others.weekend ?? [];
  const [minute] = others.minute ?? [];
  const zones = (others.clock_change ?? []).slice(0, ZONES_NAMED_MAX).flatMap(({ patch }) => patch.tz ?? []);
  return [
    weekend?.patch.cron === undefined ? '' : ` No weekend has yet told it from "${weekend.patch.cron}".`,
    minute?.patch.cron === undefined ? '' : ` It could also be "${minute.patch.cron}".`,
    zones.length === 0 || isKept ? '' : ` No clock change has yet told the zone from ${zones.join(' or ')}.`,
  ].join('');
}

function toleranceText(proposal: ToleranceProposal): string {
  const { kind, fromSec, toSec, worstSec, restsOn } = proposal;
  const [from, to, worst] = [durationText(fromSec), durationText(toSec), durationText(Math.ceil(worstSec))];
  const what = kind === 'grace' ? `Grace of ${from}` : `An interval of ${from}`;
  const seen = kind === 'grace' ? `the latest of ${restsOn.runs} runs came ${worst} after its scheduled time` : `the longest wait in ${restsOn.runs} runs was ${worst}`; // prettier-ignore
  if (proposal.way === 'tight')
    return `${what} is too tight: ${seen}. ${to} would have avoided ${proposal.falseAlarms === 1 ? '1 false alarm' : `${proposal.falseAlarms} false alarms`}.`;
  return `${what} is loose: ${seen}. With ${to} a dead job is reported ${durationText(proposal.soonerSec)} sooner (${from} - ${to}).`;
}

function runLimitText({ fromSec, toSec, longestSec, restsOn }: RunLimitProposal): string {
  const longest = durationText(Math.ceil(longestSec));
  return fromSec === null
    ? `Its runs have no limit; the longest of ${restsOn.runs} took ${longest}. A limit of ${durationText(toSec)} would catch one that hangs.`
    : `A run limit of ${durationText(fromSec)} is too tight: a run of ${longest} succeeded. ${durationText(toSec)} would cover it.`;
}

/** `4 min to 9 min`, or one of them when they are told alike. */
function rangeText({ earliestMs, latestMs }: Observed): string {
  const [from, to] = [msText(earliestMs), msText(latestMs)];
  return from === to ? from : `${from} to ${to}`;
}

function msText(ms: number): string {
  return durationText(Math.round(Math.max(0, ms) / 1_000));
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

function dayText(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
