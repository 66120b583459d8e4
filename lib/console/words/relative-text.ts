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
