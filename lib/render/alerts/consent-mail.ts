import { cleanLine } from '../../domain/alerts/clean-line.ts';
import { breakLinks } from '../escape.ts';
import { nameText } from './alert-text.ts';
import { type MailContent, mailContent } from './mail.ts';

/**
 * The mail that asks an address whether it wants the alerts of a monitor. Anyone can have it sent to anyone, so the
 * subject is fixed and the name, the only words of the asker, cannot turn into a link.
 */
export function consentMail(input: {
  address: string;
  monitorName: string;
  isOfChannel: boolean;
  confirmUrl: string;
}): MailContent {
  const name = breakLinks(nameText(input.monitorName));
  const [what, when] = input.isOfChannel
    ? [`any of their jobs goes silent or fails (they call this “${name}”)`, 'all their jobs']
    : [`the monitor “${name}” goes silent or fails`, 'other monitors that they use this address for'];
  return mailContent('Confirm this address for Rollcall alerts', {
    heading: 'Do you want these alerts?',
    paragraphs: [
      `Someone asked Rollcall to e-mail ${cleanLine(input.address, 320)} when ${what}.`,
      `To agree, open the page below and press the button. This also covers ${when}. Opening the page alone changes nothing.`,
      'If you did not expect this, do nothing: without your consent we send no alerts to this address.',
    ],
    facts: [],
    action: { label: 'Confirm this address', url: input.confirmUrl },
    footer: {
      text: 'Rollcall watches scheduled jobs and alerts their owners when one does not run.',
      link: null,
    },
  });
}
