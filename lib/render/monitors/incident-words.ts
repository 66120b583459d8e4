import { cleanLine } from '../../domain/alerts/clean-line.ts';
import { LIMITS } from '../../domain/limits.ts';
import { runLimitAt } from '../../domain/monitors/state.ts';
import { durationText, instantText } from '../time-text.ts';
import { sumWords } from './deadline-view.ts';
import type { KnownIncident } from './known-incident.ts';

/** Why a monitor has its incident, in one or two sentences: each reason by its own arithmetic. */
export function incidentWords(known: KnownIncident): string {
  switch (known.incident.reason) {
    case 'silence':
      return silenceWords(known);
    case 'fail':
      return failureWords(known);
    case 'too_long':
      return tooLongWords(known);
  }
}

/** After a pause or a longer interval the deadline is ahead again, and explains no silence. */
function silenceWords({ incident, sum, now }: KnownIncident): string {
  if (sum !== null && now > sum.deadlineAt) return sumWords(sum, now);
  const silent = `Silent since ${instantText(incident.downSince)}; no success has come since.`;
  return sum === null ? silent : `${silent} Judged afresh: ${sumWords(sum, now)}`;
}

function failureWords({ incident: { downSince, failure }, events }: KnownIncident): string {
  const said = events.find(({ kind }) => kind === 'fail');
  const code = said ? said.exitCode : failure?.exitCode;
  return [
    `The job said at ${instantText(said?.at ?? downSince)} that it failed`,
    ...(failure?.inARow === undefined ? [] : [`${failure.inARow} times in a row`]),
    ...(code == null ? [] : [`with exit code ${code}`]),
    ...(said?.durationMs == null ? [] : [`after ${durationText(said.durationMs / 1000)}`]),
  ]
    .join(', ')
    .concat('.');
}

function tooLongWords({ monitor, incident: { downSince }, now }: KnownIncident): string {
  const limit = monitor.maxDurationSec === null ? '' : durationText(monitor.maxDurationSec);
  const run = monitor.runs.find((each) => now > (runLimitAt(monitor, each) ?? now));
  if (!run)
    return `A run passed its limit${limit && ` of ${limit}`} at ${instantText(downSince)}; no success has come since.`;
  const name = run.rid === null ? 'The run' : `Run ${cleanLine(run.rid, LIMITS.ridMaxChars)}`;
  const passedAt = instantText(runLimitAt(monitor, run) ?? downSince);
  return `${name} started at ${instantText(run.startedAt)}, its limit is ${limit}, and it passed that at ${passedAt}; it still runs.`;
}
