const UNITS = [
  { sec: 86_400, name: 'd' },
  { sec: 3_600, name: 'h' },
  { sec: 60, name: 'min' },
  { sec: 1, name: 's' },
] as const;

/** Seconds for people, in the largest unit and the one below it: `45 s`, `5 min`, `1 h 5 min`, `3 d 4 h`. */
export function durationText(durationSec: number): string {
  const wholeSec = Math.max(0, Math.floor(durationSec));
  const first = UNITS.findIndex((unit) => wholeSec >= unit.sec);
  const [large, small] = UNITS.slice(first === -1 ? UNITS.length - 1 : first);
  if (large === undefined) return `${wholeSec} s`;
  const count = Math.floor(wholeSec / large.sec);
  const rest = small === undefined ? 0 : Math.floor((wholeSec % large.sec) / small.sec);
  const head = `${count} ${large.name}`;
  return small === undefined || rest === 0 ? head : `${head} ${rest} ${small.name}`;
}
