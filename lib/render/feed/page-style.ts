import { BASE_STYLE } from '../base-style.ts';

/** The only stylesheet of a page under `/s/`. */
export const PAGE_STYLE = `${BASE_STYLE}header:has(.roll){padding-bottom:0}
.stale header{background:repeating-linear-gradient(135deg,#3d4348 0 1rem,#343a3f 1rem 2rem)}
.roll{display:block;max-width:100%;height:2.25rem;margin-top:1.25rem}
.stale h1{opacity:.65}
#stale{margin:0;font-size:1.25rem;padding:.75rem max(1.25rem,4vw);background:#ffd95a;color:#1b2126;font-weight:600}
h2 span{font:400 1rem/1 system-ui,sans-serif}
.trouble h2{color:var(--late)}.waiting h2{color:var(--waiting)}.paused h2{color:var(--paused)}.ok h2{color:var(--ok)}.inactive h2{color:var(--inactive)}
main ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,23rem),1fr));column-gap:3rem;margin:0;padding:0;list-style:none}
main li{border-bottom:1px solid var(--rule)}
summary{display:flex;align-items:baseline;gap:.6rem;padding:.5rem 0;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary bdi{flex:1;min-width:0;text-align:left}
summary time{flex:none;max-width:55%;color:var(--soft);text-align:end}
summary::after{content:"";flex:none;width:.4em;height:.4em;border:solid var(--soft);border-width:0 1.5px 1.5px 0;transform:translateY(-.2em) rotate(45deg)}
details[open]>summary::after{transform:rotate(225deg)}
summary b{flex:none;min-width:3.2em;padding:.05rem .4rem;border:1.5px solid;border-radius:3px;font-size:.8rem;line-height:1.35;text-align:center}
.trouble summary b{background:var(--late);border-color:var(--late);color:var(--card)}.waiting summary b{border-style:dashed;color:var(--waiting)}.paused summary b{border-style:dotted;color:var(--paused)}.ok summary b{color:var(--ok)}.inactive summary b{border-color:#0000;color:var(--inactive);text-decoration:line-through}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:0 0 .75rem;font-size:.9rem}
dt{color:var(--soft)}dd{margin:0}
code{font:.95em ui-monospace,"Cascadia Mono",Menlo,Consolas,monospace}
img{display:block;max-width:100%;height:20px;margin-bottom:.9rem}
main .trouble ul{grid-template-columns:repeat(auto-fill,minmax(min(100%,30rem),1fr));gap:1rem;padding-top:1rem}
main .trouble li{padding:.5rem 1rem 0;background:var(--card);border:1px solid var(--rule);border-left:.5rem solid var(--late)}
.trouble summary{flex-wrap:wrap}
.trouble summary bdi{flex-basis:calc(100% - 7rem);font-size:1.35rem;font-weight:650;line-height:1.25}
.running-too-long summary bdi{flex-basis:100%}
.trouble summary time{max-width:none;color:var(--late);font-size:1.1rem;font-weight:600}
#news{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media(forced-colors:active){summary b,main .trouble li{border:2px solid}}
@media print{header{color:#000;background:none!important}summary::after{display:none}}
`;
