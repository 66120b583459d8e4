import type { StopReason } from '../domain/alert/stopped-address.ts';
import { markup } from './markup.ts';

type Answer = 'pending' | 'confirmed' | 'unsubscribed' | StopReason;

const SENTENCE: Record<Answer, string> = {
  pending: 'wants to receive alerts? Until you say so, no alert is mailed to it.',
  confirmed: 'receives alerts.',
  unsubscribed: 'receives no alerts.',
  bounced: 'receives no alerts: mail to it came back.',
  complained: 'receives no alerts: it reported them as unwanted.',
};

/** The page behind the links of our mails: what holds for the address, and buttons that POST. */
export function consentPage({ address, state }: { address: string; state: Answer }, token: string): string {
  const button = (action: string, text: string) =>
    markup`<form method="post" action="/email/${token}/${action}"><button>${text}</button></form>`;
  return String(markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>Rollcall alerts by e-mail</title>
<style>:root{color-scheme:light dark}body{font:1rem/1.6 system-ui,sans-serif;max-width:36rem;margin:4rem auto;padding:0 1rem}strong{overflow-wrap:anywhere}button{font:inherit;padding:.6rem 1.2rem}form{margin:1rem 0}</style></head>
<body><main><h1>Rollcall alerts</h1>
<p>${state === 'pending' ? 'Do you confirm that' : ''} <strong>${address}</strong> ${SENTENCE[state]}</p>
${state === 'confirmed' ? null : button('confirm', 'Yes, send alerts to this address')}
${state === 'unsubscribed' ? null : button('unsubscribe', 'No alerts to this address')}
</main></body></html>`);
}
