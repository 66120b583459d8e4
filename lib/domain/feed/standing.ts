import type { FeedMonitor, FeedState } from './feed-monitor.ts';

/** How a monitor stands, for people: its state, or what is wrong with a job that is on time. */
export type Standing = FeedState | 'failing' | 'running too long' | 'beyond its threshold';

/** The one or few words that badge, RSS and page say. A state that is worse, or stops all calls, goes before. */
export function standingOf({ state, incident }: Pick<FeedMonitor, 'state' | 'incident'>): Standing {
  if (incident === null || (state !== 'ok' && state !== 'waiting')) return state;
  switch (incident.reason) {
    case 'fail':
      return 'failing';
    case 'too_long':
      return 'running too long';
    case 'threshold':
      return 'beyond its threshold';
    case 'silence':
      // A pause or a longer interval moves the deadline, and no success has come: nobody may read "ok" over that.
      return state === 'ok' ? 'late' : state;
  }
}

const TROUBLE: readonly Standing[] = ['late', 'failing', 'running too long', 'beyond its threshold'];

/** True for what a person should look at now. */
export function isTrouble(standing: Standing): boolean {
  return TROUBLE.includes(standing);
}

/** True while something is wrong that the owner is told of: nothing is told of who is paused or gone. */
export function isInTrouble({ state, incident }: Pick<FeedMonitor, 'state' | 'incident'>): boolean {
  return incident !== null && state !== 'paused' && state !== 'inactive';
}
