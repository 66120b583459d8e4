import { isoOf, type Instant } from '../../domain/instant.ts';
import { BASE_STYLE, CARD_STYLE, FORM_STYLE } from '../../render/base-style.ts';
import { brand } from '../../render/brand.ts';
import { faviconOf } from '../../render/mark.ts';
import { type Markup, markup, trustedMarkup } from '../../render/markup.ts';
import { durationText } from '../../render/time-text.ts';
import type { LocalMail } from '../mail/mail-store.ts';

const SHOWN_MAX = 20;

export interface LocalPageFacts {
  baseUrl: string;
  now: Instant;
  /** How far the clock is ahead of real time. */
  aheadSec: number;
  mails: LocalMail[];
  deliveries: unknown[];
  /** Lets this page's own script run under its Content-Security-Policy. */
  nonce: string;
}

/** The page of `GET /_local`: what happened, and the buttons that make things happen. Every value is escaped. */
export function localPage(facts: LocalPageFacts): string {
  const { baseUrl, now, aheadSec, mails, deliveries, nonce } = facts;
  return String(markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rollcall on this machine</title>
<link rel="icon" href="${faviconOf('plain')}">
<style>${trustedMarkup(STYLE)}</style>
</head>
<body>
<header>
<p class="top">${brand()}<span>on this machine</span></p>
<h1>Rollcall on this machine</h1>
<p class="lead">This page and everything under <code>/_local</code> exist only here; none of it is deployed.</p>
<nav aria-label="Elsewhere"><ul>
<li><a href="/api/">API index</a></li>
<li><a href="/openapi.json">OpenAPI document</a></li>
<li><a href="/_local/mail">Mails as JSON</a></li>
<li><a href="/_local/deliveries">Deliveries as JSON</a></li>
<li><a href="/_local/published">Messages of topics and events of buses as JSON</a></li>
</ul></nav>
</header>
<main>
<section aria-labelledby="clock">
<h2 id="clock">Clock and check</h2>
<p>The service's clock says <time datetime="${isoOf(now)}">${isoOf(now)}</time>. It moves forward only.</p>
${aheadSec > 0 ? aheadNotice(aheadSec) : ''}
<p class="buttons">
<button data-advance="300" class="plain">Advance 5 minutes</button>
<button data-advance="3600" class="plain">Advance 1 hour</button>
<button data-advance="86400" class="plain">Advance 1 day</button>
<button data-check>Run the check now</button>
</p>
<p id="status" role="status"></p>
<noscript><p>The buttons need JavaScript; <code>curl -X POST ${baseUrl}/_local/check</code> does the same.</p></noscript>
</section>
<section aria-labelledby="steps">
<h2 id="steps">First steps</h2>
<p>Become a guest, create a monitor, ping it, let it fall silent; the README explains each step.</p>
<pre tabindex="0" aria-labelledby="steps">${firstSteps(baseUrl)}</pre>
</section>
<section aria-labelledby="mails">
<h2 id="mails">Mails (${mails.length})</h2>
${listOf(mails.slice(0, SHOWN_MAX).map(mailItem))}
</section>
<section aria-labelledby="deliveries">
<h2 id="deliveries">Alert deliveries (${deliveries.length})</h2>
${listOf(deliveries.slice(0, SHOWN_MAX).map(deliveryItem))}
</section>
</main>
<script nonce="${nonce}">${trustedMarkup(SCRIPT)}</script>
</body>
</html>
`);
}

function aheadNotice(aheadSec: number): Markup {
  return markup`<p><strong>It is ${durationText(aheadSec)} ahead of real time</strong>, so jobs that call by real time look late. It can go at half speed until it is right; it is never turned back, since what it has dated would lie in the future. <button data-right class="plain">Reset the clock</button></p>`;
}

function firstSteps(baseUrl: string): string {
  return `TOKEN=$(curl -s -X POST ${baseUrl}/api/guest | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
curl -s ${baseUrl}/api/endpoints -H "X-Guest-Token: $TOKEN" \\
  -H 'Content-Type: application/json' -d '{"name":"nightly backup","interval_sec":300}'
curl ${baseUrl}/in/<the id in the answer>
curl -X POST ${baseUrl}/_local/clock -d '{"advance_sec":600}'
curl -X POST ${baseUrl}/_local/check`;
}

/** One under the other. */
function listOf(items: readonly Markup[]): Markup[] {
  if (items.length === 0) return [markup`<p>None yet.</p>`];
  return items.map((item, index) => (index === 0 ? item : markup`\n${item}`));
}

function mailItem(mail: LocalMail, at: number): Markup {
  const summary = `${mail.at} to ${mail.to}: ${mail.subject}`;
  return markup`<details><summary>${summary}</summary><pre tabindex="0" role="region" aria-label="Mail ${at + 1}">${mail.text ?? ''}</pre></details>`;
}

function deliveryItem(delivery: unknown, at: number): Markup {
  return markup`<pre tabindex="0" role="region" aria-label="Delivery ${at + 1}">${JSON.stringify(delivery, null, 2) ?? ''}</pre>`;
}

const STYLE = `${BASE_STYLE}${CARD_STYLE}${FORM_STYLE}
nav ul,.buttons{display:flex;flex-wrap:wrap;gap:var(--space-2) var(--space-4);margin:var(--space-3) 0 0;padding:0;list-style:none}
nav{padding-inline:var(--gutter)}
pre{font-size:var(--text-s)}
#status:empty{margin:0}
section>pre{max-height:24rem;overflow:auto}
`;

/** The answer is shown after the reload that brings the page up to date. */
const SCRIPT = `
const status = document.getElementById('status');
status.textContent = sessionStorage.getItem('said') ?? '';
sessionStorage.removeItem('said');
for (const button of document.querySelectorAll('button')) button.addEventListener('click', async () => {
  const sec = button.dataset.advance;
  button.disabled = true;
  try {
    const isRight = 'right' in button.dataset;
    const reply = await fetch(sec || isRight ? '/_local/clock' : '/_local/check', {
      method: isRight ? 'DELETE' : 'POST', body: sec ? JSON.stringify({ advance_sec: Number(sec) }) : undefined });
    const said = await reply.json();
    if (!reply.ok) throw new Error(said.detail ?? 'it answered ' + reply.status);
    sessionStorage.setItem('said', isRight ? 'The clock goes at half speed until it is right.'
      : sec ? 'The clock says ' + said.now + '.'
      : 'Checked ' + said.checked + ', sent ' + said.sent + ', failed ' + said.failed + '.');
    location.reload();
  } catch (error) {
    status.textContent = 'That did not work: ' + error.message;
    button.disabled = false;
  }
});
`;
