/** The page's only stylesheet. Light and dark follow the system; sizes grow a little with a wall screen. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--paper:#faf8f3;--ink:#1b2126;--soft:#59616a;--rule:#ddd7ca;--card:#fff;
--ok:#17663a;--late:#b3201a;--waiting:#7c5200;--paused:#44566c;--inactive:#5c6269;
--band-ok:#17452f;--band-late:#a11b16;--band-waiting:#654500;--band-paused:#36414d;--band-empty:#36414d}
@media(prefers-color-scheme:dark){:root{--paper:#111518;--ink:#ece8df;--soft:#a5abb1;--rule:#2b3238;--card:#1a1f24;
--ok:#72cf9b;--late:#ff958c;--waiting:#efc06a;--paused:#a3b8d4;--inactive:#a5abb1;
--band-ok:#12382a;--band-late:#86150f;--band-waiting:#573c00;--band-paused:#2b343d;--band-empty:#2b343d}}
*{box-sizing:border-box}
html{font-size:clamp(100%,calc(.7rem + .35vw),150%);-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
header,main,footer{padding-inline:max(1.25rem,4vw)}
header{padding-block:1.25rem 2rem;color:#fff}
header:has(.roll){padding-bottom:0}
header.ok{background:var(--band-ok)}header.trouble{background:var(--band-late)}header.waiting{background:var(--band-waiting)}
header.paused{background:var(--band-paused)}header.empty{background:var(--band-empty)}
.stale header{background:repeating-linear-gradient(135deg,#3d4348 0 1rem,#343a3f 1rem 2rem)}
.kicker{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1rem;margin:0;font-size:.9rem}
.kicker b{letter-spacing:.12em;text-transform:uppercase;font-weight:600}
h1,h2{font-family:"Iowan Old Style","Palatino Linotype",Palatino,Charter,"Noto Serif",Georgia,serif;font-weight:600;text-wrap:balance}
h1{margin:1.5rem 0 .75rem;font-size:clamp(2.1rem,1.2rem + 4.4vw,5rem);line-height:1.05;letter-spacing:-.01em}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;margin:0;padding:0;list-style:none}
nav a{display:inline-block;padding:.25rem 0;color:inherit;text-decoration-color:#fff8;text-underline-offset:.25em}
.roll{display:block;max-width:100%;height:2.25rem;margin-top:1.25rem}
.stale h1{opacity:.65}
#stale{margin:0;font-size:1.25rem;padding:.75rem max(1.25rem,4vw);background:#ffd95a;color:#1b2126;font-weight:600}
section{margin-block:2.25rem}
h2{display:flex;align-items:baseline;gap:.6rem;margin:0;padding-bottom:.4rem;border-bottom:2px solid currentColor;font-size:1.5rem;line-height:1.2;scroll-margin-top:1rem}
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
.lead{max-width:38rem;margin:2.5rem 0;font-size:1.15rem}
footer{padding-block:1.5rem 2.5rem;color:var(--soft);font-size:.9rem}
footer a,main a{color:inherit}
footer p{margin:.25rem 0}
:focus-visible{outline:3px solid #4c8dff;outline-offset:2px}
header :focus-visible{outline-color:#fff}
#news{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media(forced-colors:active){summary b,main .trouble li{border:2px solid}}
@media print{header{color:#000;background:none!important}summary::after{display:none}}
`;
