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
    ? [`any of their jobs goes silent or fails; they call this “${name}”`, 'all of their jobs']
    : [`the monitor “${name}” goes silent or fails`, 'further monitors that they name this address for'];
  return mailContent('Confirm this address for Rollcall alerts', {
    heading: 'Do you want these alerts?',
    paragraphs: [
      `Somebody asked Rollcall to write to ${cleanLine(input.address, 320)} when ${what}.`,
      `Open the page below and press the button to agree, also to alerts of ${when}. Opening the page alone changes nothing.`,
      'If you did not expect this, do nothing: without your consent no alert is sent to this address.',
    ],
    facts: [],
    action: { label: 'Confirm this address', url: input.confirmUrl },
    footer: {
      text: 'Rollcall watches scheduled jobs and tells their owners when one does not run.',
      link: null,
    },
  });
}
