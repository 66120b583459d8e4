import { PAGE_STYLE } from './page-style.ts';

/** The only stylesheet of a status page: that of the feed, and its bars, note and incidents. */
export const STATUS_STYLE = `${PAGE_STYLE}
body{--page:60rem}
.top bdi{font-size:var(--text-l)}
.note{max-width:65ch;margin:var(--space-5) 0 0;white-space:pre-line}
main .bars,main .past{display:block}
main .bars li,main .trouble .bars li{padding:var(--space-3) var(--space-4);border:1px solid var(--rule);border-radius:0}
.bars li+li{border-top:0!important}
main .bars li:first-child{border-radius:var(--radius-l) var(--radius-l) 0 0}
main .bars li:last-child{border-radius:0 0 var(--radius-l) var(--radius-l)}
main .bars li:only-child{border-radius:var(--radius-l)}
.bars h3{display:flex;flex-wrap:wrap;align-items:baseline;gap:var(--space-1) var(--space-3);margin:0;font-size:var(--text-m);font-weight:400}
.bars h3 bdi{flex:1 1 12rem;min-width:0;font-weight:600;text-align:left}
.bars h3 span{display:flex;flex-wrap:wrap;align-items:baseline;gap:var(--space-2)}
.bars h3 time,.bars h3 small{color:var(--soft);font-size:var(--text-s)}
.bars h3 b{padding:.05rem .6rem;border:1px solid #0000;border-radius:var(--radius-full);font-size:var(--text-s);font-weight:600}
main .bars .trouble b{background:var(--alarm);color:var(--on-alarm)}
.bars svg{display:block;width:100%;height:2.25rem;margin-top:var(--space-3)}
.bars line{stroke-width:10;stroke-dasharray:.7 .3}
.bars .up{stroke:var(--ok)}.bars .unknown{stroke:var(--rule)}.bars rect{fill:var(--late)}
.bars rect:hover{fill:var(--ink)}
.ends{display:flex;justify-content:space-between;gap:var(--space-3);margin:var(--space-1) 0 0;color:var(--soft);font-size:var(--text-s)}
main .past li{display:flex;flex-wrap:wrap;gap:0 var(--space-3);padding:var(--space-3) 0;border:0;border-bottom:1px solid var(--rule);border-radius:0;background:none}
.past bdi{font-weight:600}
.past time{color:var(--soft)}
.past time{flex:1 1 10rem;text-align:end}
.now{padding:var(--space-4);border:1px solid var(--late);border-left-width:.4rem;border-radius:var(--radius-m);background:var(--late-tint)}
.now .past li{border-color:var(--late)}.now .past li:last-child{border:0;padding-bottom:0}
.now time{color:inherit}
.none{margin:0;color:var(--soft)}
@media(max-width:40rem){.past time{flex-basis:100%;text-align:start}}
@media(forced-colors:active){.bars .up{stroke:CanvasText}.bars rect{fill:Mark}.bars h3 b{border:1px solid}}
`;
