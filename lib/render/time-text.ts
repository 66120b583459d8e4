import { type Instant, isoOf } from '../domain/instant.ts';
import { type Markup, markup } from './markup.ts';

const UNITS = [
  { sec: 86_400, name: 'd', word: 'day' },
  { sec: 3_600, name: 'h', word: 'hour' },
  { sec: 60, name: 'min', word: 'minute' },
  { sec: 1, name: 's', word: 'second' },
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

/** How often, for people: `every day`, `every 5 minutes`; in short and whole where it takes several units: `every 1 d 16 min`. */
export function everyText(intervalSec: number): string {
  const unit = UNITS.find(({ sec }) => intervalSec >= sec);
  if (unit === undefined || intervalSec % unit.sec !== 0) return `every ${wholeText(intervalSec)}`;
  const count = intervalSec / unit.sec;
  return count === 1 ? `every ${unit.word}` : `every ${count} ${unit.word}s`;
}

/** Seconds in all units that they have some of. */
function wholeText(wholeSec: number): string {
  const counts = UNITS.map(({ sec, name }, at) => {
    const above = UNITS[at - 1]?.sec ?? Infinity;
    return { count: Math.floor((wholeSec % above) / sec), name };
  });
  const told = counts.filter(({ count }) => count > 0).map(({ count, name }) => `${count} ${name}`);
  return told.join(' ') || '0 s';
}

/** A moment for people, to the second and always in UTC: `2026-03-29 01:00:00 UTC`. */
export function instantText(at: Instant): string {
  return `${isoOf(at).slice(0, -5).replace('T', ' ')} UTC`;
}

/** Words for a moment, with the exact instant (UTC, to the second) for machines and on hover. */
export function moment(at: Instant, words?: string): Markup {
  const second = isoOf(at).slice(0, 19);
  const exact = `${second.replace('T', ' ')} UTC`;
  return markup`<time datetime="${second}Z" title="${exact}">${words ?? exact}</time>`;
}
