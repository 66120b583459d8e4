import { BASE_STYLE, CARD_STYLE, TABLE_STYLE } from '../base-style.ts';
import { brand } from '../brand.ts';
import { faviconOf } from '../mark.ts';
import { usdText } from './usd-text.ts';
import { markup, trustedMarkup, type Markup } from '../markup.ts';
import type { PricingView } from '../../contract/billing/billing.ts';
import type { Sponsor } from '../../domain/site/partners.ts';

const STYLE = `${BASE_STYLE}${CARD_STYLE}${TABLE_STYLE}
td{text-align:right;white-space:nowrap}
thead th:last-child{text-align:right}
`;

// Said anew by the tests when the stylesheet changes, so that nothing is hashed at run time.
const STYLE_HASH = 'sha256-3pciLg8rzzdx5snZ9rNlDnbp1ppr+M61WQDLaLUoV1g=';

/** The headers the page is sent with: it loads nothing and runs nothing. */
export const pricingPageSecurity: Record<string, string> = {
  'content-security-policy': `default-src 'none'; style-src '${STYLE_HASH}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
};

const LEAD =
  'The free allowance is enough for most. Anything beyond it is paid for once, by the call that asks for it.';
const NUMBER = new Intl.NumberFormat('en');

/** What costs what, for people. */
export function pricingPage(pricing: PricingView, sponsors: readonly Sponsor[]): string {
  const { product, quota } = pricing;
  const isFree = quota.paid.length === 0;
  return String(markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<title>Pricing · ${product}</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<link rel="icon" href="${faviconOf('plain')}">
<style>${trustedMarkup(STYLE)}</style></head>
<body>
<header><p class="top">${brand()}</p>
<h1>${isFree ? 'Everything is free' : 'Free to start'}</h1></header>
<main>
<p class="lead">${isFree ? quota.how_to_pay : LEAD}</p>
${isFree ? null : markup`${freePart(pricing)}${pricePart(pricing)}${trialPart(pricing)}`}
</main>
<footer>${sponsorLine(sponsors)}<p><a href="/api/billing">Current values as JSON</a></p><p><a href="/api/">API</a></p></footer>
</body></html>
`);
}

function freePart({ quota }: PricingView): Markup {
  const rows = quota.free.map(
    ({ o_que: what, limite }) =>
      markup`<tr><th scope="row">${what}</th><td>${NUMBER.format(limite)}</td></tr>`,
  );
  return markup`<section><h2>Free for every owner</h2>
<table><thead><tr><th scope="col">What</th><th scope="col">Up to, or from</th></tr></thead><tbody>${rows}</tbody></table>
<p>Pings, webhook alerts and the status dashboard have no quota.</p></section>
`;
}

function pricePart({ prices, asset, network, quota: { how_to_pay: howToPay } }: PricingView): Markup {
  const unit = `${asset} on ${network}`;
  const rows = prices.map(
    ({ what, price_usd: usd, gratis }) =>
      markup`<tr><th scope="row">${what}</th><td>${gratis ? 'free for now' : `${usdText(usd)} USD`}</td></tr>`,
  );
  return markup`<section><h2>Beyond that</h2>
<table><thead><tr><th scope="col">What</th><th scope="col">Once</th></tr></thead><tbody>${rows}</tbody></table>
<p>Paid in ${unit}. A payment for a monitor, an interval or an address buys a slot: delete what uses it, and the slot is free again. ${howToPay}</p></section>
`;
}

function trialPart({ quota: { trial } }: PricingView): Markup | null {
  if (trial === null) return null;
  return markup`<section><h2>Free trial</h2>
<p>For ${trial.days} days, extra monitors and shorter intervals cost an account nothing. ${trial.how}</p></section>
`;
}

/** Who is shown in a place of a page, said as what it is; nothing where nobody is. */
export function sponsorLine(sponsors: readonly Sponsor[]): Markup | null {
  if (sponsors.length === 0) return null;
  const each = sponsors.map(
    ({ name, url, text }) =>
      markup`<p>Sponsored by <a href="${url}" rel="sponsored noopener noreferrer">${name}</a>: ${text}</p>`,
  );
  return markup`${each}`;
}
