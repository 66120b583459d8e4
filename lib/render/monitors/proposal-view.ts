import { isoOf } from '../../domain/instant.ts';
import type { NotedProposal } from '../../domain/monitors/monitor.ts';
import type { Alternative, Drift, Proposal, RestsOn } from '../../domain/monitors/rhythm/proposal.ts';
import type { Proposals } from '../../domain/monitors/rhythm/proposals-of.ts';
import { durationText } from '../time-text.ts';
import { driftText, proposalText, restsOnText } from './proposal-words.ts';
import { scheduleWords } from './schedule-words.ts';

/** What the history of a monitor speaks for, as the wire shows it. */
export function proposalsView({ learning, proposals, drifts }: Proposals) {
  return { learning, proposals: proposals.map(proposalView), drifts: drifts.map(driftView) };
}

/** A drift as the wire shows it. */
export function driftView(drift: Drift) {
  const { id, kind, what, restsOn } = drift;
  return { id, kind, what, text: driftText(drift), rests_on: restsOnView(restsOn) };
}

/** The first proposal in short, as a monitor shows it. */
export function firstProposalView({ proposals: [first] }: Pick<Proposals, 'proposals'>) {
  return first ? { id: first.id, kind: first.kind, text: wholeText(first) } : null;
}

/** The same of one that was noted for the list. */
export function notedProposalView({ id, kind, patch, runs }: NotedProposal) {
  const { cron, tz, grace_sec: graceSec, interval_sec: intervalSec, max_duration_sec: limitSec } = patch;
  const parts = [
    cron !== undefined && (tz === undefined ? `schedule ${cron}` : `it seems to run ${scheduleWords(cron, tz)}`), // prettier-ignore
    cron === undefined && tz !== undefined && `time zone ${tz}`,
    graceSec !== undefined && `grace ${durationText(graceSec)}`,
    intervalSec !== undefined && `interval ${durationText(intervalSec)}`,
    limitSec !== undefined && `run limit ${durationText(limitSec)}`,
  ].filter((part) => part !== false);
  const text = `${parts.join(', ')}: based on ${runs === 1 ? '1 run' : `${runs} runs`}.`;
  return { id, kind, text: text.charAt(0).toUpperCase() + text.slice(1) };
}

function proposalView(proposal: Proposal) {
  const { id, kind, patch, restsOn, alternatives } = proposal;
  return {
    id,
    kind,
    text: wholeText(proposal),
    patch,
    rests_on: restsOnView(restsOn),
    alternatives: alternatives.map((each) => ({ text: alternativeText(each), patch: each.patch })),
  };
}

function wholeText(proposal: Proposal): string {
  return `${proposalText(proposal)} Based on ${restsOnText(proposal.restsOn)}.`;
}

const UNTOLD = {
  weekend: 'no weekend has told them apart yet',
  clock_change: 'no clock change has told them apart yet',
  minute: 'the runs fit it too',
} as const satisfies Record<Alternative['untold'], string>;

function alternativeText({ patch: { cron, tz }, untold }: Alternative): string {
  const words = cron !== undefined && tz !== undefined ? scheduleWords(cron, tz) : (tz ?? cron ?? '');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}: ${UNTOLD[untold]}.`;
}

function restsOnView({ runs, from, to }: RestsOn) {
  return { runs, from: isoOf(from), to: isoOf(to) };
}
