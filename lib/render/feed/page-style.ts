import { BASE_STYLE } from '../base-style.ts';

const COLUMNS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/**
 * Of a screen on a wall: the tiles share what the header leaves of it, and their type grows with them. Where the tiles
 * would become too small the page grows instead, as on a phone.
 */
const WALL_STYLE = `.wall{--gutter:clamp(.75rem,1.5vw,3rem);display:flex;flex-direction:column;min-height:100vh;min-height:100dvh}
.wall .top{min-height:0;border:0;font-size:max(var(--text-s),1.6vmin)}
.wall .headline{padding-block:1.5vmin;font-size:clamp(1.5rem,6.5vmin,7rem)}
.wall #stale{font-size:max(var(--text-l),3vmin)}
.wall main{display:flex;flex:1;padding-block:min(1vmin,1rem) var(--gutter)}
.wall .tiles{flex:1;align-items:stretch;gap:min(1vmin,1rem);grid-auto-rows:minmax(3.25rem,1fr)}
${COLUMNS.map((count) => `.c${count}.c${count}{grid-template-columns:repeat(${count},1fr)}`).join('')}
.tiles li{min-width:0;padding:0;overflow:hidden;container-type:size}
.tiles div{display:flex;flex-direction:column;justify-content:center;gap:.35em;height:100%;padding:.3em .7em;font-size:1rem;font-size:clamp(.8rem,min(17cqh,9.5cqw),6rem);line-height:1.2}
.tiles bdi,.rest span{display:-webkit-box;overflow:hidden;-webkit-box-orient:vertical;-webkit-line-clamp:3;text-align:left;font-weight:600}
.tiles p{margin:0;overflow:hidden;color:var(--soft);font-size:.75em;text-overflow:ellipsis;white-space:nowrap}
.tiles .rest p{white-space:normal}
.tiles b{display:inline-block;min-width:2.8em;padding:.05em .6em;margin-inline-end:.35em;font-size:.9em}
main .tiles .trouble{border-color:var(--alarm);background:var(--alarm);color:var(--on-alarm)}
.tiles .trouble p{color:inherit}main .tiles .trouble b{background:var(--on-alarm);color:var(--alarm)}
@media(max-width:40rem){.tiles.tiles{grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr))}}
`;

/** The only stylesheet of a page under `/s/`. */
export const PAGE_STYLE = `${BASE_STYLE}
.headline{display:flex;align-items:center;gap:.45em;padding:var(--space-6) var(--gutter) var(--space-4);font-size:clamp(var(--text-2xl),1.4rem + 1.4vw,var(--text-3xl))}
.headline h1{margin:0;padding:0;font-size:1em}
.headline .mark{width:1.2em;height:1.2em}.headline rect{rx:50%}
header.ok .headline .mark{fill:var(--ok)}header.waiting .headline .mark{fill:var(--waiting)}header.paused .headline .mark{fill:var(--paused)}header.empty .headline .mark{fill:var(--inactive)}
.trouble .headline{padding-block:var(--space-5);background:var(--alarm);color:var(--on-alarm)}
.trouble .headline .mark{fill:var(--on-alarm);stroke:var(--alarm)}
nav,.roll{margin-inline:var(--gutter)}
nav ul{display:flex;flex-wrap:wrap;gap:var(--space-1) var(--space-5);padding:0;margin:0;list-style:none}
nav a{display:inline-block;padding:var(--space-1) 0;color:var(--soft)}
.trouble nav{margin-top:var(--space-4)}
.roll{display:block;max-width:calc(100% - 2*var(--gutter));height:1.5rem;margin-top:var(--space-3)}
.roll .late,.roll .failing,.roll .running-too-long{stroke:var(--late)}.roll .waiting{stroke:var(--waiting)}.roll .paused{stroke:var(--paused)}.roll .ok{stroke:var(--ok)}.roll .inactive{stroke:var(--inactive)}
#stale{margin:0;padding:var(--space-3) var(--gutter);background:var(--notice);color:var(--on-fill);font-size:var(--text-l);font-weight:600}
.stale header:not(.trouble) .headline,.stale .roll{opacity:.6}
h2{display:flex;align-items:baseline;gap:var(--space-2);margin-bottom:var(--space-3)}
h2 span{color:var(--soft);font-size:var(--text-m);font-weight:400}
main ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,22rem),1fr));align-items:start;gap:var(--space-2);margin:0;padding:0;list-style:none}
main li{padding-inline:var(--space-3);border:1px solid var(--rule);border-radius:var(--radius-m);background:var(--card)}
.inactive li{background:none}
summary{display:flex;align-items:baseline;gap:var(--space-3);padding:.55rem 0;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary bdi{flex:1;min-width:0;text-align:left;font-weight:500}
summary time{flex:none;max-width:55%;color:var(--soft);font-size:var(--text-s);text-align:end}
summary small{flex:none;color:var(--soft)}
summary::after{content:"";flex:none;width:.4em;height:.4em;border:solid var(--soft);border-width:0 1.5px 1.5px 0;transform:translateY(-.2em) rotate(45deg)}
details[open]>summary::after{transform:rotate(225deg)}
summary b,.tiles b{flex:none;min-width:4.2em;padding:.05rem .5rem;border:1px solid #0000;border-radius:var(--radius-full);font-size:var(--text-s);font-weight:600;line-height:1.5;text-align:center}
main .ok b{background:var(--ok-tint);color:var(--ok)}main .waiting b{border:1px dashed;background:var(--waiting-tint);color:var(--waiting)}main .paused b{border:1px dotted;background:var(--paused-tint);color:var(--paused)}main .inactive b{background:var(--inactive-tint);color:var(--inactive);text-decoration:line-through}
main .trouble b{background:var(--alarm);color:var(--on-alarm)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:var(--space-1) var(--space-4);margin:var(--space-1) 0 var(--space-3);font-size:var(--text-s)}
dt{color:var(--soft)}dd{margin:0}
img{display:block;max-width:100%;height:20px;margin-bottom:var(--space-3)}
main .trouble ul{grid-template-columns:repeat(auto-fill,minmax(min(100%,30rem),1fr));gap:var(--space-3)}
main .trouble li{padding:var(--space-2) var(--space-4) 0;border-left:.4rem solid var(--alarm)}
.trouble summary{flex-wrap:wrap}
.trouble summary bdi{flex-basis:calc(100% - 8rem);font-size:var(--text-xl);font-weight:600;line-height:1.25}
.running-too-long summary bdi{flex-basis:100%}
.trouble summary time{flex:1 1 auto;max-width:none;text-align:start;color:var(--late);font-size:var(--text-l);font-weight:600}
#news{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media(forced-colors:active){summary b,main .trouble li{border:2px solid}main .tiles .trouble{border:6px double}}
@media print{.headline{background:none!important;color:#000!important}summary::after{display:none}}
${WALL_STYLE}`;
