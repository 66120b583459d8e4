/** The colours of every page, as custom properties. The words of states are those of a monitor. */
export const LIGHT = `--paper:#faf8f3;--ink:#1b2126;--soft:#59616a;--rule:#ddd7ca;--card:#fff;
--ok:#17663a;--late:#b3201a;--waiting:#7c5200;--paused:#44566c;--inactive:#5c6269;
--band-ok:#17452f;--band-late:#a11b16;--band-waiting:#654500;--band-paused:#36414d;--band-empty:#36414d`;
export const DARK = `--paper:#111518;--ink:#ece8df;--soft:#a5abb1;--rule:#2b3238;--card:#1a1f24;
--ok:#72cf9b;--late:#ff958c;--waiting:#efc06a;--paused:#a3b8d4;--inactive:#a5abb1;
--band-ok:#12382a;--band-late:#86150f;--band-waiting:#573c00;--band-paused:#2b343d;--band-empty:#2b343d`;

/** What every page looks like: light and dark follow the system; sizes grow a little with a wall screen. */
export const BASE_STYLE = `
:root{color-scheme:light dark;${LIGHT}}
@media(prefers-color-scheme:dark){:root{${DARK}}}
*{box-sizing:border-box}
html{font-size:clamp(100%,calc(.7rem + .35vw),150%);-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
header,main,footer{padding-inline:max(1.25rem,4vw)}
header{padding-block:1.25rem 2rem;color:#fff}
header.ok{background:var(--band-ok)}header.trouble{background:var(--band-late)}header.waiting{background:var(--band-waiting)}
header.paused{background:var(--band-paused)}header.empty{background:var(--band-empty)}
.kicker{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1rem;margin:0;font-size:.9rem}
.kicker b{letter-spacing:.12em;text-transform:uppercase;font-weight:600}
h1,h2{font-family:"Iowan Old Style","Palatino Linotype",Palatino,Charter,"Noto Serif",Georgia,serif;font-weight:600;text-wrap:balance}
h1{margin:1.5rem 0 .75rem;font-size:clamp(2.1rem,1.2rem + 4.4vw,5rem);line-height:1.05;letter-spacing:-.01em}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;margin:0;padding:0;list-style:none}
nav a{display:inline-block;padding:.25rem 0;color:inherit;text-decoration-color:#fff8;text-underline-offset:.25em}
section{margin-block:2.25rem}
h2{display:flex;align-items:baseline;gap:.6rem;margin:0;padding-bottom:.4rem;border-bottom:2px solid currentColor;font-size:1.5rem;line-height:1.2;scroll-margin-top:1rem}
.lead{max-width:38rem;margin:2.5rem 0;font-size:1.15rem}
footer{padding-block:1.5rem 2.5rem;color:var(--soft);font-size:.9rem}
footer a,main a{color:inherit}
footer p{margin:.25rem 0}
:focus-visible{outline:3px solid #4c8dff;outline-offset:2px}
header :focus-visible{outline-color:#fff}
`;

/** Of pages with tables: narrow enough to be read, ruled by row. */
export const TABLE_STYLE = `table{border-collapse:collapse;width:100%;max-width:46rem;margin-top:1rem}
th,td{padding:.5rem .75rem .5rem 0;border-bottom:1px solid var(--rule);text-align:left;font-weight:400;vertical-align:top}
thead th{color:var(--soft);font-size:.9rem}
`;
