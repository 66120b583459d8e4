import type { ContactMessage } from '../../domain/site/contact-message.ts';
import { instantText } from '../time-text.ts';
import { mailContent, type Fact, type MailContent } from './mail.ts';

/**
 * The mail in which the team reads a stranger's message. Its words are set off from ours, so that no line of them passes
 * for one of ours; the address of the sender is nowhere but here and in Reply-To.
 */
export function contactMail(message: ContactMessage): MailContent {
  return mailContent(`Message to the team from ${message.name}`, {
    heading: 'New message to the team',
    paragraphs: ['Reply to this e-mail to answer. Nobody has verified the sender.'],
    output: { label: 'Message', text: message.message },
    facts: factsOf(message),
    action: null,
    footer: { text: 'It was sent to POST /api/contact and has been deleted there.', link: null },
  });
}

function factsOf(message: ContactMessage): Fact[] {
  const { kind, company, site, budget, placements, days, payment } = message;
  const given: [string, string | null][] = [
    ['Name', message.name],
    ['E-mail', message.email],
    ['Kind', kind],
    ['Company', company],
    ['Site', site],
    ['Budget', budget],
    ['Placements', placements.length === 0 ? null : placements.join(', ')],
    ['Duration', days === null ? null : `${days} days`],
    ['Payment', payment],
    ['Received', instantText(message.receivedAt)],
    ['Message id', message.id],
  ];
  return given.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]));
}
