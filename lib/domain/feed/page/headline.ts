import type { FeedState } from '../feed-monitor.ts';

/** How many monitors stand in each state. */
export type StateCounts = Record<FeedState, number>;

/** What the whole page looks like: the worst state among those who are called, or `empty`. */
export type Mood = 'late' | 'waiting' | 'ok' | 'paused' | 'empty';

export function moodOf(counts: StateCounts): Mood {
  if (counts.late > 0) return 'late';
  if (counts.waiting > 0) return 'waiting';
  if (counts.ok > 0) return 'ok';
  return counts.paused > 0 ? 'paused' : 'empty';
}

/** The one sentence a wall screen is read for. Paused and inactive monitors are not called. */
export function headlineOf(counts: StateCounts): string {
  const called = counts.ok + counts.late + counts.waiting;
  switch (moodOf(counts)) {
    case 'late':
      if (called === 1) return 'The only one called is silent';
      if (counts.late === called) return `All ${called} are silent`;
      return `${counts.late} of ${called} ${counts.late === 1 ? 'is' : 'are'} silent`;
    case 'waiting':
      if (called === 1) return 'The only one called has yet to answer';
      if (counts.waiting === called) return `All ${called} have yet to answer`;
      return `${counts.waiting} of ${called} ${counts.waiting === 1 ? 'has' : 'have'} yet to answer`;
    case 'ok':
      return called === 1 ? 'The only one called answered' : `All ${called} answered the roll call`;
    case 'paused':
      return 'The roll call is paused';
    case 'empty':
      return counts.inactive > 0 ? 'Nobody is on the roll any more' : 'Nobody is on the roll yet';
  }
}

/** The headline in a browser tab, where the first few characters count. */
export function tabTitleOf(counts: StateCounts): string {
  switch (moodOf(counts)) {
    case 'late':
      return `${counts.late} silent · Rollcall`;
    case 'waiting':
      return `${counts.waiting} yet to answer · Rollcall`;
    case 'ok':
      return `All ${counts.ok} answered · Rollcall`;
    case 'paused':
      return 'Paused · Rollcall';
    case 'empty':
      return 'Nobody on the roll · Rollcall';
  }
}
