import { isPhoneNumber } from '../../domain/alerts/phone-number.ts';
import type { StopReason } from '../../domain/alerts/stopped-address.ts';
import { markup } from '../markup.ts';
import { plainPage } from '../plain-page.ts';

type Answer = 'pending' | 'confirmed' | 'unsubscribed' | StopReason;

const SENTENCE: Record<Answer, string> = {
  pending: 'receive alerts? We send none until you agree.',
  confirmed: 'receives alerts.',
  unsubscribed: 'receives no alerts.',
  bounced: 'receives no alerts because mail to it bounced.',
  complained: 'receives no alerts because it reported them as spam.',
};

/** The page behind the links of our mails and texts: what holds for the address or number, and buttons that POST. */
export function consentPage({ address, state }: { address: string; state: Answer }, token: string): string {
  const button = (action: string, text: string, kind: string) =>
    markup`<form method="post" action="/email/${token}/${action}"><button class="${kind}">${text}</button></form>
`;
  const [way, what] = isPhoneNumber(address) ? ['text', 'number'] : ['e-mail', 'address'];
  return plainPage({
    title: `Rollcall alerts by ${way}`,
    heading: 'Rollcall alerts',
    main: markup`<p>${state === 'pending' ? 'Should' : ''} <strong>${address}</strong> ${SENTENCE[state]}</p>
${state === 'confirmed' ? null : button('confirm', `Yes, send alerts to this ${what}`, '')}${state === 'unsubscribed' ? null : button('unsubscribe', `Send no alerts to this ${what}`, 'plain')}`,
  });
}
