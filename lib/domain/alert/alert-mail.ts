import { cleanLine } from './clean-line.ts';
import { mailHtml } from './mail-html.ts';
import { type MailParts, mailText } from './mail-text.ts';
import type { AlertContent } from './alert-content.ts';
import { factsOf, headlineOf, outputTextOf, remarksOf, sentenceOf } from './alert-text.ts';

/** A mail without its addresses. */
export interface MailContent {
  /** One printable line. */
  subject: string;
  text: string;
  html: string;
}

const SUBJECT_MAX_CHARS = 150;

/** The mail of a single alert (SPEC.md "Events"; DECISIONS.md "Alert channels" 5). */
export function alertMail(
  content: AlertContent,
  links: { unsubscribeUrl: string; statusUrl: string | null },
): MailContent {
  const output = outputTextOf(content);
  // What is about all jobs of an owner does not point at the one monitor whose channel it uses.
  const isOfOwner = content.kind === 'blind';
  const parts: MailParts = {
    heading: headlineOf(content),
    paragraphs: [sentenceOf(content), ...remarksOf(content)],
    output: output === null ? null : { label: 'Last lines of its output', text: output },
    facts: factsOf(content),
    action:
      links.statusUrl === null || isOfOwner
        ? null
        : { label: 'See the status of this monitor', url: links.statusUrl },
    footer: {
      text: `You get this mail because this address is set to hear about ${isOfOwner ? 'one of these jobs' : 'this monitor'}.`,
      link: { label: 'Stop these mails', url: links.unsubscribeUrl },
    },
  };
  return mailContent(headlineOf(content), parts);
}

/** Both parts of a mail under a subject that cannot hold more than one line. */
export function mailContent(subject: string, parts: MailParts): MailContent {
  return { subject: cleanLine(subject, SUBJECT_MAX_CHARS), text: mailText(parts), html: mailHtml(parts) };
}
