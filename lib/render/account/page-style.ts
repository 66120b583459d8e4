import { BASE_STYLE, DARK, LIGHT, TABLE_STYLE } from '../base-style.ts';

/** The only stylesheet of the account's pages. A theme that a person chose goes before the system's. */
export const ACCOUNT_STYLE = `${BASE_STYLE}:root.light{color-scheme:light;${LIGHT}}
:root.dark{color-scheme:dark;${DARK}}
header{background:var(--band-empty)}
main{max-width:56rem}
.kicker bdi{min-width:0}
.note{margin:1.5rem 0 0;padding:.6rem 1rem;background:var(--card);border:1px solid var(--rule);border-left:.5rem solid var(--ok)}
.note.warns{border-left-color:var(--waiting)}
section>p,section>form,section>details,section>dl{max-width:38rem}
.hint{margin:.15rem 0 0;color:var(--soft);font-size:.9rem}
label{display:block;margin-top:1rem;font-weight:600}
input,select{display:block;width:100%;min-height:2.75rem;margin-top:.25rem;padding:.4rem .6rem;border:1px solid var(--soft);border-radius:3px;background:var(--card);color:inherit;font:inherit}
button,.button{display:inline-block;min-height:2.75rem;padding:.55rem 1.1rem;border:1.5px solid var(--ink);border-radius:3px;background:var(--ink);color:var(--paper);font:inherit;font-weight:600;line-height:1.45;text-decoration:none;cursor:pointer}
main a.button{color:var(--paper)}
button.plain{background:none;color:inherit}
button.grave{border-color:var(--late);background:var(--late);color:var(--card)}
form>button{margin-top:1rem}
#picture-part{max-width:38rem}
canvas{display:block;width:8rem;height:8rem;margin-top:1rem;border:1px solid var(--rule);border-radius:3px;background:var(--card)}
#picture-part>button{margin-top:1rem}
::file-selector-button{font:inherit}
.copy{margin-block:.25rem}
[hidden]{display:none}
summary{padding:.75rem 0;cursor:pointer;text-decoration:underline;text-underline-offset:.25em}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;margin:1rem 0 0}
dt{color:var(--soft)}dd{margin:0}
code{font:.95em ui-monospace,"Cascadia Mono",Menlo,Consolas,monospace}
ul.rows{max-width:38rem;margin:1rem 0 0;padding:0;list-style:none}
.rows li{padding:.75rem 0;border-bottom:1px solid var(--rule)}
.rows li>p{margin:0}.rows li>p>b{margin-right:.5rem}
${TABLE_STYLE}td p{margin:0}
.sum{text-align:right;white-space:nowrap}
.way{display:inline-block;min-height:2.75rem;padding:.65rem 0}
.pair{display:flex;flex-wrap:wrap;gap:0 .75rem}
.pair button{margin-top:.75rem}
.note p{margin:.4rem 0}
.secret{user-select:all;font-size:1.1em;font-weight:600}
@media(forced-colors:active){button,.button{border:2px solid}}
`;
