import { cleanLine } from './clean-line.ts';
import { mailHtml } from './mail-html.ts';
import { type MailParts, mailText } from './mail-text.ts';
import type { Notice } from './notice.ts';
import { factsOf, headlineOf, outputTextOf, remarksOf, sentenceOf } from './notice-text.ts';

/** A mail without its addresses. */
export interface MailContent {
  /** One printable line. */
  subject: string;
  text: string;
  html: string;
}

const SUBJECT_MAX_CHARS = 150;

/** The mail of a single notice (SPEC.md "Events"; DECISIONS.md "Alert channels" 5). */
export function alertMail(
  notice: Notice,
  links: { unsubscribeUrl: string; statusUrl: string | null },
): MailContent {
  const output = outputTextOf(notice);
  // What is about all jobs of an owner does not point at the one monitor whose channel it uses.
  const isOfOwner = notice.kind === 'blind';
  const parts: MailParts = {
    heading: headlineOf(notice),
    paragraphs: [sentenceOf(notice), ...remarksOf(notice)],
    output: output === null ? null : { label: 'Last lines of its output', text: output },
    facts: factsOf(notice),
    action:
      links.statusUrl === null || isOfOwner
        ? null
        : { label: 'See the status of this monitor', url: links.statusUrl },
    footer: {
      text: `You get this mail because this address is set to hear about ${isOfOwner ? 'one of these jobs' : 'this monitor'}.`,
      link: { label: 'Stop these mails', url: links.unsubscribeUrl },
    },
  };
  return mailContent(headlineOf(notice), parts);
}

/** Both parts of a mail under a subject that cannot hold more than one line. */
export function mailContent(subject: string, parts: MailParts): MailContent {
  return { subject: cleanLine(subject, SUBJECT_MAX_CHARS), text: mailText(parts), html: mailHtml(parts) };
}
