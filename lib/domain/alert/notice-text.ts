import type { Instant } from '../instant.ts';
import { LIMITS } from '../limits.ts';
import { cleanLine } from './clean-line.ts';
import { durationText } from './duration-text.ts';
import { instantText } from './instant-text.ts';
import type { Notice } from './notice.ts';
import { outputTail } from './output-tail.ts';
import { supersededText } from './superseded.ts';

/** One line of a list of facts. */
export interface Fact {
  label: string;
  value: string;
}

const HINT_MAX_CHARS = 300;
const DETAIL_MAX_CHARS = 300;
const ADDRESS_MAX_CHARS = 254;

/** The monitor's name as one printable line. */
export function nameText(name: string): string {
  return cleanLine(name, LIMITS.nameMaxChars) || 'unnamed monitor';
}

/** Whole seconds between going down and coming back; of what still lasts, to the moment of the alert. */
export function downtimeSecOf(notice: Notice): number {
  return Math.max(0, Math.floor(((notice.recoveredAt ?? notice.decidedAt) - notice.downSince) / 1000));
}

/** What happened in a few words, the monitor's name first: the subject of a mail, the title of a message. */
export function headlineOf(notice: Notice): string {
  const name = nameText(notice.monitorName);
  switch (notice.kind) {
    case 'test':
      return `Test alert for ${name}`;
    case 'recovery':
      return `${name} is back after ${durationText(downtimeSecOf(notice))}`;
    case 'blind':
      return `Rollcall could not see your jobs for ${durationText(downtimeSecOf(notice))}`;
    case 'channel_failing':
      return `Alerts for ${name} by ${failingChannelText(notice)} are failing`;
    case 'miss':
      return `${name} ${whatHappened(notice)}${notice.alertNumber > 1 ? ` (alert ${notice.alertNumber})` : ''}`;
  }
}

/** The whole alert as plain sentences on one line. */
export function sentenceOf(notice: Notice): string {
  const name = nameText(notice.monitorName);
  const since = instantText(notice.downSince);
  const until = instantText(notice.recoveredAt ?? notice.decidedAt);
  const length = durationText(downtimeSecOf(notice));
  switch (notice.kind) {
    case 'test':
      return `Test alert for ${name}: this channel works, nothing is wrong.`;
    case 'recovery':
      return `${name} is back since ${until}, after ${length} down.`;
    case 'blind':
      return (
        `Rollcall could not see your jobs from ${since} to ${until} (${length}). Deadlines that passed then were ` +
        'moved by that time; alerts for failures that did arrive were sent.'
      );
    case 'channel_failing':
      return [
        `Alerts for ${name} by ${failingPlaceText(notice)} have failed since ${since}.`,
        ...(notice.failing ? [cleanLine(notice.failing.detail, DETAIL_MAX_CHARS)] : []),
        'Nothing was switched off: each alert is still tried.',
        'Other monitors that alert the same address are not reported one by one.',
      ].join(' ');
    case 'miss':
      return [`${headlineOf(notice)}. ${causeOf(notice)} Down since ${since}.`, notHeardText(notice)]
        .filter((sentence) => sentence !== null)
        .join(' ');
  }
}

/** When pings could not reach us while the deadline of a silence passed; null when they could. */
export function notHeardText({ notHeard, kind }: Notice): string | null {
  if (!notHeard || kind !== 'miss') return null;
  const from = instantText(notHeard.from);
  if (notHeard.to === null) return `Pings have not reached Rollcall since ${from}: the job may be well.`;
  return `Pings could not reach Rollcall from ${from} to ${instantText(notHeard.to)}: one may be lost.`;
}

/** The sentences of an alert and what is added to them: all that a reader of one line gets. */
export function messageOf(notice: Notice): string {
  return [sentenceOf(notice), ...remarksOf(notice)].join(' ');
}

/** What an alert says beyond what happened: what was not delivered before it, and the hint. */
export function remarksOf(notice: Notice): string[] {
  return [supersededText(notice), hintTextOf(notice)].filter((text) => text !== null);
}

/** The hint as one printable line; null where it has no place: it is about the schedule of a monitor. */
export function hintTextOf(notice: Notice): string | null {
  if (notice.hint === null || (notice.kind !== 'miss' && notice.kind !== 'recovery')) return null;
  return cleanLine(notice.hint, HINT_MAX_CHARS) || null;
}

/** The output to show with a miss; null when there is none. Read anew, so that nothing depends on who stored it. */
export function outputTextOf(notice: Notice): string | null {
  return notice.output === null || notice.kind !== 'miss' ? null : outputTail(notice.output);
}

/** The facts behind an alert, for a mail. */
export function factsOf(notice: Notice): Fact[] {
  if (notice.kind === 'blind') return blindFactsOf(notice);
  if (notice.kind === 'channel_failing') return failingFactsOf(notice);
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
  if (notice.exitCode !== undefined) facts.push({ label: 'Exit code', value: String(notice.exitCode) });
  if (notice.tags.length > 0) facts.push({ label: 'Tags', value: cleanLine(notice.tags.join(', '), 300) });
  if (notice.kind !== 'test')
    facts.push({ label: 'Incident', value: `${notice.incident}, alert ${notice.alertNumber}` });
  return facts;
}

function blindFactsOf(notice: Notice): Fact[] {
  return [
    { label: 'From', value: instantText(notice.downSince) },
    { label: 'To', value: instantText(notice.recoveredAt ?? notice.decidedAt) },
    { label: 'For', value: durationText(downtimeSecOf(notice)) },
  ];
}

function failingFactsOf(notice: Notice): Fact[] {
  return [
    { label: 'Monitor', value: nameText(notice.monitorName) },
    { label: 'Channel', value: failingPlaceText(notice) },
    { label: 'Failing since', value: instantText(notice.downSince) },
    ...(notice.failing
      ? [{ label: 'Because', value: cleanLine(notice.failing.detail, DETAIL_MAX_CHARS) }]
      : []),
  ];
}

/** `webhook to hooks.example.com`: no path, no query. */
function failingPlaceText(notice: Notice): string {
  const channel = failingChannelText(notice);
  const address = notice.failing?.address ?? null;
  return address === null ? channel : `${channel} to ${cleanLine(address, ADDRESS_MAX_CHARS)}`;
}

function failingChannelText(notice: Notice): string {
  switch (notice.failingChannel) {
    case 'email':
      return 'e-mail';
    case 'webhook':
      return 'webhook';
    case null:
      return 'another channel';
  }
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
      return notice.exitCode === undefined
        ? 'The job itself said that it failed.'
        : `The job itself said that it failed, with exit code ${notice.exitCode}.`;
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
