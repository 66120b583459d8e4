import type { Instant } from '../instant.ts';
import { LIMITS } from '../limits.ts';
import { cleanLine } from './clean-line.ts';
import { durationText } from './duration-text.ts';
import { instantText } from './instant-text.ts';
import type { Notice } from './notice.ts';

/** One line of a list of facts. */
export interface Fact {
  label: string;
  value: string;
}

/** The monitor's name as one printable line. */
export function nameText(name: string): string {
  return cleanLine(name, LIMITS.nameMaxChars) || 'unnamed monitor';
}

/** Whole seconds between going down and coming back; of an open incident, to the moment of the alert. */
export function downtimeSecOf(notice: Notice): number {
  return Math.max(0, Math.floor(((notice.recoveredAt ?? notice.decidedAt) - notice.downSince) / 1000));
}

/** What happened in a few words, the monitor's name first: the subject of a mail, the title of a message. */
export function headlineOf(notice: Notice): string {
  const name = nameText(notice.monitorName);
  if (notice.kind === 'test') return `Test alert for ${name}`;
  if (notice.kind === 'recovery') return `${name} is back after ${durationText(downtimeSecOf(notice))}`;
  const repeat = notice.alertNumber > 1 ? ` (alert ${notice.alertNumber})` : '';
  return `${name} ${whatHappened(notice)}${repeat}`;
}

/** The whole alert as plain sentences on one line. */
export function sentenceOf(notice: Notice): string {
  const name = nameText(notice.monitorName);
  const since = `Down since ${instantText(notice.downSince)}.`;
  switch (notice.kind) {
    case 'test':
      return `Test alert for ${name}: this channel works, nothing is wrong.`;
    case 'recovery':
      return `${name} is back since ${instantText(notice.recoveredAt ?? notice.decidedAt)}, after ${durationText(downtimeSecOf(notice))} down.`;
    case 'miss':
      return `${headlineOf(notice)}. ${causeOf(notice)} ${since}`;
  }
}

/** The facts behind an alert, for a mail. */
export function factsOf(notice: Notice): Fact[] {
  const at = (label: string, instant: Instant | null): Fact[] =>
    instant === null ? [] : [{ label, value: instantText(instant) }];
  const facts: Fact[] = [
    { label: 'Monitor', value: nameText(notice.monitorName) },
    ...(notice.kind === 'test' ? [] : at('Down since', notice.downSince)),
    ...at('Back since', notice.recoveredAt),
    ...(notice.kind === 'test' ? [] : [{ label: 'Down for', value: durationText(downtimeSecOf(notice)) }]),
    ...at('Last ping', notice.lastEventAt),
    { label: 'Expected', value: expectationOf(notice) },
  ];
  if (notice.maxDurationSec !== null)
    facts.push({ label: 'Run limit', value: durationText(notice.maxDurationSec) });
  if (notice.runId !== null) facts.push({ label: 'Run', value: cleanLine(notice.runId, LIMITS.ridMaxChars) });
  if (notice.tags.length > 0) facts.push({ label: 'Tags', value: cleanLine(notice.tags.join(', '), 300) });
  if (notice.kind !== 'test')
    facts.push({ label: 'Incident', value: `${notice.incident}, alert ${notice.alertNumber}` });
  return facts;
}

function whatHappened(notice: Notice): string {
  switch (notice.reason) {
    case 'silence':
      return notice.alertNumber > 1 ? 'is still silent' : 'went silent';
    case 'fail':
      return 'reported a failure';
    case 'too_long':
      return 'is running too long';
  }
}

function causeOf(notice: Notice): string {
  switch (notice.reason) {
    case 'silence':
      return `Last ping: ${notice.lastEventAt === null ? 'never' : instantText(notice.lastEventAt)}. Expected: ${expectationOf(notice)}.`;
    case 'fail':
      return 'The job itself said that it failed.';
    case 'too_long': {
      const run = notice.runId === null ? 'Its run' : `Run ${cleanLine(notice.runId, LIMITS.ridMaxChars)}`;
      const limit = notice.maxDurationSec === null ? 'its limit' : durationText(notice.maxDurationSec);
      return `${run} has been open for longer than ${limit}.`;
    }
  }
}

function expectationOf(notice: Notice): string {
  if (notice.cron === null) return `a ping at least every ${durationText(notice.intervalSec)}`;
  const grace = notice.graceSec === null ? '' : `, with ${durationText(notice.graceSec)} of grace`;
  return cleanLine(`schedule ${notice.cron} in ${notice.tz ?? 'UTC'}${grace}`, 200);
}
