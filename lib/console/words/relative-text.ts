const MIN = 60;
const HOUR = 3_600;
const DAY = 86_400;
/** What has just come may be ahead of a clock that moves every ten seconds. */
const AHEAD_MS = 10_000;

/** How far a moment is from now, as one glances at it: `just now`, `5 min ago`, `in 3 h`, `12 d ago`. */
export function relativeText(at: number, now: number): string {
  const sec = Math.round(Math.abs(now - at) / 1000);
  if (sec < 45) return at > now + AHEAD_MS ? 'in a moment' : 'just now';
  const words = distanceText(sec);
  return at > now ? `in ${words}` : `${words} ago`;
}

/** Rounded to one unit, which changes late enough that 90 minutes are not one hour. */
function distanceText(sec: number): string {
  if (sec < 90 * MIN) return `${Math.max(1, Math.round(sec / MIN))} min`;
  if (sec < 36 * HOUR) return `${Math.round(sec / HOUR)} h`;
  return `${Math.round(sec / DAY)} d`;
}

/** The exact moment in the person's zone and in UTC. */
export function exactText(at: number, zone: string): string {
  const local = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: zone,
  }).format(at);
  const utc = new Date(at).toISOString().slice(0, 19).replace('T', ' ');
  return zone === 'UTC' ? `${utc} UTC` : `${local} ${zone} (${utc} UTC)`;
}

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
