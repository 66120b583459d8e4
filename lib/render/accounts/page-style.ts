import { BASE_STYLE, CARD_STYLE, FORM_STYLE, TABLE_STYLE } from '../base-style.ts';

/** The only stylesheet of the account's pages. */
export const ACCOUNT_STYLE = `${BASE_STYLE}${CARD_STYLE}${FORM_STYLE}${TABLE_STYLE}
.top bdi{color:var(--ink)}
canvas{display:block;width:8rem;height:8rem;margin-top:var(--space-4);border:1px solid var(--rule);border-radius:var(--radius-m);background:var(--sunken)}
#picture-part>button{margin-top:var(--space-4)}
::file-selector-button{margin-inline-end:var(--space-3);padding:var(--space-1) var(--space-3);border:1px solid var(--edge);border-radius:var(--radius-s);background:var(--sunken);color:inherit;font:inherit}
.copy{margin-block:var(--space-1)}
ul.rows{margin:var(--space-3) 0;padding:0;list-style:none}
.rows li{padding-block:var(--space-3);border-bottom:1px solid var(--rule)}
.rows li:last-child{border-bottom:0}
.rows li>p{margin:0}.rows li>p>b{margin-right:var(--space-2)}
td p{margin:0}
.sum{text-align:right;white-space:nowrap}
.way{display:inline-block;min-height:2.75rem;padding:.65rem 0}
.pair{display:flex;flex-wrap:wrap;gap:0 var(--space-3)}
.pair button{margin-top:var(--space-3)}
.secret{user-select:all;font-size:1.05em;font-weight:600}
`;
