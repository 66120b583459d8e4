import { cleanLine } from '../../domain/alerts/clean-line.ts';
import type { Instant } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';
import { durationText } from '../time-text.ts';
import {
  downtimeSecOf,
  expectationOf,
  failingPlaceText,
  failureDetailOf,
  alertHeadlineOf,
  incidentText,
  lastPingText,
  MOVED_DEADLINES,
  notHeardText,
  outputTextOf,
  remarksOf,
  STILL_TRIED,
} from './alert-text.ts';
import type { Tone } from './mail-style.ts';
import { type Fact, type MailContent, type MailParts, mailContent } from './mail.ts';
import { beyondText, endText } from './threshold-text.ts';
import { linksOf, momentText, type Told } from './told.ts';

export const OUTPUT_LABEL = 'Last lines of its output';

/** How a mail is ended, and whether its reader gets it for an organization that it looks after. */
export interface MailLinks {
  unsubscribeUrl: string;
  isManager?: boolean;
}

/** Why somebody gets a mail about something. */
export function reasonOf({ isManager }: MailLinks, what: string): string {
  const because = isManager ? 'you manage the organization that owns' : 'this address gets alerts for';
  return `You get this e-mail because ${because} ${what}.`;
}

/**
 * The mail of a single alert (SPEC.md "Events"; DECISIONS.md "Alert channels" 5). It says everything once: what happened in
 * its heading, the numbers in its table, and in sentences only what is in neither.
 */
export function alertMail(content: Told, links: MailLinks): MailContent {
  const output = outputTextOf(content);
  const [action = null, otherAction = null] = linksOf(content);
  // What is about all jobs of an owner does not point at the one monitor whose channel it uses.
  const isOfOwner = content.kind === 'blind';
  const parts: MailParts = {
    heading: alertHeadlineOf(content),
    tone: toneOf(content),
    paragraphs: [...beyondFactsOf(content), ...remarksOf(content)],
    output: output === null ? null : { label: OUTPUT_LABEL, text: output },
    facts: factsOf(content),
    action,
    otherAction,
    footer: {
      text: reasonOf(links, isOfOwner ? 'one of these jobs' : 'this monitor'),
      link: { label: 'Unsubscribe', url: links.unsubscribeUrl },
    },
  };
  return mailContent(alertHeadlineOf(content), parts);
}

/** Red is for a job that is down, and for nothing else. */
export function toneOf({ kind }: Told): Tone {
  switch (kind) {
    case 'miss':
      return 'late';
    case 'recovery':
      return 'ok';
    case 'test':
      return 'accent';
    case 'blind':
    case 'channel_failing':
      return 'notice';
  }
}

/** What neither heading nor facts say. */
function beyondFactsOf(content: Told): string[] {
  switch (content.kind) {
    case 'miss':
      return [notHeardText(content), content.reason === 'threshold' ? endText(content) : null].filter(
        (text) => text !== null,
      );
    case 'recovery':
      return [];
    case 'test':
      return ['This channel works. Nothing is wrong.'];
    case 'blind':
      return [MOVED_DEADLINES];
    case 'channel_failing':
      return [STILL_TRIED];
  }
}

/** The facts behind an alert, for a mail. */
function factsOf(content: Told): Fact[] {
  if (content.kind === 'blind') return blindFactsOf(content);
  if (content.kind === 'channel_failing') return failingFactsOf(content);
  const at = (label: string, instant: Instant | null): Fact[] =>
    instant === null ? [] : [{ label, value: momentText(content, instant) }];
  const facts: Fact[] = [
    ...(content.kind === 'test' ? [] : at(content.threshold ? 'Since' : 'Down since', content.downSince)),
    ...at('Back at', content.recoveredAt),
    ...(content.kind === 'miss'
      ? [{ label: content.threshold ? 'For' : 'Down for', value: durationText(downtimeSecOf(content)) }]
      : []),
    ...expectedFactsOf(content),
  ];
  if (content.maxDurationSec !== null)
    facts.push({ label: 'Run limit', value: durationText(content.maxDurationSec) });
  if (content.runId !== null)
    facts.push({ label: 'Run', value: cleanLine(content.runId, LIMITS.ridMaxChars) });
  if (content.exitCode !== undefined) facts.push({ label: 'Exit code', value: String(content.exitCode) });
  if (content.inARow !== undefined) facts.push({ label: 'Failures in a row', value: String(content.inARow) });
  if (content.tags.length > 0) facts.push({ label: 'Tags', value: cleanLine(content.tags.join(', '), 300) });
  if (content.kind !== 'test') facts.push({ label: 'Incident', value: incidentText(content) });
  return facts;
}

function expectedFactsOf(content: Told): Fact[] {
  if (content.threshold) return [{ label: 'Threshold', value: beyondText(content) }];
  return [
    { label: 'Last ping', value: lastPingText(content) },
    { label: 'Expected', value: expectationOf(content) },
  ];
}

/** How long it was stands in the heading. */
function blindFactsOf(content: Told): Fact[] {
  return [
    { label: 'From', value: momentText(content, content.downSince) },
    { label: 'To', value: momentText(content, content.recoveredAt ?? content.decidedAt) },
  ];
}

function failingFactsOf(content: Told): Fact[] {
  return [
    { label: 'Channel', value: failingPlaceText(content) },
    { label: 'Failing since', value: momentText(content, content.downSince) },
    ...(content.failing ? [{ label: 'Because', value: failureDetailOf(content.failing.detail) }] : []),
  ];
}
