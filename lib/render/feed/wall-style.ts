const COLUMNS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/**
 * Of a screen on a wall: the tiles share what the header leaves of it, and their type grows with them. Where the tiles
 * would become too small the page grows instead, as on a phone.
 */
export const WALL_STYLE = `.wall{--gutter:clamp(.75rem,1.5vw,3rem);display:flex;flex-direction:column;min-height:100vh;min-height:100dvh}
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
