const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;

/** A length of time in at most two units, rounded down: `45 s`, `10 min`, `2 h 14 min`, `3 d`. */
export function spanWords(spanSec: number): string {
  const wholeSec = Math.max(0, Math.floor(spanSec));
  const first = UNITS.findIndex(([, unitSec]) => wholeSec >= unitSec);
  const unit = UNITS[first];
  if (unit === undefined) return '0 s';
  const [name, unitSec] = unit;
  const count = Math.floor(wholeSec / unitSec);
  const next = UNITS[first + 1];
  const rest = next === undefined ? 0 : Math.floor((wholeSec % unitSec) / next[1]);
  return rest > 0 && next !== undefined ? `${count} ${name} ${rest} ${next[0]}` : `${count} ${name}`;
}
