import type { PurchaseView } from '../../contract/billing/purchases.ts';
import { usdText } from '../billing/usd-text.ts';
import { type Markup, markup } from '../markup.ts';
import { moment } from '../time-text.ts';

/** What an owner has paid for, as its page shows it. */
export interface ShownPayments {
  /** The newest first. */
  newest: readonly PurchaseView[];
  /** Whether there are older ones. */
  goesOn: boolean;
}

/** Statements of what was paid; nothing where nothing was. `all` says where the rest is. */
export function paymentsPart({ newest, goesOn }: ShownPayments, all: Markup): Markup | null {
  if (newest.length === 0) return null;
  return markup`<section aria-labelledby="payments"><h2 id="payments">Payments</h2>
<table aria-labelledby="payments"><thead><tr><th scope="col">Paid</th><th scope="col">For</th><th scope="col" class="sum">USD</th></tr></thead>
<tbody>${newest.map(row)}</tbody></table>
${goesOn ? markup`<p class="hint">These are the newest ${newest.length}. ${all}</p>` : null}</section>
`;
}

function row(purchase: PurchaseView): Markup {
  const { at, items, total_usd: total } = purchase;
  return markup`<tr><th scope="row">${moment(Date.parse(at))}</th>
<td>${items.map(({ what, count }) => markup`<p>${count === 1 ? null : `${count} × `}${what}</p>`)}<p class="hint">${source(purchase)}</p></td>
<td class="sum">${usdText(total)}</td></tr>
`;
}

/** By whom it was paid and where that is seen; addresses and hashes as wallets shorten them. */
function source({ paid_with: by, payer, transaction, explorer, rehearsal }: PurchaseView): Markup | string {
  if (by === 'credit' || payer === null || transaction === null) return 'From prepaid credit.';
  const from = markup`From <span title="${payer}">${short(payer)}</span>`;
  if (explorer === null)
    return rehearsal ? markup`${from} in a rehearsal: no money moved.` : markup`${from}.`;
  return markup`${from}, <a href="${explorer}" rel="noreferrer">transaction ${short(transaction)}</a>.`;
}

function short(hex: string): string {
  return `${hex.slice(0, 6)}…${hex.slice(-4)}`;
}
