import { tokenStyle } from './tokens.ts';

/** What every page looks like. A page says how wide its text runs by `--page`. */
export const BASE_STYLE = `
${tokenStyle()}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{--page:80rem;--gutter:max(clamp(1rem,4vw,3rem),(100% - var(--page))/2);margin:0;background:var(--paper);color:var(--ink);font:var(--text-m)/var(--line-text) var(--font-sans);font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.top,main,footer,h1,.lead{padding-inline:var(--gutter)}
.top{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:0 var(--space-4);min-height:3.5rem;margin:0;padding-block:var(--space-1);border-bottom:1px solid var(--rule);color:var(--soft);font-size:var(--text-s)}
.brand{display:inline-flex;align-items:center;gap:var(--space-2);min-height:2.75rem;color:var(--ink);font-size:var(--text-m);font-weight:600;letter-spacing:-.01em;text-decoration:none}
.mark{flex:none;width:1.5rem;height:1.5rem;fill:var(--accent);stroke:var(--on-fill)}
h1,h2{font-weight:600;line-height:var(--line-tight);text-wrap:balance}
h1{margin:var(--space-6) 0 var(--space-4);font-size:clamp(var(--text-2xl),1.4rem + 1.4vw,var(--text-3xl));letter-spacing:-.02em}
h2{margin:0;font-size:var(--text-l);scroll-margin-top:var(--space-4)}
section{margin-block:var(--space-6)}
.lead{max-width:none;margin:0 0 var(--space-5);color:var(--soft);font-size:var(--text-l)}
main .lead{padding:0}
footer{padding-block:var(--space-5) var(--space-7);color:var(--soft);font-size:var(--text-s)}
footer p{margin:var(--space-1) 0}
a{color:var(--accent);text-decoration-thickness:1px;text-underline-offset:.2em}
a:hover{text-decoration-thickness:2px}
code,pre{font-family:var(--font-mono);font-size:.925em}
pre{margin:var(--space-3) 0;padding:var(--space-3) var(--space-4);border-radius:var(--radius-m);background:var(--sunken);white-space:pre-wrap}
[hidden]{display:none!important}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
`;

/** Of pages that are read and filled in: their parts stand on cards, in one column. */
export const CARD_STYLE = `body{--page:46rem}
section,.card{margin-block:var(--space-4);padding:var(--space-5);border:1px solid var(--rule);border-radius:var(--radius-l);background:var(--card)}
section>:last-child,.card>:last-child{margin-bottom:0}
section>details:last-child{margin-bottom:-.65rem}
p{margin:var(--space-3) 0}
.card>:first-child{margin-top:0}
`;

/** Of pages with forms: fields, buttons and what is said after one. All that is pressed is 44 px high (WCAG 2.5.5). */
export const FORM_STYLE = `label{display:block;margin-top:var(--space-4);font-size:var(--text-s);font-weight:600}
input,select{display:block;width:100%;min-height:2.75rem;margin-top:var(--space-1);padding:var(--space-2) var(--space-3);border:1px solid var(--edge);border-radius:var(--radius-m);background:var(--card);color:inherit;font:inherit}
button,.button{display:inline-block;min-height:2.75rem;padding:.6rem var(--space-4);border:1px solid var(--accent);border-radius:var(--radius-m);background:var(--accent);color:var(--on-fill);font:inherit;font-weight:600;line-height:1.4;text-align:center;text-decoration:none;cursor:pointer}
button:hover,.button:hover{box-shadow:var(--shadow-raised)}
button.plain{border-color:var(--edge);background:var(--card);color:var(--ink)}
button.grave{border-color:var(--late);background:var(--late)}
button:disabled{opacity:.6;cursor:progress}
form>button{margin-top:var(--space-4)}
.hint{margin:var(--space-1) 0 0;color:var(--soft);font-size:var(--text-s)}
.note{margin:var(--space-4) 0;padding:var(--space-3) var(--space-4);border-radius:var(--radius-m);background:var(--ok-tint);border-left:4px solid var(--ok)}
.note.warns{background:var(--notice-tint);border-color:var(--notice)}
.note.fails{background:var(--late-tint);border-color:var(--late)}
.note>p{margin:var(--space-1) 0}
summary{padding:.65rem 0;color:var(--accent);font-weight:600;cursor:pointer}
dl{display:grid;grid-template-columns:max-content 1fr;gap:var(--space-1) var(--space-4);margin:var(--space-3) 0}
dt{color:var(--soft)}dd{margin:0}
@media(forced-colors:active){button,.button{border:2px solid}}
`;

/** Of pages with tables: ruled by row. */
export const TABLE_STYLE = `table{width:100%;margin-top:var(--space-3);border-collapse:collapse}
th,td{padding:var(--space-2) var(--space-3) var(--space-2) 0;border-bottom:1px solid var(--rule);text-align:left;font-weight:400;vertical-align:top}
th:last-child,td:last-child{padding-right:0}
tbody tr:last-child>*{border-bottom:0}
thead th{color:var(--soft);font-size:var(--text-s)}
`;
