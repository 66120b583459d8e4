/** Milliseconds of a run as a table shows them: `84 ms`, `3.2 s`, `4 min 10 s`, `2 h 5 min`. */
export function runText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1).replace(/\.0$/, '')} s`;
  const sec = Math.round(ms / 1_000);
  if (sec < 3_600) return joined(Math.floor(sec / 60), 'min', sec % 60, 's');
  const min = Math.round(sec / 60);
  if (min < 1_440) return joined(Math.floor(min / 60), 'h', min % 60, 'min');
  const hours = Math.round(min / 60);
  return joined(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

function joined(large: number, largeName: string, small: number, smallName: string): string {
  return small === 0 ? `${large} ${largeName}` : `${large} ${largeName} ${small} ${smallName}`;
}
