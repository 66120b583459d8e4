import type { Consent } from '../../lib/data/consents.ts';
import { htmlEscape } from '../../lib/domain/alert/html-escape.ts';

const SENTENCE: Record<Consent['state'], string> = {
  pending: 'wants to receive alerts? Until you say so, no alert is mailed to it.',
  confirmed: 'receives alerts.',
  unsubscribed: 'receives no alerts.',
  bounced: 'receives no alerts: mail to it came back.',
  complained: 'receives no alerts: it reported them as unwanted.',
};

/** The page behind the links of our mails: what holds for the address, and buttons that POST. */
export function consentPage(consent: Consent, token: string): string {
  const address = htmlEscape(consent.address);
  const asks = consent.state === 'pending';
  const button = (action: string, text: string) =>
    `<form method="post" action="/email/${htmlEscape(token)}/${action}"><button>${text}</button></form>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>Rollcall alerts by e-mail</title>
<style>:root{color-scheme:light dark}body{font:1rem/1.6 system-ui,sans-serif;max-width:36rem;margin:4rem auto;padding:0 1rem}strong{overflow-wrap:anywhere}button{font:inherit;padding:.6rem 1.2rem}form{margin:1rem 0}</style></head>
<body><main><h1>Rollcall alerts</h1>
<p>${asks ? 'Do you confirm that' : ''} <strong>${address}</strong> ${SENTENCE[consent.state]}</p>
${consent.state === 'confirmed' ? '' : button('confirm', 'Yes, send alerts to this address')}
${consent.state === 'unsubscribed' ? '' : button('unsubscribe', 'No alerts to this address')}
</main></body></html>`;
}
