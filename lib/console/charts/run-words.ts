import { runText } from '../words/relative-text.ts';
import type { Expected, RunScale, RunTime } from './run-times.ts';

/** What the bars say, for who sees them. */
export function barsWords({ fromMs, toMs }: RunScale, expected: Expected): string {
  const { cron, grace_sec: grace, max_duration_sec: limit } = expected;
  const from = cron === null ? 'Bars begin with the run' : 'Bars begin at the scheduled time';
  const marks = [
    cron !== null && grace !== null && `shaded: the grace of ${runText(grace * 1000)}`,
    limit !== null && `line: the run limit of ${runText(limit * 1000)}`,
  ].filter((mark) => mark !== false);
  return `${[from, ...marks].join('; ')}. The whole width is ${runText(toMs - fromMs)}.`;
}

/** How far a run was from its scheduled time, where that is worth a word. */
export function offsetWords({ offsetMs, isLate }: RunTime): string {
  const sec = Math.round(Math.abs(offsetMs) / 1000);
  const begun = sec < 5 ? '' : `began ${runText(sec * 1000)} ${offsetMs < 0 ? 'early' : 'after its time'}`;
  return [isLate ? 'late' : '', begun].filter(Boolean).join(', ');
}
