import type { AlertContent } from '../../domain/alert/alert-content.ts';
import { cleanLine } from '../../domain/alert/clean-line.ts';
import type { Instant } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';
import { durationText, instantText } from '../time-text.ts';
import {
  downtimeSecOf,
  expectationOf,
  failingPlaceText,
  failureDetailOf,
  headlineOf,
  incidentText,
  nameText,
  outputTextOf,
  remarksOf,
  sentenceOf,
} from './alert-text.ts';
import type { Tone } from './mail-style.ts';
import { type Fact, type MailContent, type MailParts, mailContent } from './mail.ts';

export const OUTPUT_LABEL = 'Last lines of its output';

/** Where a mail leads, and whether its reader gets it for an organization that it looks after. */
export interface MailLinks {
  unsubscribeUrl: string;
  statusUrl: string | null;
  isManager?: boolean;
}

/** Why somebody gets a mail about something. */
export function reasonOf({ isManager }: MailLinks, what: string): string {
  const because = isManager ? 'you look after the organization of' : 'this address is set to hear about';
  return `You get this mail because ${because} ${what}.`;
}

/** The mail of a single alert (SPEC.md "Events"; DECISIONS.md "Alert channels" 5). */
export function alertMail(content: AlertContent, links: MailLinks): MailContent {
  const output = outputTextOf(content);
  // What is about all jobs of an owner does not point at the one monitor whose channel it uses.
  const isOfOwner = content.kind === 'blind';
  const parts: MailParts = {
    heading: headlineOf(content),
    tone: toneOf(content),
    paragraphs: [sentenceOf(content), ...remarksOf(content)],
    output: output === null ? null : { label: OUTPUT_LABEL, text: output },
    facts: factsOf(content),
    action:
      links.statusUrl === null || isOfOwner
        ? null
        : { label: 'See the status of this monitor', url: links.statusUrl },
    footer: {
      text: reasonOf(links, isOfOwner ? 'one of these jobs' : 'this monitor'),
      link: { label: 'Stop these mails', url: links.unsubscribeUrl },
    },
  };
  return mailContent(headlineOf(content), parts);
}

/** Red is for a job that is down, and for nothing else. */
export function toneOf({ kind }: AlertContent): Tone {
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

/** The facts behind an alert, for a mail. */
function factsOf(content: AlertContent): Fact[] {
  if (content.kind === 'blind') return blindFactsOf(content);
  if (content.kind === 'channel_failing') return failingFactsOf(content);
  const at = (label: string, instant: Instant | null): Fact[] =>
    instant === null ? [] : [{ label, value: instantText(instant) }];
  const facts: Fact[] = [
    { label: 'Monitor', value: nameText(content.monitorName) },
    ...(content.kind === 'test' ? [] : at('Down since', content.downSince)),
    ...at('Back since', content.recoveredAt),
    ...(content.kind === 'test' ? [] : [{ label: 'Down for', value: durationText(downtimeSecOf(content)) }]),
    ...at('Last ping', content.lastEventAt),
    { label: 'Expected', value: expectationOf(content) },
  ];
  if (content.maxDurationSec !== null)
    facts.push({ label: 'Run limit', value: durationText(content.maxDurationSec) });
  if (content.runId !== null)
    facts.push({ label: 'Run', value: cleanLine(content.runId, LIMITS.ridMaxChars) });
  if (content.exitCode !== undefined) facts.push({ label: 'Exit code', value: String(content.exitCode) });
  if (content.tags.length > 0) facts.push({ label: 'Tags', value: cleanLine(content.tags.join(', '), 300) });
  if (content.kind !== 'test') facts.push({ label: 'Incident', value: incidentText(content) });
  return facts;
}

function blindFactsOf(content: AlertContent): Fact[] {
  return [
    { label: 'From', value: instantText(content.downSince) },
    { label: 'To', value: instantText(content.recoveredAt ?? content.decidedAt) },
    { label: 'For', value: durationText(downtimeSecOf(content)) },
  ];
}

function failingFactsOf(content: AlertContent): Fact[] {
  return [
    { label: 'Monitor', value: nameText(content.monitorName) },
    { label: 'Channel', value: failingPlaceText(content) },
    { label: 'Failing since', value: instantText(content.downSince) },
    ...(content.failing ? [{ label: 'Because', value: failureDetailOf(content.failing.detail) }] : []),
  ];
}
