import { MINUTE_MS } from '../../domain/calendar.ts';
import { isoOf } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { PreviewWarning, PreviewedRun } from '../../domain/schedule/preview.ts';
import { durationText } from '../time-text.ts';

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** A run as the wire shows it. */
export function previewedRunView(run: PreviewedRun) {
  return { at: isoOf(run.at), local: localText(run), deadline_at: isoOf(run.deadlineAt) };
}

/** What clocks show at a run, for people: `Sun 2027-03-28 03:00:00 +02:00`. */
function localText({ at, offsetMs }: PreviewedRun): string {
  const local = new Date(at + offsetMs);
  const text = local.toISOString().slice(0, 19).replace('T', ' ');
  const minutes = Math.abs(offsetMs) / MINUTE_MS;
  const offset = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return `${DAYS[local.getUTCDay()]} ${text} ${offsetMs < 0 ? '-' : '+'}${offset.join(':')}`;
}

/** What a warning says: its kind and one sentence. */
export function warningView(warning: PreviewWarning) {
  return { kind: warning.kind, detail: detailOf(warning) };
}

function detailOf(warning: PreviewWarning): string {
  switch (warning.kind) {
    case 'grace_longer_than_gap':
      return `grace_sec (${durationText(warning.graceSec)}) lasts until the next run, which may come ${durationText(warning.gapSec)} later: the ping of that run would hide a missed one.`;
    case 'both_day_fields':
      return warning.joinedBy === 'or'
        ? 'Day of month and day of week are both set: cron runs the job when either of them matches.'
        : 'Day of month and day of week are both set and one begins with "*": cron runs the job only when both match.';
    case 'few_runs':
      return `The list ends after ${warning.count} of ${LIMITS.previewedRuns} runs: for ${LIMITS.occurrenceSearchDays} days after the last one there are none.`;
    case 'clock_change':
      return changeDetail(warning);
  }
}

function changeDetail({ change, run, tz }: Extract<PreviewWarning, { kind: 'clock_change' }>): string {
  const where = `The run of ${isoOf(run.at)} meets a clock change in ${tz}`;
  switch (change) {
    case 'skipped':
      return `${where}: its time is skipped that day, so it runs once the clocks have changed (${localText(run)}).`;
    case 'repeated':
      return `${where}: its time occurs twice that day, and it runs the first time (${localText(run)}).`;
    case 'shifted':
      return `${where}: it is the first run after the clocks changed (${localText(run)}).`;
  }
}
