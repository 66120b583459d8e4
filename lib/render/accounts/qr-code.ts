import { type Markup, markup } from '../markup.ts';

/**
 * The squares of a QR code as a picture that says by `label` what it is for. Black on white in every theme, since cameras
 * look for that; in attributes alone, so that a policy without styles shows it.
 */
export function qrCode(modules: readonly (readonly boolean[])[], label: string): Markup {
  const size = modules.length;
  const rows = modules.flatMap((row, y) =>
    runsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`),
  );
  return markup`<svg role="img" aria-label="${label}" width="240" height="240" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${rows.join('')}"/></svg>`;
}

/** Where black begins in a row, and how long it goes on. */
function runsOf(row: readonly boolean[]): [x: number, length: number][] {
  const runs: [number, number][] = [];
  row.forEach((isBlack, x) => {
    const last = runs.at(-1);
    if (isBlack && last && last[0] + last[1] === x) last[1] += 1;
    else if (isBlack) runs.push([x, 1]);
  });
  return runs;
}
