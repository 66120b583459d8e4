import { isPhoneNumber } from '../../domain/alerts/phone-number.ts';
import type { StopReason } from '../../domain/alerts/stopped-address.ts';
import { markup } from '../markup.ts';
import { plainPage } from '../plain-page.ts';

type Answer = 'pending' | 'confirmed' | 'unsubscribed' | StopReason;

const SENTENCE: Record<Answer, string> = {
  pending: 'wants to receive alerts? Until you say so, no alert is sent to it.',
  confirmed: 'receives alerts.',
  unsubscribed: 'receives no alerts.',
  bounced: 'receives no alerts: mail to it came back.',
  complained: 'receives no alerts: it reported them as unwanted.',
};

/** The page behind the links of our mails and texts: what holds for the address, and buttons that POST. */
export function consentPage({ address, state }: { address: string; state: Answer }, token: string): string {
  const button = (action: string, text: string, kind: string) =>
    markup`<form method="post" action="/email/${token}/${action}"><button class="${kind}">${text}</button></form>
`;
  const [by, what] = isPhoneNumber(address) ? ['text', 'number'] : ['e-mail', 'address'];
  return plainPage({
    title: `Rollcall alerts by ${by}`,
    heading: 'Rollcall alerts',
    main: markup`<p>${state === 'pending' ? 'Do you confirm that' : ''} <strong>${address}</strong> ${SENTENCE[state]}</p>
${state === 'confirmed' ? null : button('confirm', `Yes, send alerts to this ${what}`, '')}${state === 'unsubscribed' ? null : button('unsubscribe', `No alerts to this ${what}`, 'plain')}`,
  });
}
